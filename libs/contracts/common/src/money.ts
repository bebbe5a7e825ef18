/**
 * Amounts are integer US cents in code and decimal strings with two decimals in JSON.
 * The largest amount of the database type decimal(10,2) is 99,999,999.99.
 */
import * as z from 'zod/mini';

export const MAX_CENTS = 9_999_999_999;

const amountSchemas = new WeakSet<z.core.$ZodType>();

function createAmountSchema(pattern: RegExp, message?: string) {
  const schema = z.string().check(z.regex(pattern, message));
  amountSchemas.add(schema);
  return schema;
}

export const isAmountSchema = (schema: z.core.$ZodType): boolean => amountSchemas.has(schema);

/** A decimal string with exactly two decimals: `"24.00"`. */
export const moneySchema = createAmountSchema(/^\d{1,8}\.\d{2}$/, 'Must be an amount such as 24.00');

/** The difference of two amounts: `"-1.50"`. */
export const signedMoneySchema = createAmountSchema(/^-?\d{1,8}\.\d{2}$/);

/** A sum over many amounts; it may have more digits than one amount. */
export const sumSchema = createAmountSchema(/^\d+\.\d{2}$/);

/** A sum less another one: `"-1.50"`. */
export const signedSumSchema = createAmountSchema(/^-?\d+\.\d{2}$/);

/** `24`, `"24"` or `"24.5"` → `"24.50"`; more decimals are rounded. Any other value is returned as it is. */
export function toAmount(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value.toFixed(2) : value;
  if (typeof value !== 'string') return value;
  const [, whole, decimals = ''] = /^\s*(-?\d+)(?:\.(\d*))?\s*$/.exec(value) ?? [];
  if (whole === undefined) return value;
  return decimals.length > 2 ? Number(value).toFixed(2) : `${whole}.${decimals.padEnd(2, '0')}`;
}

/** Integer cents → `"12.50"`; keeps a minus sign. Throws RangeError for fractions of a cent. */
export function formatCents(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const abs = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** `"12.5"`, `"12.50"` or `"12"` → 1250. Throws RangeError for anything else. */
export function parseCents(amount: string): number {
  const match = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?$/.exec(amount.trim());
  if (!match) throw new RangeError(`Not an amount: ${amount}`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -cents : cents;
}

/** A percentage of integer cents, rounded half up to the cent. `percent` is a whole number. */
export function percentOfCents(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

/** `"12.50"` → `"$12.50"` */
export const formatDollars = (amount: string): string => `$${amount}`;
