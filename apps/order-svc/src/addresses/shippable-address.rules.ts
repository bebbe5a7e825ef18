/**
 * An address that the printer can send a parcel to. It is checked before the payment and at each change, because money
 * must not be taken for what can't be delivered. The country is stored as its ISO code, states of some countries by their
 * codes, and `-` where a country has no states or ZIP codes.
 */
import { DomainError } from '@shop/contracts/common';
import { getCountryName, NOT_APPLICABLE, type ShippingAddress } from '@shop/contracts/order';
import { findCountryCode } from './country-names.js';
import {
  findCountryObstacle,
  findRegionCode,
  hasZipCodes,
  isUnservedRegion,
  needsRegion,
} from './delivery-countries.rules.js';

type FieldErrors = Record<string, string>;

/** What people write into a required field that has no meaning for them. */
const PLACEHOLDER = /^(|na|none|no|nil|null|notapplicable|x+|0+)$/i;

const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));

/** Naples and Novara are the provinces NA and NO of Italy, Navarre is NA in Spain. */
const isProvinceCode = (code: string, state: string): boolean =>
  (code === 'IT' || code === 'ES') && /^[A-Z]{2}$/.test(state);

function checkCountry(country: string, served: ReadonlySet<string>): { code: string } | { error: string } {
  const code = findCountryCode(country);
  if (code === null)
    return {
      error:
        'We don’t know this country. Please choose one of the suggestions, or write its two-letter code, such as US.',
    };
  if (findCountryObstacle(code) === 'needs-tax-number')
    return {
      error: `We can’t deliver to ${getCountryName(code)} yet, because parcels need a tax number there. Please give an address in another country.`,
    };
  if (!served.has(code))
    return {
      error: `We can’t deliver to ${getCountryName(code)}. Please give an address in another country.`,
    };
  return { code };
}

/** Examples for the countries in which the printer requires the code of the state. */
const REGION_EXAMPLES: Readonly<Record<string, string>> = {
  US: 'CA or California',
  CA: 'ON or Ontario',
  AU: 'NSW or New South Wales',
};

function checkState(code: string, { state, city, zip }: ShippingAddress): { state: string } | { error: string } {
  if (isUnservedRegion(code, { state, city, zip }))
    return { error: `We can’t deliver to this part of ${getCountryName(code)}. Please give another address.` };
  if (!needsRegion(code))
    return { state: isPlaceholder(state) && !isProvinceCode(code, state) ? NOT_APPLICABLE : state };
  const region = findRegionCode(code, state);
  return region
    ? { state: region }
    : {
        error: `We don’t know this state. Please write the code or the name of a state of this country, such as ${REGION_EXAMPLES[code] ?? code}.`,
      };
}

function checkZip(code: string, zip: string): { zip: string } | { error: string } {
  if (!isPlaceholder(zip)) return { zip };
  return hasZipCodes(code)
    ? { error: 'Please give the ZIP code: parcels to this country need one.' }
    : { zip: NOT_APPLICABLE };
}

/** Parcel labels of Printful have two lines of this many characters for street, number and flat. */
export const LINE_MAX = 35;

const countCharacters = (text: string): number => [...text].length;

/**
 * Splits an address between two words: the first line takes as many as fit. Null if a word is longer than a line or the
 * rest doesn't fit the second one.
 */
export function splitAddress(address: string): { address1: string; address2: string | null } | null {
  const words = address.split(/\s+/).filter(Boolean);
  let count = 0;
  while (count < words.length && countCharacters(words.slice(0, count + 1).join(' ')) <= LINE_MAX) count += 1;
  const [address1, address2] = [words.slice(0, count).join(' '), words.slice(count).join(' ')];
  if (address1 === '' || countCharacters(address2) > LINE_MAX) return null;
  return { address1, address2: address2 || null };
}

const ADDRESS_TOO_LONG = `Parcel labels have two lines of ${LINE_MAX} characters for the address. Please shorten it, or put a space into a very long word.`;

/**
 * The address as it is stored. `served`: alpha-2 codes.
 *
 * @throws DomainError `impossible` with a message per field.
 */
export function toShippableAddress(address: ShippingAddress, served: ReadonlySet<string>): ShippingAddress {
  const errors: FieldErrors = {};
  if (!splitAddress(address.address)) errors.address = ADDRESS_TOO_LONG;
  const country = checkCountry(address.country, served);
  if ('error' in country) throw addressNotShippable({ ...errors, country: country.error });
  const { code } = country;
  const [state, zip] = [checkState(code, address), checkZip(code, address.zip)];
  if ('error' in state) errors.state = state.error;
  if ('error' in zip) errors.zip = zip.error;
  if ('error' in state || 'error' in zip || errors.address) throw addressNotShippable(errors);
  return { ...address, ...state, ...zip, country: code };
}

function addressNotShippable(errors: FieldErrors): DomainError {
  return new DomainError('ADDRESS_NOT_SHIPPABLE', 'impossible', Object.values(errors).join(' '), {
    fieldErrors: errors,
  });
}
