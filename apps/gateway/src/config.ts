import { z } from 'zod';
import type { LimitClass, ServiceName } from './routes.js';

/** `60/600`: at most 60 calls in 600 seconds. */
const rate = (defaultRate: string) =>
  z
    .string()
    .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must look like 60/600: how many in how many seconds')
    .default(defaultRate)
    .transform((text) => {
      const [points, seconds] = text.split('/').map(Number) as [number, number];
      return { points, seconds };
    });

const folders = z
  .string()
  .default('{}')
  .transform((text, context): Record<string, string> => {
    const parsed = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string().min(1)).safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'must be JSON such as {"storefront": "/srv/storefront"}' });
    return z.NEVER;
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const configSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  /** The one public port (D1); 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** The address people type. https here makes the cookie `__Host-sid` and switches HSTS on. */
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `/metrics` listens here, never on the public port (D2); 0 takes a free port. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),

  IDENTITY_URL: z.url({ protocol: /^https?$/ }),
  CATALOG_URL: z.url({ protocol: /^https?$/ }),
  ART_URL: z.url({ protocol: /^https?$/ }),
  ORDER_URL: z.url({ protocol: /^https?$/ }),
  SUPPORT_URL: z.url({ protocol: /^https?$/ }),

  /** Where ended sessions are heard of: RabbitMQ where set, else PostgreSQL. Without either, identity-svc is asked all the time. */
  RABBITMQ_URL: z.url().optional(),
  EVENTS_DATABASE_URL: z.url().optional(),
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('shop'),
  /** RabbitMQ drops a queue that no process has used for this long; the same for all parts of a shop. */
  EVENTS_QUEUE_EXPIRES_MS: z.coerce.number().int().min(60_000).max(2_147_483_647).optional(),
  /** Counts of the rate limits, shared by all gateways; in memory without it. */
  REDIS_URL: z.url().optional(),

  /** The shell's built files; without it the gateway serves the API alone. */
  WEB_SHELL_DIR: z.string().optional(),
  /** Name → folder of each remote's built files. */
  WEB_REMOTES: folders,

  /** The same as order-svc's (D25): where it is set, pages may load Stripe's payment form. */
  STRIPE_PUBLISHABLE_KEY: z.string().trim().optional(),

  /** How many proxies of our own stand in front; that many entries of X-Forwarded-For are believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** false for load tests (D35). */
  RATE_LIMIT_ENABLED: z.stringbool().default(true),
  /** Per client address. A family behind one address never meets them. */
  RATE_LIMIT_SIGN_IN: rate('100/600'),
  RATE_LIMIT_RESET: rate('30/3600'),
  RATE_LIMIT_UPLOAD: rate('120/600'),
  /** As many photos as may be uploaded, in four styles each. */
  RATE_LIMIT_PREVIEW: rate('480/600'),
  RATE_LIMIT_GENERATE: rate('90/600'),
  RATE_LIMIT_CHECKOUT: rate('120/600'),
  /** Each change has print files made anew, each cancellation asks the payment provider. */
  RATE_LIMIT_ORDER_CHANGE: rate('120/600'),
  RATE_LIMIT_CONTACT: rate('30/3600'),
  RATE_LIMIT_ARCHIVE: rate('30/3600'),

  /** The longest a drawing may take (D17a); the gateway waits a little longer. */
  ART_DEADLINE_MS: z.coerce.number().int().positive().default(90_000),
  /** Until any other answer begins. */
  ANSWER_TIMEOUT_MS: z.coerce.number().int().positive().default(15_000),
  /** Until identity-svc has said who calls. */
  IDENTITY_TIMEOUT_MS: z.coerce.number().int().positive().default(3_000),
  /** At a stop, requests on their way get this long to end. */
  DRAIN_MS: z.coerce.number().int().min(0).default(3_500),
});

export type Config = z.output<typeof configSchema>;
export type Rate = Config['RATE_LIMIT_SIGN_IN'];

/** Its text names each wrong variable and nothing else, so that it reads well uncaught. */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/** Parses the environment; empty counts as not set. Throws one line for each variable that is missing or wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = configSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`gateway cannot start, its environment is not right:\n${lines.join('\n')}`);
}

export const getServiceUrls = (config: Config): Record<ServiceName, string> => ({
  identity: config.IDENTITY_URL,
  catalog: config.CATALOG_URL,
  art: config.ART_URL,
  order: config.ORDER_URL,
  support: config.SUPPORT_URL,
});

export const getRates = (config: Config): Record<LimitClass, Rate> => ({
  'sign-in': config.RATE_LIMIT_SIGN_IN,
  reset: config.RATE_LIMIT_RESET,
  upload: config.RATE_LIMIT_UPLOAD,
  preview: config.RATE_LIMIT_PREVIEW,
  generate: config.RATE_LIMIT_GENERATE,
  checkout: config.RATE_LIMIT_CHECKOUT,
  'order-change': config.RATE_LIMIT_ORDER_CHANGE,
  contact: config.RATE_LIMIT_CONTACT,
  archive: config.RATE_LIMIT_ARCHIVE,
});

/** What people type where SITE_URL is not set. */
export const getSiteUrl = (config: Config): string => config.SITE_URL ?? `http://localhost:${config.PORT}`;
