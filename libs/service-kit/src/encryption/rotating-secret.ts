import { z } from 'zod';

const MIN_LENGTH = 16;

/** The values of a secret: the first signs and encrypts, all of them are accepted. */
export function listSecretValues(secret: string): [string, ...string[]] {
  const [current = '', ...earlier] = secret.split(',').map((value) => value.trim());
  return [current, ...earlier];
}

/** A setting with a secret of at least 16 characters, or during a rotation two of them, `new,old`. */
export const rotatingSecretSchema = z
  .string()
  .refine((secret) => listSecretValues(secret).every((value) => value.length >= MIN_LENGTH), {
    message: `must have at least ${MIN_LENGTH} characters, each of two values separated by a comma too`,
  })
  .refine((secret) => listSecretValues(secret).length <= 2, {
    message: 'must be one value, or the new and the old one',
  });
