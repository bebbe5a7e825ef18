import { hash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { listSecretValues } from './rotating-secret.js';

const toKey = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * Encrypts a part of an event for the services that know the secret (JWE, AES-256-GCM). The broker, the outbox and dead letters have the rest of the
 * event in plain text. The purpose is authenticated, so that a text for one event cannot be put into another.
 */
export const encryptPayload = (
  secret: string,
  purpose: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> =>
  new EncryptJWT({ payload })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(purpose)
    .encrypt(toKey(listSecretValues(secret)[0]));

/** Throws for a text that was changed, or encrypted with no value of the secret or for another purpose. */
export async function decryptPayload(secret: string, purpose: string, encrypted: string): Promise<unknown> {
  const decrypt = (value: string) =>
    jwtDecrypt(encrypted, toKey(value), {
      subject: purpose,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
  const [current, ...earlier] = listSecretValues(secret);
  const { payload } = await earlier.reduce((result, value) => result.catch(() => decrypt(value)), decrypt(current));
  return payload.payload;
}
