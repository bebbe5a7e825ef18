import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link opens, and until when (Unix seconds). The subject starts with its kind, so that a link never opens another kind. */
export interface LinkClaim {
  subject: string;
  expires: number;
}

const computeDigest = (secret: string, { subject, expires }: LinkClaim): Buffer =>
  createHmac('sha256', secret).update(`${expires} ${subject}`).digest();

/** HMAC-SHA256 of subject and expiry, base64url, 43 characters. */
export const signLink = (secret: string, claim: LinkClaim): string =>
  computeDigest(secret, claim).toString('base64url');

/** Whether the signature is valid and not expired. Compares in constant time. */
export function isLinkValid(secret: string, claim: LinkClaim, signature: string, nowMs = Date.now()): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const expected = computeDigest(secret, claim);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && claim.expires * 1000 > nowMs;
}
