import { randomBytes } from 'node:crypto';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

const SANDBOX_REFUSAL =
  'payments are not set up: only the sandbox, which takes no money, is there. Set it to true to start in production all the same';

export const configSchema = serviceEnvSchema
  .extend({
    /** D25: a production start without a real payment provider needs this said out loud. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Signs the sandbox's webhooks. Several instances need no common one: each delivers to itself. */
    SANDBOX_WEBHOOK_SECRET: z
      .string()
      .min(16)
      .default(() => randomBytes(32).toString('hex')),
    /** How often undelivered sandbox webhooks are looked for, beside the one sent at once. */
    SANDBOX_DELIVERY_INTERVAL_MS: z.coerce.number().int().positive().default(1_000),
    /** How often the provider is asked about open orders (D26), and abandoned ones are cancelled (D23). */
    PAYMENT_SWEEP_INTERVAL_MS: z.coerce.number().int().positive().default(180_000),
    /** How often guests' carts that nobody comes back for and delivered sandbox webhooks are removed, and erasures looked after. */
    UPKEEP_INTERVAL_MS: z.coerce.number().int().positive().default(3_600_000),
  })
  .superRefine(({ NODE_ENV, ALLOW_SANDBOX_PAYMENTS }, context) => {
    if (NODE_ENV !== 'production' || ALLOW_SANDBOX_PAYMENTS) return;
    context.addIssue({ code: 'custom', path: ['ALLOW_SANDBOX_PAYMENTS'], message: SANDBOX_REFUSAL });
  });

export type Config = z.output<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => parseEnvironment('order-svc', configSchema, env);
