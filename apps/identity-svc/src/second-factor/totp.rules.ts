import { BRAND } from '@shop/contracts-common';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;

/** Clocks of phones may be off by one step. */
const WINDOW_STEPS = 1;

/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The only parameters that every authenticator app knows. */
const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({
    ...{ issuer: BRAND, label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS },
  });

/** In Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address in the QR code. */
export const toTotpUri = (secret: string, email: string): string => createTotp(secret, email).toString();

/** The time step of a right code that is newer than the last used one, or null. Spaces are ignored. */
export function findStep(secret: string, code: string, lastStep: number, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replaceAll(/\s/g, '');
  const delta = createTotp(secret).validate({ token, timestamp, window: WINDOW_STEPS });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : null;
}
