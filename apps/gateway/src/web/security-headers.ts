import { createHash } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';

/** Headers of all responses except pages: opened as a document (an SVG, for example), they may neither load nor run anything. */
export const createDefaultHeaders = (isHttps: boolean): FastifyHelmetOptions => ({
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  // With `no-referrer` browsers send `Origin: null` with forms, which the CSRF check refuses.
  referrerPolicy: { policy: 'same-origin' },
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
      frameAncestors: ["'none'"],
      sandbox: [],
    },
  },
});

/** Third-party sources that a page may load, besides pictures. */
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
 * Headers of pages, in addition to the default ones: own scripts, inline scripts by hash, and pictures from any https address, since
 * admins may link pictures.
 */
export function createPageHeaders(
  isHttps: boolean,
  inlineScripts: readonly string[],
  thirdParty = NO_THIRD_PARTY,
): FastifyHelmetOptions {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return {
    crossOriginOpenerPolicy: thirdParty.opensWindows ? { policy: 'same-origin-allow-popups' } : true,
    originAgentCluster: true,
    xDnsPrefetchControl: true,
    xDownloadOptions: true,
    xFrameOptions: true,
    xPermittedCrossDomainPolicies: true,
    xXssProtection: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes, ...thirdParty.script],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...thirdParty.connect],
        ...(thirdParty.frame.length > 0 ? { frameSrc: ["'self'", ...thirdParty.frame] } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
  };
}

/** Pages have a policy of their own instead of the default one. */
export function setPageHeaders(reply: FastifyReply, headers: FastifyHelmetOptions): void {
  reply.helmet(headers);
  void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
}
