import { randomBytes } from 'node:crypto';
import { BRAND } from '@shop/contracts-common';
import { DEFAULT_COUNTRY, type PrintProviderName } from '@shop/contracts-order';
import { parseEnvironment, rotatingSecretSchema, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';
import { listCountryCodes } from './addresses/country-names.js';
import { deliveryCountriesSchema } from './addresses/delivery-countries.rules.js';

const NOBODY_CAN_PAY =
  'is missing: no one could pay. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or SANDBOX_URL for a shop that takes no money';
const SANDBOX_IN_PRODUCTION =
  'is not true, and the sandbox takes no money: set the three keys of Stripe, or set this to true to start in production all the same';

const TEST_KEY = /^(?:sk|rk)_test_/;
const TEST_KEY_IN_PRODUCTION =
  'is a test key, which takes no money: set a live key, or ALLOW_SANDBOX_PAYMENTS=true to start in production all the same';

const PRINTFUL_NEEDS = ['PRINTFUL_WEBHOOK_SECRET', 'PRINTFUL_CATALOGUE', 'PRINT_FILE_SECRET', 'SITE_URL'] as const;

const API_ADDRESS = /^https?:\/\/[^/?#@]+\/?$/;

/** The sandbox's own account. The webhook secret is the sandbox's default too, for development. */
const SANDBOX_KEYS = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' };
const DEVELOPMENT_WEBHOOK_SECRET = 'whsec_of_the_development_sandbox';

const LIVE_KEY = /^(?:sk|rk)_live_/;
const LIVE_KEY_AT_SANDBOX =
  'a live key takes real money, and STRIPE_API_HOST is the address of the sandbox. Set only one of them';

/** Null for an address that is missing or wrong, which has an error of its own. */
const toOrigin = (address = ''): string | null => (URL.canParse(address) ? new URL(address).origin : null);

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export const configSchema = serviceEnvSchema
  .extend({
    /** The three Stripe keys together enable Stripe. The secret key, `sk_…` or a restricted `rk_…`. */
    STRIPE_SECRET_KEY: z.string().trim().optional(),
    /** `pk_…`, sent to the browser. */
    STRIPE_PUBLISHABLE_KEY: z.string().trim().optional(),
    /** `whsec_…` of the endpoint `/api/webhooks/stripe`. */
    STRIPE_WEBHOOK_SECRET: z.string().trim().optional(),
    /**
     * The address of the sandbox (apps/sandbox), a fake Stripe and a fake Printful. The shop uses it in place of each
     * provider for which it has no keys.
     */
    SANDBOX_URL: z
      .url({ protocol: /^https?$/ })
      .regex(API_ADDRESS, 'must be protocol, host and port alone')
      .optional(),
    /** Another address of Stripe's API, with protocol and port: a proxy, or a test server. */
    STRIPE_API_HOST: z
      .url({ protocol: /^https?$/ })
      .regex(API_ADDRESS, "must be protocol, host and port alone: Stripe's library asks for its own paths there")
      .optional(),
    /** A production start with the sandbox, or with test keys of Stripe, requires this. */
    ALLOW_SANDBOX_PAYMENTS: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    /** Signs the sandbox's webhooks; the sandbox has the same value. */
    SANDBOX_WEBHOOK_SECRET: z.string().min(16).default(DEVELOPMENT_WEBHOOK_SECRET),
    /** An admin's refund above this needs a code of the second factor in the last ten minutes, if the admin has one. */
    SECOND_FACTOR_REFUND_CENTS: z.coerce.number().int().min(0).default(20_000),
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
    /** Who sells, on receipts; without it the shop's name. */
    SELLER_NAME: z.string().trim().min(1).max(200).optional(),
    /** The seller's address on receipts, and a tax number if there is one: lines separated by `|`. */
    SELLER_ADDRESS: z
      .string()
      .max(1_000)
      .default('')
      .transform((text) =>
        text
          .split('|')
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    /** Where the parcels come from, as an ISO 3166 code: a parcel out of its customs area may cost duties. */
    SELLER_COUNTRY: z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => listCountryCodes().includes(code), 'takes the code of a country, such as US or DE')
      .default(DEFAULT_COUNTRY),
    /**
     * Signs the links to an order in emails, the same in all instances. Required in production; otherwise links end
     * with the process.
     */
    ORDER_LINK_SECRET: rotatingSecretSchema.optional(),
    /** Encrypts codes for changing an order on their way to support-svc, which has the same value. */
    EMAIL_SECRET: rotatingSecretSchema,
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
    /** A JSON file that maps products, sizes and colours to Printful's variants (docs/providers.md). */
    PRINTFUL_CATALOGUE: z.string().optional(),
    /** Signs the addresses from which a printer downloads print files; art-svc has the same value. */
    PRINT_FILE_SECRET: rotatingSecretSchema.optional(),
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
    const sandbox = toOrigin(env.SANDBOX_URL);
    if (sandbox !== null && sandbox === toOrigin(env.STRIPE_API_HOST) && LIVE_KEY.test(env.STRIPE_SECRET_KEY ?? ''))
      context.addIssue({ code: 'custom', path: ['STRIPE_SECRET_KEY'], message: LIVE_KEY_AT_SANDBOX });
    if (env.NODE_ENV === 'production' && !env.ALLOW_SANDBOX_PAYMENTS && TEST_KEY.test(env.STRIPE_SECRET_KEY ?? ''))
      context.addIssue({ code: 'custom', path: ['STRIPE_SECRET_KEY'], message: TEST_KEY_IN_PRODUCTION });
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
    if (!env.SANDBOX_URL) context.addIssue({ code: 'custom', path: ['SANDBOX_URL'], message: NOBODY_CAN_PAY });
    else if (env.NODE_ENV === 'production' && !env.ALLOW_SANDBOX_PAYMENTS)
      context.addIssue({ code: 'custom', path: ['ALLOW_SANDBOX_PAYMENTS'], message: SANDBOX_IN_PRODUCTION });
    else if (env.NODE_ENV === 'production' && env.SANDBOX_WEBHOOK_SECRET === DEVELOPMENT_WEBHOOK_SECRET)
      context.addIssue({
        code: 'custom',
        path: ['SANDBOX_WEBHOOK_SECRET'],
        message: 'is missing: with the value of development anyone could report payments',
      });
  });

export type Config = z.output<typeof configSchema> & Record<'ORDER_LINK_SECRET', string>;

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
  /** The browser loads the sandbox's script in place of Stripe's. */
  isSandbox: boolean;
  /** Stored with each intent to identify the shop, where one account serves several shops. */
  mark: string;
}

/** The keys of Stripe, or else the sandbox's. */
export function stripeSettings(config: Config): StripeSettings {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_HOST: apiHost,
    SANDBOX_URL: sandboxUrl,
  } = config;
  const mark = config.SITE_URL ? new URL(config.SITE_URL).host : BRAND;
  if (secretKey && publishableKey && webhookSecret)
    return { secretKey, publishableKey, webhookSecret, apiHost, isSandbox: false, mark };
  if (!sandboxUrl) throw new Error(`SANDBOX_URL ${NOBODY_CAN_PAY}`);
  return {
    ...SANDBOX_KEYS,
    webhookSecret: config.SANDBOX_WEBHOOK_SECRET,
    apiHost: sandboxUrl,
    isSandbox: true,
    mark,
  };
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const config = parseEnvironment('order-svc', configSchema, env);
  return { ...config, ORDER_LINK_SECRET: config.ORDER_LINK_SECRET ?? randomBytes(32).toString('hex') };
}
