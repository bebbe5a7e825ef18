import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U, so that a number read aloud is written down right. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** D24: 50 random bits; 256 is a multiple of 32, so no character is likelier than another. */
export function createOrderNumber(random: (size: number) => Buffer = randomBytes): string {
  return `PA-${Array.from(random(LENGTH), (byte) => CROCKFORD[byte % CROCKFORD.length]).join('')}`;
}
