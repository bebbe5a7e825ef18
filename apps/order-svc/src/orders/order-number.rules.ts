import { randomBytes } from 'node:crypto';

/** Crockford's base 32 leaves out I, L, O and U, which are easily confused. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** 50 random bits. 256 is a multiple of 32, so all characters have the same probability. */
export function createOrderNumber(random: (size: number) => Buffer = randomBytes): string {
  return `PA-${Array.from(random(LENGTH), (byte) => CROCKFORD[byte % CROCKFORD.length]).join('')}`;
}
