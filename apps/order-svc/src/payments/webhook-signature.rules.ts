import { createHmac, timingSafeEqual } from 'node:crypto';

/** Rejects an old signature, which may be a replay. Stripe uses the same limit (docs.stripe.com/webhooks). */
const SIGNATURE_TOLERANCE_SECONDS = 300;

const computeMac = (secret: string, timestamp: number, raw: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest();

/** Stripe's scheme: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
export function signWebhook(secret: string, raw: Buffer | string, timestamp = Math.floor(Date.now() / 1000)): string {
  return `t=${timestamp},v1=${computeMac(secret, timestamp, raw).toString('hex')}`;
}

/** Whether one of the header's signatures is recent and made for exactly these bytes with this secret. */
export function isSignedWebhook(
  secret: string,
  raw: Buffer | string,
  header: string,
  nowSeconds = Math.floor(Date.now() / 1000),
): boolean {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const timestamp = Number(fields.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(timestamp) || Math.abs(nowSeconds - timestamp) > SIGNATURE_TOLERANCE_SECONDS) return false;
  const expected = computeMac(secret, timestamp, raw);
  return fields.some(([name, value]) => {
    if (name !== 'v1' || !value) return false;
    const received = Buffer.from(value, 'hex');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
