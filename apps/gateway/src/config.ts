import { isLoopback } from '@shop/contracts-common';
import type { LimitClass, ServiceName } from '@shop/contracts-common/routes';
import { isStoreAddress } from '@shop/releases';
import { pem, processEnvSchema, readEnvironment } from '@shop/service-kit/http';
import { z } from 'zod';

/** Injection token of the clock of the session cache and of released web apps. */
export const CLOCK = Symbol('CLOCK');

/** `60/600`: at most 60 calls in 600 seconds. */
const rate = (defaultRate: string) =>
  z
    .string()
    .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must look like 60/600: number of calls per number of seconds')
    .default(defaultRate)
    .transform((text) => {
      const [points, seconds] = text.split('/').map(Number) as [number, number];
      return { points, seconds };
    });

/** Names of proxy-addr, which Fastify uses, for addresses that no other machine on the internet has. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const proxyAddress = z.union([z.enum(PROXY_RANGES), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** `0`, the default: there is no proxy. A number of proxies is refused: a client that reaches the gateway directly could claim any address. */
const proxies = z
  .string()
  .default('0')
  .transform((text, context): string[] => {
    const parsed = z
      .array(proxyAddress)
      .safeParse(text.trim() === '0' ? [] : text.split(',').map((part) => part.trim()));
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message:
        'must list the addresses of your proxies, not their number: addresses or ranges such as 10.0.0.5, 172.16.0.0/12, loopback or uniquelocal, separated by commas',
    });
    return z.NEVER;
  });

const apps = z
  .string()
  .default('shell,storefront,admin')
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().regex(/^[a-z][a-z0-9-]*$/, 'must list web apps, such as shell,storefront,admin')));

export const configSchema = processEnvSchema
  .extend({
    /** The public port. 0 selects a free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Public address of the shop. With https the cookie is `__Host-sid`, and HSTS is enabled. */
    SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Address of `/metrics`, separate because the public port must not expose it. 0 selects a free port. */
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),

    /** PKCS 8 of the P-256 key of the gateway's tokens for `/internal/` of the services. Required in production. */
    GATEWAY_PRIVATE_KEY: pem.optional(),

    IDENTITY_URL: z.url({ protocol: /^https?$/ }),
    CATALOG_URL: z.url({ protocol: /^https?$/ }),
    ART_URL: z.url({ protocol: /^https?$/ }),
    ORDER_URL: z.url({ protocol: /^https?$/ }),
    SUPPORT_URL: z.url({ protocol: /^https?$/ }),
    /** The sandbox of payments and printing, whose script the payment page loads. In production only with `ALLOW_SANDBOX_PAYMENTS`. */
    SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Whether production passes the calls of payment pages on to the sandbox. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),

    /** Redis with the rate limit counters that all gateways share. Without it, counters are in memory. */
    REDIS_URL: z.url().optional(),

    /**
     * Where the releases of the web apps are: the path of a folder, `s3://bucket/prefix`, or an `https://` origin. Without it the gateway serves only
     * the API.
     */
    WEB_RELEASES: z
      .string()
      .refine(isStoreAddress, 'must be the path of a folder that starts with /, s3://bucket/prefix, or https://…')
      .optional(),
    /** The web apps: the shell, and the remotes. */
    WEB_APPS: apps,
    /** Copies of released files. */
    DATA_DIR: z.string().default('.data'),
    /** Access to the bucket of `WEB_RELEASES`, as in art-svc. */
    S3_ENDPOINT: z.url().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),

    /** Folder of the files at `/.well-known/`, such as Apple Pay's domain file and security.txt. */
    WELL_KNOWN_DIR: z.string().optional(),
    /** Where people report a hole: the Contact of `/.well-known/security.txt`, if the folder has no such file. */
    SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https|tel)$/ }).optional(),

    /** Same value as in order-svc. If set, the content security policy allows Stripe's payment form. */
    STRIPE_PUBLISHABLE_KEY: z.string().trim().optional(),

    /** Addresses of the proxies in front of the gateway, whose X-Forwarded-For entries are trusted. */
    TRUST_PROXY: proxies,
    /** false for load tests. */
    RATE_LIMIT_ENABLED: z.stringbool().default(true),
    /** Per client address. Generous enough for a household behind one address. */
    RATE_LIMIT_READ: rate('12000/600'),
    RATE_LIMIT_FILE: rate('60000/600'),
    RATE_LIMIT_CHANGE: rate('3000/600'),
    RATE_LIMIT_LOOKUP: rate('1200/600'),
    /** An office of admins loads a list again after each change. */
    RATE_LIMIT_CUSTOMER_LIST: rate('600/600'),
    RATE_LIMIT_SIGN_IN: rate('100/600'),
    RATE_LIMIT_RESET: rate('30/3600'),
    RATE_LIMIT_UPLOAD: rate('120/600'),
    /** The cut-out and four styles of each photo, and the four styles again after each change of a cut-out. */
    RATE_LIMIT_PREVIEW: rate('2400/600'),
    /** Twenty corrections of each of thirty photos. */
    RATE_LIMIT_CUT_OUT: rate('600/600'),
    RATE_LIMIT_GENERATE: rate('90/600'),
    RATE_LIMIT_CHECKOUT: rate('120/600'),
    /** Each change creates new print files, and each cancellation calls the payment provider. */
    RATE_LIMIT_ORDER_CHANGE: rate('120/600'),
    RATE_LIMIT_CONTACT: rate('30/3600'),
    RATE_LIMIT_ARCHIVE: rate('30/3600'),
    /** Open event streams at this gateway. A browser has one for each visible order or drawing. */
    STREAMS_PER_SESSION: z.coerce.number().int().positive().default(6),
    STREAMS_PER_ADDRESS: z.coerce.number().int().positive().default(20),

    /** Deadline of image generation. The gateway waits slightly longer. */
    ART_DEADLINE_MS: z.coerce.number().int().positive().default(90_000),
    /** How long any other response may take to start. */
    ANSWER_TIMEOUT_MS: z.coerce.number().int().positive().default(15_000),
    /** How long identity-svc may take to resolve a session. */
    IDENTITY_TIMEOUT_MS: z.coerce.number().int().positive().default(3_000),
    /** How long an idle connection is kept. Must be longer than the proxy in front keeps it. Caddy: 120 s. */
    KEEP_ALIVE_MS: z.coerce.number().int().min(1_000).max(3_600_000).default(125_000),
    /**
     * How long an idle connection to a service is kept. Shorter than the services' SHUTDOWN_DELAY_MS: then no connection is idle when a
     * service closes, and none is closed while a request is sent.
     */
    SERVICE_IDLE_MS: z.coerce.number().int().min(100).max(60_000).default(3_000),
    /** How long a request's body may pause before the request is refused with 408. */
    BODY_IDLE_MS: z.coerce.number().int().min(100).default(30_000),
    /** How long an upload may take in all. 25 MB in 15 minutes are 28 kB/s. */
    UPLOAD_MAX_MS: z.coerce.number().int().min(1_000).default(900_000),
  })
  .refine(({ NODE_ENV, HOST, SITE_URL }) => NODE_ENV !== 'production' || isLoopback(HOST) || SITE_URL !== undefined, {
    path: ['SITE_URL'],
    message: 'is missing: production answers only requests for the name in it, the address that people type',
  })
  .refine(({ NODE_ENV, GATEWAY_PRIVATE_KEY }) => NODE_ENV !== 'production' || GATEWAY_PRIVATE_KEY !== undefined, {
    path: ['GATEWAY_PRIVATE_KEY'],
    message: 'must be set in production: services refuse a gateway without it',
  });

