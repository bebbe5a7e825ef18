import * as z from 'zod/mini';
import { DEFAULT_COUNTRY, listCountryNames } from './countries.js';
import { giftMessageSchema } from './gift-message.js';
import { toPlainText } from './plain-text.js';

const tooLong = (max: number): string => `Please use at most ${max} characters`;

const lineField = (message: string, max = 200) =>
  z.string().check(z.overwrite(toPlainText), z.minLength(1, message), z.maxLength(max, tooLong(max)));
const optionalField = (max: number) =>
  z.optional(z.string().check(z.overwrite(toPlainText), z.maxLength(max, tooLong(max))));

/** `when`: an empty state is named together with the other empty fields. */
const STATE_REQUIRED = {
  path: ['state'],
  error: 'State is required',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const addressFields = z.object({
  name: lineField('Name is required'),
  address: lineField('Address is required', 300),
  /** Flat, floor, company or c/o. */
  address2: optionalField(200),
  city: lineField('City is required'),
  /** May be empty where a country has no states. */
  state: z.string().check(z.overwrite(toPlainText), z.maxLength(200, tooLong(200))),
  zip: lineField('ZIP code is required', 20),
  country: lineField('Country is required', 100),
  /** For the carrier, who calls if the recipient can't be found. */
  phone: optionalField(30),
});

const isBlank = (text: unknown): boolean => typeof text === 'string' && toPlainText(text) === '';

/** The server decides about the states of other countries, because it knows their names in all languages. */
export const shippingAddressSchema = addressFields.check(
  z.refine(
    ({ state, country }) => !isBlank(state) || !(isBlank(country) || country === DEFAULT_COUNTRY),
    STATE_REQUIRED,
  ),
);
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;

/** Body of `POST /api/checkout/shipping`. */
export const checkoutShippingSchema = z.safeExtend(shippingAddressSchema, {
  giftMessage: z.optional(giftMessageSchema),
});
export type CheckoutShipping = z.infer<typeof checkoutShippingSchema>;

/** Countries whose addresses have a state, province or the like (`require` in the data of Google’s libaddressinput). */
const WITH_STATES = new Set(
  'AE AU BR CA CN CO CR ES HK HN ID IN IQ IT JM JP KN KR KY NR PF PG RU SO SV TW UA US VE'.split(' '),
);

/** `code`: ISO 3166, or null for an unknown country. */
export const isStateRequired = (code: string | null): boolean => code === null || WITH_STATES.has(code);

const toKey = (text: string): string => text.trim().toLowerCase();

/** Codes of former countries have the names of today’s: `DD` is named Germany as well. */
const toCurrentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

/** The country of a form, by its code or its name in one of the languages; null if it is unknown here. */
export function findCountry(text: string, languages: readonly string[]): string | null {
  const key = toKey(text);
  for (const language of languages)
    for (const [code, name] of listCountryNames(language))
      if (key === toKey(code) || key === toKey(name)) return toCurrentCode(code);
  return null;
}

/**
 * What a page checks: the required fields, and no formats. `languages`: those in which the shopper may write a country;
 * in any other the state is required.
 */
export const toAddressFormSchema = (languages: readonly string[]) =>
  addressFields.check(
    z.refine(
      ({ state, country }) => !isBlank(state) || !isStateRequired(findCountry(country, ['en', ...languages])),
      STATE_REQUIRED,
    ),
  );

/** The body that a page sends: optional fields only if they are filled. */
export function toAddressBody({ address2, phone, ...address }: ShippingAddress): ShippingAddress {
  return { ...address, ...(address2 && { address2 }), ...(phone && { phone }) };
}

const addressLine = z.catch(z.string(), '');
const optionalLine = z.catch(z.optional(z.string()), undefined);
const NO_ADDRESS = { name: '', address: '', city: '', state: '', zip: '', country: '' };

/** An address on a page; missing lines are empty. */
export const shippingAddressReader = z.catch(
  z.object({
    name: addressLine,
    address: addressLine,
    address2: optionalLine,
    city: addressLine,
    state: addressLine,
    zip: addressLine,
    country: addressLine,
    phone: optionalLine,
  }),
  NO_ADDRESS,
);
