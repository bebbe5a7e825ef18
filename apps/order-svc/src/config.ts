import { randomBytes } from 'node:crypto';
import { BRAND } from '@shop/contracts/common';
import type { PrintProviderName } from '@shop/contracts/order';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';
import { deliveryCountriesSchema } from './addresses/delivery-countries.rules.js';
import { sandboxFaultsSchema } from './payments/sandbox/sandbox-faults.rules.js';

const SANDBOX_IN_PRODUCTION =
  'payments are not set up: only the sandbox, which takes no money, is there. Set it to true to start in production all the same';

const PRINTFUL_NEEDS = ['PRINTFUL_WEBHOOK_SECRET', 'PRINTFUL_CATALOGUE', 'PRINT_FILE_SECRET', 'SITE_URL'] as const;

const randomSecret = (): string => randomBytes(32).toString('hex');

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export const configSchema = serviceEnvSchema
  .extend({
    /** The three Stripe keys together enable Stripe. The secret key, `sk_…` or a restricted `rk_…`. */
    STRIPE_SECRET_KEY: z.string().trim().optional(),
    /** `pk_…`, sent to the browser. */
    STRIPE_PUBLISHABLE_KEY: z.string().trim().optional(),
    /** `whsec_…` of the endpoint `/api/webhooks/stripe`. */
    STRIPE_WEBHOOK_SECRET: z.string().trim().optional(),
    /** Another address of Stripe's API, with protocol and port: a proxy, or a test server. */
    STRIPE_API_HOST: z
      .url({ protocol: /^https?$/ })
      .regex(
        /^https?:\/\/[^/?#@]+\/?$/,
        "must be protocol, host and port alone: Stripe's library asks for its own paths there",
      )
      .optional(),
    /** A production start without a real payment provider requires this. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Signs the sandbox's webhooks. Each process delivers to itself, so processes need no common secret. */
    SANDBOX_WEBHOOK_SECRET: z.string().min(16).default(randomSecret),
    /** How long the sandbox's banks take for the test cards with slow payments. */
    SANDBOX_PROCESSING_MS: z.coerce.number().int().min(1).max(86_400_000).default(10_000),
    /** Faults of the sandbox's webhooks: `late:3s,twice,shuffled,lost`. No effect with Stripe. */
    SANDBOX_FAULTS: sandboxFaultsSchema,
    /**
     * The page that waits for a payment polls; the provider is asked about one payment at most this often. 0: each
     * time.
     */
    PAYMENT_POLL_INTERVAL_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
    /**
     * The change window: for this time after the payment the customer can change or cancel the order, and nothing is
     * printed. 0: none. At most a week.
     */
    CHANGE_WINDOW_MINUTES: z.coerce.number().min(0).max(10_080).default(60),
    /** Where the shop delivers to, as ISO 3166 codes: `US,CA,DE`. Unset: wherever the printer delivers to. */
    DELIVERY_COUNTRIES: deliveryCountriesSchema,
    /**
     * Signs the links to an order in emails, the same in all instances. Required in production; otherwise links end
     * with the process.
     */
    ORDER_LINK_SECRET: z.string().min(16).optional(),
    /** The sandbox takes the payments and prints where the shop has no keys of its own. */
    SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Enables Printful. */
    PRINTFUL_API_KEY: z.string().trim().optional(),
    /** The store of the account; not needed if the key belongs to one store. */
    PRINTFUL_STORE_ID: z.string().trim().optional(),
    /** Another address of Printful's API, with protocol and port: a proxy, or a test server. */
    PRINTFUL_API_HOST: z.url({ protocol: /^https?$/ }).optional(),
    /** Printful does not sign webhooks, so its webhook address contains this: `/api/webhooks/printful/<secret>`. */
    PRINTFUL_WEBHOOK_SECRET: z
      .string()
      .regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, _ and -, because it is part of an address')
      .optional(),
    /** A JSON file that maps products, sizes and colours to Printful's variants (docs/operations.md). */
    PRINTFUL_CATALOGUE: z.string().optional(),
    /** Signs the addresses from which a printer downloads print files; art-svc has the same value. */
    PRINT_FILE_SECRET: z.string().min(16).optional(),
    /** The shop's public address; Printful downloads print files there. */
    SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Without Printful, production prints by hand; `true` allows the printer of SANDBOX_URL there. */
    ALLOW_SANDBOX_PRINTER: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
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
        message: 'is missing: without it the links in emails end with the process',
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
    context.addIssue({ code: 'custom', path: ['ALLOW_SANDBOX_PAYMENTS'], message: SANDBOX_IN_PRODUCTION });
  });

export type Config = z.output<typeof configSchema> & { ORDER_LINK_SECRET: string };

export interface PrintfulSettings {
  /** `sandbox`: its address speaks Printful's API. */
  provider: Exclude<PrintProviderName, 'by-hand'>;
  apiKey: string;
  storeId: string | undefined;
  apiHost: string;
  webhookSecret: string;
  /** Null: the catalogue of the sandbox. */
  catalogueFile: string | null;
  printFileSecret: string;
  siteUrl: string;
}

/** Null: neither Printful nor the sandbox prints. */
export function printfulSettings(config: Config): PrintfulSettings | null {
  const {
    PRINTFUL_API_KEY: apiKey,
    PRINTFUL_WEBHOOK_SECRET: webhookSecret,
    PRINTFUL_CATALOGUE: catalogueFile,
    PRINT_FILE_SECRET: printFileSecret,
    SITE_URL: siteUrl,
  } = config;
  if (!apiKey || !webhookSecret || !catalogueFile || !printFileSecret || !siteUrl)
    return sandboxPrinterSettings(config);
  return {
    provider: 'printful',
    apiKey,
    storeId: config.PRINTFUL_STORE_ID,
    apiHost: config.PRINTFUL_API_HOST ?? 'https://api.printful.com',
    webhookSecret,
    catalogueFile,
    printFileSecret,
    siteUrl,
  };
}

/** Production uses it only if that is allowed, because it sends no parcels. It downloads no print files. */
function sandboxPrinterSettings(config: Config): PrintfulSettings | null {
  if (!config.SANDBOX_URL || (config.NODE_ENV === 'production' && !config.ALLOW_SANDBOX_PRINTER)) return null;
  return {
    provider: 'sandbox',
    apiKey: 'sandbox',
    storeId: undefined,
    apiHost: config.SANDBOX_URL,
    webhookSecret: config.PRINTFUL_WEBHOOK_SECRET ?? 'sandbox-printer',
    catalogueFile: config.PRINTFUL_CATALOGUE ?? null,
    printFileSecret: config.PRINT_FILE_SECRET ?? 'sandbox-printer',
    siteUrl: config.SITE_URL ?? config.SANDBOX_URL,
  };
}

/** The printer of new orders. */
export const printProviderName = (config: Config): PrintProviderName => printfulSettings(config)?.provider ?? 'by-hand';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiHost: string | undefined;
  /** Stored with each intent to identify the shop, where one account serves several shops. */
  mark: string;
}

/** Null: the sandbox takes the payments. */
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
