import { createPrivateKey } from 'node:crypto';
import { emailSchema, newPasswordSchema } from '@shop/contracts-identity';
import { parseEnvironment, rotatingSecretSchema, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';
import { findContextReason } from './passwords/context-words.rules.js';
import { findCommonReason } from './users/password.rules.js';

function isSigningKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

export const configSchema = serviceEnvSchema
  .extend({
    /** PEM (PKCS 8) of the P-256 key that signs identity tokens. Only this service has it. `\n` may be escaped. */
    IDENTITY_PRIVATE_KEY: z
      .string()
      .transform((value) => value.replaceAll('\\n', '\n'))
      .refine(isSigningKey, 'must be the PEM of a P-256 private key'),
    /** Encrypts what identity-svc sends to support-svc for emails; the same value in both. */
    EMAIL_SECRET: rotatingSecretSchema,
    /** Encrypts the secrets of second factors in the database. */
    SECOND_FACTOR_SECRET: rotatingSecretSchema,
    /** `required`: an admin without a second factor has the role user until it is set up. */
    ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
    /** Credentials of the first admin; both or neither. */
    ADMIN_EMAIL: z.optional(emailSchema),
    ADMIN_PASSWORD: z.optional(newPasswordSchema),
    RATE_LIMIT_ENABLED: z.stringbool().default(true),
    /**
     * Allowed wrong passwords for one account from one network or known browser within the window, in addition to the gateway's limit for each IP
     * address.
     */
    RATE_LIMIT_ACCOUNT_FAILURES: z.coerce.number().int().positive().default(20),
    RATE_LIMIT_ACCOUNT_WINDOW_SECONDS: z.coerce.number().int().positive().default(900),
    /** Allowed reset links for one account within the window, so that a stranger cannot flood a mailbox. */
    RATE_LIMIT_ACCOUNT_RESETS: z.coerce.number().int().positive().default(5),
    RATE_LIMIT_ACCOUNT_RESETS_WINDOW_SECONDS: z.coerce.number().int().positive().default(3_600),
    /** Allowed wrong codes of an authenticator app for one account within the window. */
    RATE_LIMIT_ACCOUNT_CODES: z.coerce.number().int().positive().default(5),
    RATE_LIMIT_ACCOUNT_CODES_WINDOW_SECONDS: z.coerce.number().int().positive().default(900),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => (ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_PASSWORD'],
    message: 'must be set together with ADMIN_EMAIL',
  })
  .check(({ value: { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: input }, issues }) => {
    if (input === undefined) return;
    const message = findCommonReason(input) ?? findContextReason(input, { email });
    if (message !== null) issues.push({ code: 'custom', path: ['ADMIN_PASSWORD'], message, input });
  });

export type Config = z.output<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('identity-svc', configSchema, env);