export type Config = z.output<typeof configSchema>;
export type Rate = Config['RATE_LIMIT_SIGN_IN'];

/** Whether people reach the site over a network without encryption. */
function isPlainSite(siteUrl: string | undefined): boolean {
  const { protocol, hostname } = new URL(siteUrl ?? 'http://localhost');
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const encryptedConfigSchema = configSchema.refine(
  ({ NODE_ENV, SITE_URL }) => NODE_ENV !== 'production' || !isPlainSite(SITE_URL),
  {
    path: ['SITE_URL'],
    message:
      'must start with https:// in production, because networks could read sign-ins and sessions of an http site',
  },
);

/** Throws ConfigurationError. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readEnvironment('gateway', encryptedConfigSchema, env);

/** Undefined if payment pages do not call the sandbox. */
const getSandboxUrl = ({ NODE_ENV, SANDBOX_URL, ALLOW_SANDBOX_PAYMENTS }: Config): string | undefined =>
  NODE_ENV !== 'production' || ALLOW_SANDBOX_PAYMENTS ? SANDBOX_URL : undefined;

/** The sandbox is called like a service. */
export const getServiceUrls = (config: Config): Record<ServiceName, string> & { sandbox?: string } => ({
  identity: config.IDENTITY_URL,
  catalog: config.CATALOG_URL,
  art: config.ART_URL,
  order: config.ORDER_URL,
  support: config.SUPPORT_URL,
  ...(getSandboxUrl(config) !== undefined && { sandbox: getSandboxUrl(config) }),
});

export const getRates = (config: Config): Record<LimitClass, Rate> => ({
  read: config.RATE_LIMIT_READ,
  file: config.RATE_LIMIT_FILE,
  change: config.RATE_LIMIT_CHANGE,
  lookup: config.RATE_LIMIT_LOOKUP,
  'customer-list': config.RATE_LIMIT_CUSTOMER_LIST,
  'sign-in': config.RATE_LIMIT_SIGN_IN,
  reset: config.RATE_LIMIT_RESET,
  upload: config.RATE_LIMIT_UPLOAD,
  preview: config.RATE_LIMIT_PREVIEW,
  'cut-out': config.RATE_LIMIT_CUT_OUT,
  generate: config.RATE_LIMIT_GENERATE,
  checkout: config.RATE_LIMIT_CHECKOUT,
  'order-change': config.RATE_LIMIT_ORDER_CHANGE,
  contact: config.RATE_LIMIT_CONTACT,
  archive: config.RATE_LIMIT_ARCHIVE,
});

export const SHELL = 'shell';

export const listRemotes = ({ WEB_APPS }: Config): string[] => WEB_APPS.filter((app) => app !== SHELL);

/** The path at which a web app's files are served. */
export const getBasePath = (app: string): string => (app === SHELL ? '/' : `/remotes/${app}/`);

/** Public address of the shop. */
export const getSiteUrl = (config: Config): string => config.SITE_URL ?? `http://localhost:${config.PORT}`;

/** Whether a `Host` header names this shop. In development, and for a site on this machine, every name of this machine does. */
export function createHostCheck(config: Config): (header: string | undefined) => boolean {
  const { hostname } = new URL(getSiteUrl(config));
  const isLocal = config.NODE_ENV !== 'production' || isLoopback(hostname);
  return (header = '') => {
    const name = header.toLowerCase().replace(/:\d*$/, '');
    return name === hostname || (isLocal && isLoopback(name));
  };
}

export const isHttps = (config: Config): boolean => new URL(getSiteUrl(config)).protocol === 'https:';

/** A local address for a server that listens on all interfaces. */
export const toLocalHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
