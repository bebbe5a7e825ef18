import { randomBytes } from 'node:crypto';
import { BRAND } from '@shop/contracts/common';
import type { PrintProviderName } from '@shop/contracts/order';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';
import { sandboxFaultsSchema } from './payments/sandbox/sandbox-faults.rules.js';

const SANDBOX_REFUSAL =
  'payments are not set up: only the sandbox, which takes no money, is there. Set it to true to start in production all the same';

const PRINTFUL_NEEDS = ['PRINTFUL_WEBHOOK_SECRET', 'PRINTFUL_CATALOGUE', 'PRINT_FILE_SECRET', 'SITE_URL'] as const;

const randomSecret = (): string => randomBytes(32).toString('hex');

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
    STRIPE_API_HOST: z
      .url({ protocol: /^https?$/ })
      .regex(
        /^https?:\/\/[^/?#@]+\/?$/,
        "must be protocol, host and port alone: Stripe's library asks for its own paths there",
      )
      .optional(),
    /** D25: a production start without a real payment provider needs this said out loud. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Signs the sandbox's webhooks. Several instances need no common one: each delivers to itself. */
    SANDBOX_WEBHOOK_SECRET: z.string().min(16).default(randomSecret),
    /** How often undelivered sandbox webhooks are looked for, beside the one sent at once. */
    SANDBOX_DELIVERY_INTERVAL_MS: z.coerce.number().int().positive().default(1_000),
    /** How long the sandbox's banks take where a test card has them take their time. */
    SANDBOX_PROCESSING_MS: z.coerce.number().int().min(1).max(86_400_000).default(10_000),
    /** What goes wrong with the sandbox's webhooks: `late:3s,twice,shuffled,lost`. Where Stripe takes the money there are none. */
    SANDBOX_FAULTS: sandboxFaultsSchema,
    /** How often the provider is asked about open orders (D26), and abandoned ones are cancelled (D23). */
    PAYMENT_SWEEP_INTERVAL_MS: z.coerce.number().int().positive().default(300_000),
    /** A page that waits for its payment asks all the time; the provider is asked about one no more often than this. 0: each time. */
    PAYMENT_ASK_INTERVAL_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
    /** So long after the payment nothing goes to the printer, and the customer may change the order or cancel it. 0: no hold. At most a week. */
    ORDER_HOLD_MINUTES: z.coerce.number().min(0).max(10_080).default(60),
    /** Signs the links to an order in its letters, the same in every instance. Production needs it; else links end with the process. */
    ORDER_LINK_SECRET: z.string().min(16).optional(),
    /** How often orders whose hold is over are looked for, and the printer's refusals tried again. */
    FULFILMENT_INTERVAL_MS: z.coerce.number().int().min(50).default(5_000),
    /** An order that an instance began to hand to the printer, and was not heard of for this long, is taken up by another. */
    FULFILMENT_LEASE_MS: z.coerce.number().int().min(300).default(120_000),
    /** With it Printful prints. */
    PRINTFUL_API_KEY: z.string().trim().optional(),
    /** Which store of the account; left out where the key is of one store. */
    PRINTFUL_STORE_ID: z.string().trim().optional(),
    /** Another address of Printful's API, with protocol and port: a proxy, or a server for tests. */
    PRINTFUL_API_HOST: z.url({ protocol: /^https?$/ }).optional(),
    /** Printful signs no webhook: this stands in the address it is given, `/api/webhooks/printful/<secret>`. */
    PRINTFUL_WEBHOOK_SECRET: z
      .string()
      .regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, _ and -: it stands in an address')
      .optional(),
    /** A JSON file that says which of Printful's variants each product is, in each size and colour (docs/operations.md). */
    PRINTFUL_CATALOGUE: z.string().optional(),
    /** Signs the addresses under which a printer fetches print files; art-svc has the same. */
    PRINT_FILE_SECRET: z.string().min(16).optional(),
    /** The address people type; Printful fetches print files there. */
    SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** A production start without Printful prints by hand; `true` lets the sandbox printer play a press there too. */
    ALLOW_SANDBOX_PRINTER: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** How much faster than the clock the sandbox printer prints (2 days) and delivers (3 days): 86400 is a day a second. */
    SANDBOX_PRINTER_SPEED: z.coerce.number().positive().max(1e9).default(1),
    /** How often what does not agree between payments, orders and printing is looked for, to tell the admins. Each look reads every order. */
    ALARM_INTERVAL_MS: z.coerce.number().int().positive().default(60_000),
    /** How often guests' carts that nobody comes back for and delivered sandbox webhooks are removed, and erasures looked after. */
    UPKEEP_INTERVAL_MS: z.coerce.number().int().positive().default(3_600_000),
  })
  .superRefine((env, context) => {
    for (const name of env.PRINTFUL_API_KEY ? PRINTFUL_NEEDS : []) {
      if (!env[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is missing, while PRINTFUL_API_KEY is set: Printful needs it',
        });
    }
    if (env.NODE_ENV === 'production' && !env.ORDER_LINK_SECRET) {
      context.addIssue({
        code: 'custom',
        path: ['ORDER_LINK_SECRET'],
        message: 'is missing: without it the links in letters end with the process',
      });
    }
    const missing = STRIPE_KEYS.filter((name) => !env[name]);
    if (missing.length === 0) return;
    if (missing.length < STRIPE_KEYS.length) {
      const given = STRIPE_KEYS.filter((name) => env[name]).join(' and ');
      for (const name of missing)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is missing, while ${given} ${given.includes(' ') ? 'are' : 'is'} set: Stripe needs all three, the sandbox none`,
        });
      return;
    }
    if (env.NODE_ENV !== 'production' || env.ALLOW_SANDBOX_PAYMENTS) return;
    context.addIssue({ code: 'custom', path: ['ALLOW_SANDBOX_PAYMENTS'], message: SANDBOX_REFUSAL });
  });

export type Config = z.output<typeof configSchema> & { ORDER_LINK_SECRET: string };

export interface PrintfulSettings {
  apiKey: string;
  storeId: string | undefined;
  apiHost: string;
  webhookSecret: string;
  catalogueFile: string;
  printFileSecret: string;
  siteUrl: string;
}

/** Null: Printful is not set up. */
export function printfulSettings(config: Config): PrintfulSettings | null {
  const {
    PRINTFUL_API_KEY: apiKey,
    PRINTFUL_WEBHOOK_SECRET: webhookSecret,
    PRINTFUL_CATALOGUE: catalogueFile,
    PRINT_FILE_SECRET: printFileSecret,
    SITE_URL: siteUrl,
  } = config;
  if (!apiKey || !webhookSecret || !catalogueFile || !printFileSecret || !siteUrl) return null;
  return {
    apiKey,
    storeId: config.PRINTFUL_STORE_ID,
    apiHost: config.PRINTFUL_API_HOST ?? 'https://api.printful.com',
    webhookSecret,
    catalogueFile,
    printFileSecret,
    siteUrl,
  };
}

/** Who prints new orders. No production prints in a sandbox unless it is told to: its parcels are nowhere. */
export function printProviderName(config: Config): PrintProviderName {
  if (printfulSettings(config)) return 'printful';
  return config.NODE_ENV === 'production' && !config.ALLOW_SANDBOX_PRINTER ? 'by-hand' : 'sandbox';
}

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiHost: string | undefined;
  /** Stands on each intent: whose it is, where an account serves several shops. */
  mark: string;
}

/** Null: payments are the sandbox's (D25). */
export function stripeSettings(config: Config): StripeSettings | null {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = config;
  if (!secretKey || !publishableKey || !webhookSecret) return null;
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiHost: config.STRIPE_API_HOST,
    mark: config.SITE_URL ? new URL(config.SITE_URL).host : BRAND,
  };
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const config = parseEnvironment('order-svc', configSchema, env);
  return { ...config, ORDER_LINK_SECRET: config.ORDER_LINK_SECRET ?? randomSecret() };
}
