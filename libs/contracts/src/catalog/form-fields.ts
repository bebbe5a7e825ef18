/** Fields that the forms of products and variants have in common. */
import * as z from 'zod/mini';
import { formatCents, parseCents } from '../common/index.js';

const URL_MAX = 2000;

/** D46: any https address, or a picture of the shop's own: one that was uploaded (D15) or one that is drawn. */
const UPLOADED = /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\?w=(?:320|640|1024))?$/i;
const DRAWN = /^\/pictures\/[\w-]+\.svg$/;
const isShopPicture = (address: string): boolean => UPLOADED.test(address) || DRAWN.test(address);
/** `https:host` and an address in two lines can be parsed too, but no person means them. */
const isHttps = (address: string): boolean => /^https:\/\/[^\p{Cc}]+$/iu.test(address) && URL.canParse(address);

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

/** What a field of money says when it is empty, below zero (undefined: it may be) or no amount at all. */
export interface MoneyMessages {
  readonly missing: string;
  readonly negative?: string;
  readonly unreadable: string;
}

function parseMoney(
  value: string | number,
  { missing, negative, unreadable }: MoneyMessages,
): string | { refused: string } {
  const written = String(value).trim();
  if (written === '') return { refused: missing };
  try {
    const cents = parseCents(written);
    return cents < 0 && negative ? { refused: negative } : formatCents(cents);
  } catch {
    return { refused: unreadable };
  }
}

/** A form sends a number (step 0.01) or a decimal string; out comes a decimal string with two decimals. */
export const moneyField = (messages: MoneyMessages) =>
  z.pipe(
    z.union([z.string(), z.number()], messages.missing),
    z.transform((value, context): string => {
      const parsed = parseMoney(value, messages);
      if (typeof parsed === 'string') return parsed;
      context.issues.push({ code: 'custom', message: parsed.refused, input: value });
      return z.NEVER;
    }),
  );

/** The version somebody looked at when changing something; where it is left out, whatever is there is changed. */
export const versionField = z.optional(
  z.int('The version must be a whole number').check(z.positive('The version must be a whole number')),
);
