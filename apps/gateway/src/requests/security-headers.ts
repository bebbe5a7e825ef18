import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** Browsers send reports here (`CspReportsController`). */
export const CSP_REPORTS_PATH = '/reports/csp';

/** Sets the security headers of a response. */
export type SecurityHeaders = (req: IncomingMessage, res: ServerResponse) => void;

/** @fastify/helmet would compile the policy again for each request, which takes 4 % of the CPU time of a short response (measured). */
function compile(options: HelmetOptions): SecurityHeaders {
  const setHeaders = helmet(options);
  return (req, res) =>
    setHeaders(req, res, (error) => {
      if (error) throw error instanceof Error ? error : new Error('helmet rejected its options');
    });
}

const createCommonOptions = (isHttps: boolean) =>
  ({
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // With `no-referrer` browsers send `Origin: null` with forms, which the CSRF check refuses.
    referrerPolicy: { policy: 'same-origin' },
  }) as const satisfies HelmetOptions;

/** Headers of all responses except pages: opened as a document (an SVG, for example), they may neither load nor run anything. */
export const createDefaultHeaders = (isHttps: boolean): SecurityHeaders =>
  compile({
    ...createCommonOptions(isHttps),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        // These three have no fallback to default-src.
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        sandbox: [],
      },
    },
  });

/** Third-party sources that a page may load. */
export interface ThirdPartySources {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  /** Some payment methods open a popup that reports its result to the page. */
  opensWindows: boolean;
}

export const NO_THIRD_PARTY: ThirdPartySources = { script: [], frame: [], connect: [], opensWindows: false };

/** Sources required by docs.stripe.com/security/guide. The payment form shows the customer's bank in a frame. */
export const STRIPE_SOURCES: ThirdPartySources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  opensWindows: true,
};

/**
 * Headers of pages, which replace the default ones: own scripts, inline scripts by hash, and own pictures: those of other sites are
 * served from here (`getServedPictureUrl`).
 */
export function createPageHeaders(
  isHttps: boolean,
  inlineScripts: readonly string[],
  thirdParty = NO_THIRD_PARTY,
): SecurityHeaders {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const setHeaders = compile({
    ...createCommonOptions(isHttps),
    ...(thirdParty.opensWindows ? { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' } } : {}),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes, ...thirdParty.script],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...thirdParty.connect],
        ...(thirdParty.frame.length > 0 ? { frameSrc: ["'self'", ...thirdParty.frame] } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Browsers that know the first one ignore the second one.
        reportTo: ['csp'],
        reportUri: [CSP_REPORTS_PATH],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  });
  return (req, res) => {
    setHeaders(req, res);
    res.setHeader('reporting-endpoints', `csp="${CSP_REPORTS_PATH}"`);
    res.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  };
}
