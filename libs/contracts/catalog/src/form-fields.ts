/** Form fields that products and variants share. */
import * as z from 'zod/mini';
import { formatCents, parseCents, parseUrl } from '@shop/contracts-common';

const URL_MAX = 2000;

/** An https URL, or a picture of the shop: an uploaded one or a drawing. */
const UPLOADED = /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\?w=(?:320|640|1024))?$/i;
const DRAWN = /^\/pictures\/[\w-]+\.svg$/;
const isShopPicture = (address: string): boolean => UPLOADED.test(address) || DRAWN.test(address);
/** `https:host` and URLs with line breaks can be parsed, but are typing errors. */
const isHttps = (address: string): boolean => /^https:\/\/[^\p{Cc}]+$/iu.test(address) && parseUrl(address) !== null;

export const pictureUrlField = (name: string) =>
  z.nullable(
    z.pipe(
      z.string(`Please give the ${name} as a web address`).check(
        z.trim(),
        z.maxLength(URL_MAX, `Please use at most 2,000 characters for the ${name}`),
        z.refine(
          (address) => address === '' || isHttps(address) || isShopPicture(address),
          `The ${name} must start with https:// or be a picture of the shop`,
        ),
      ),
      z.transform((address) => address || null),
    ),
  );

/**
 * Error messages for an empty amount, a negative amount (absent: negative amounts are allowed) and an unreadable
 * amount.
 */
export interface MoneyMessages {
  readonly missing: string;
  readonly negative?: string;
  readonly unreadable: string;
}

function parseMoney(
  value: string | number,
  { missing, negative, unreadable }: MoneyMessages,
): string | { error: string } {
  const text = String(value).trim();
  if (text === '') return { error: missing };
  try {
    const cents = parseCents(text);
    return cents < 0 && negative ? { error: negative } : formatCents(cents);
  } catch {
    return { error: unreadable };
  }
}

/** Accepts a number (step 0.01) or a decimal string, and outputs a decimal string with two decimals. */
export const moneyField = (messages: MoneyMessages) =>
  z.pipe(
    z.union([z.string(), z.number()], messages.missing),
    z.transform((value, context): string => {
      const parsed = parseMoney(value, messages);
      if (typeof parsed === 'string') return parsed;
      context.issues.push({ code: 'custom', message: parsed.error, input: value });
      return z.NEVER;
    }),
  );

/** Like `moneyField`; an empty text becomes null. */
export const optionalMoneyField = (messages: Omit<MoneyMessages, 'missing'>) =>
  z.pipe(
    z.union([z.string(), z.number()], messages.unreadable),
    z.transform((value, context): string | null => {
      if (String(value).trim() === '') return null;
      const parsed = parseMoney(value, { missing: messages.unreadable, ...messages });
      if (typeof parsed === 'string') return parsed;
      context.issues.push({ code: 'custom', message: parsed.error, input: value });
      return z.NEVER;
    }),
  );
