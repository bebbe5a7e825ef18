import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link opens and until when, in seconds since 1970. The subject begins with what kind of thing it is: one kind's link never opens another. */
export interface LinkClaim {
  subject: string;
  expires: number;
}

const computeDigest = (secret: string, { subject, expires }: LinkClaim): Buffer =>
  createHmac('sha256', secret).update(`${expires} ${subject}`).digest();

/** HMAC-SHA256 over subject and end, base64url, 43 characters. */
export const signLink = (secret: string, claim: LinkClaim): string => computeDigest(secret, claim).toString('base64url');

/** Whether this secret signed the claim and its time is not over; takes equally long however much of it is right. */
export function isLinkGood(secret: string, claim: LinkClaim, signature: string, nowMs = Date.now()): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const expected = computeDigest(secret, claim);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && claim.expires * 1000 > nowMs;
}
