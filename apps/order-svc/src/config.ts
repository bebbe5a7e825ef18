import { randomBytes } from 'node:crypto';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';
import { sandboxFaultsSchema } from './payments/sandbox/sandbox-faults.rules.js';

const SANDBOX_REFUSAL =
  'payments are not set up: only the sandbox, which takes no money, is there. Set it to true to start in production all the same';

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export const configSchema = serviceEnvSchema
  .extend({
    /** D25: all three together switch Stripe on. The secret key, `sk_…` or a restricted `rk_…`. */
    STRIPE_SECRET_KEY: z.string().trim().optional(),
    /** `pk_…`: the browser gets it. */
    STRIPE_PUBLISHABLE_KEY: z.string().trim().optional(),
    /** `whsec_…` of the endpoint that points at `/api/webhooks/stripe`. */
    STRIPE_WEBHOOK_SECRET: z.string().trim().optional(),
    /** Another address of Stripe's API, with protocol and port: a proxy, or a server for tests. */
    STRIPE_API_HOST: z.url({ protocol: /^https?$/ }).optional(),
    /** D25: a production start without a real payment provider needs this said out loud. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Signs the sandbox's webhooks. Several instances need no common one: each delivers to itself. */
    SANDBOX_WEBHOOK_SECRET: z
      .string()
      .min(16)
      .default(() => randomBytes(32).toString('hex')),
    /** How often undelivered sandbox webhooks are looked for, beside the one sent at once. */
    SANDBOX_DELIVERY_INTERVAL_MS: z.coerce.number().int().positive().default(1_000),
    /** How long the sandbox's banks take where a test card has them take their time. */
    SANDBOX_PROCESSING_MS: z.coerce.number().int().min(1).max(86_400_000).default(10_000),
    /** What goes wrong with the sandbox's webhooks: `late:3s,twice,shuffled,lost`. Where Stripe takes the money there are none. */
    SANDBOX_FAULTS: sandboxFaultsSchema,
    /** How often the provider is asked about open orders (D26), and abandoned ones are cancelled (D23). */
    PAYMENT_SWEEP_INTERVAL_MS: z.coerce.number().int().positive().default(300_000),
    /** How often guests' carts that nobody comes back for and delivered sandbox webhooks are removed, and erasures looked after. */
    UPKEEP_INTERVAL_MS: z.coerce.number().int().positive().default(3_600_000),
  })
  .superRefine((env, context) => {
    const missing = STRIPE_KEYS.filter((name) => !env[name]);
    if (missing.length === 0) return;
    if (missing.length < STRIPE_KEYS.length) {
      const given = STRIPE_KEYS.filter((name) => env[name]).join(' and ');
      for (const name of missing) context.addIssue({ code: 'custom', path: [name], message: `is missing, while ${given} ${given.includes(' ') ? 'are' : 'is'} set: Stripe needs all three, the sandbox none` });
      return;
    }
    if (env.NODE_ENV !== 'production' || env.ALLOW_SANDBOX_PAYMENTS) return;
    context.addIssue({ code: 'custom', path: ['ALLOW_SANDBOX_PAYMENTS'], message: SANDBOX_REFUSAL });
  });

export type Config = z.output<typeof configSchema>;

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiHost: string | undefined;
}

/** Null: payments are the sandbox's (D25). */
export function stripeSettings(config: Config): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret, apiHost: config.STRIPE_API_HOST } : null;
}

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => parseEnvironment('order-svc', configSchema, env);
