import { createHmac, timingSafeEqual } from 'node:crypto';
import { listSecretValues } from '../encryption/rotating-secret.js';

/** What a link opens, and until when (Unix seconds). The subject starts with its kind, so that a link never opens another kind. */
export interface LinkClaim {
  subject: string;
  expires: number;
}

const computeDigest = (secret: string, { subject, expires }: LinkClaim): Buffer =>
  createHmac('sha256', secret).update(`${expires} ${subject}`).digest();

/** HMAC-SHA256 of subject and expiry, base64url, 43 characters. A secret that is rotated signs with its new value. */
export const signLink = (secret: string, claim: LinkClaim): string =>
  computeDigest(listSecretValues(secret)[0], claim).toString('base64url');

/** Whether the signature is valid, for any value of the secret, and not expired. Compares in constant time. */
export function isLinkValid(secret: string, claim: LinkClaim, signature: string, nowMs = Date.now()): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const isSigned = listSecretValues(secret).some((value) => {
    const expected = computeDigest(value, claim);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  return isSigned && claim.expires * 1000 > nowMs;
}
