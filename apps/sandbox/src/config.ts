import { ConfigurationError } from '@shop/service-kit';
import { z } from 'zod';
import { printerFaultsSchema } from './printful/printer-faults.rules.js';
import { webhookFaultsSchema } from './stripe/webhook-faults.rules.js';

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('CONFIG');

/** The default in order-svc too, so that a start in development needs no secret. */
const DEVELOPMENT_WEBHOOK_SECRET = 'whsec_of_the_development_sandbox';

export const configSchema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    /** 0 selects a free port. */
    PORT: z.coerce.number().int().min(0).max(65_535),
    DATABASE_URL: z.url(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    /** The endpoint of Stripe's webhooks: the shop's `/api/webhooks/stripe`. Unset: events are only listed. */
    STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Signs Stripe's webhooks; order-svc has the same value. */
    SANDBOX_WEBHOOK_SECRET: z.string().min(16).default(DEVELOPMENT_WEBHOOK_SECRET),
    /** How long the banks take for the test cards with slow payments and slow refunds. */
    SANDBOX_PROCESSING_MS: z.coerce.number().int().min(1).max(86_400_000).default(10_000),
    /** Faults of Stripe's webhooks: `late:3s,twice,shuffled,lost`. */
    SANDBOX_FAULTS: webhookFaultsSchema,
    /** Where the printer sends events until the shop sets another address: `…/api/webhooks/printful/<secret>`. */
    PRINTFUL_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** How much faster than real time it prints (2 days) and delivers (3 days): 86400 is a day per second. */
    SANDBOX_PRINTER_SPEED: z.coerce.number().positive().max(1e9).default(1),
    /** Faults of the printer: `calculating,out-of-stock:Round Pet Tag`. */
    SANDBOX_PRINTER_FAULTS: printerFaultsSchema,
  })
  .refine(
    ({ NODE_ENV, SANDBOX_WEBHOOK_SECRET }) =>
      NODE_ENV !== 'production' || SANDBOX_WEBHOOK_SECRET !== DEVELOPMENT_WEBHOOK_SECRET,
    {
      path: ['SANDBOX_WEBHOOK_SECRET'],
      message: 'is missing: with the value of development anyone could report payments',
    },
  );

export type Config = z.output<typeof configSchema>;

/** An empty variable counts as unset, because Compose files pass unset variables as empty strings. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configSchema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new ConfigurationError(
    `sandbox cannot start because environment variables are missing or invalid:\n${lines.join('\n')}`,
  );
}
