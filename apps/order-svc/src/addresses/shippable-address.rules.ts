/**
 * An address that the printer can send a parcel to. It is checked before the payment and at each change, because money
 * must not be taken for what can't be delivered. The country is stored as its ISO code, states of some countries by their
 * codes. A state that a country does not have is empty; `-` stands for a required state or ZIP code that the customer does not have.
 */
import { DomainError } from '@shop/contracts-common';
import {
  getCountryName,
  isStateRequired,
  NOT_APPLICABLE,
  type ShippingAddress,
  toAddressBody,
} from '@shop/contracts-order';
import { isMilitaryCity, isMilitaryState } from './address-doubts.rules.js';
import { findCountryCode } from './country-names.js';
import { findCountryObstacle, findRegionCode, isUnservedRegion, needsRegion } from './delivery-countries.rules.js';
import { findUnprintableLetters } from './latin-letters.rules.js';
import { findPostalCode, getExampleCode, hasZipCodes, suggestPostalCode } from './postal-code.rules.js';

type FieldErrors = Record<string, string>;

/** What people write into a required field that has no meaning for them. */
const PLACEHOLDER = /^(|na|none|no|nil|null|notapplicable|x+|0+)$/i;

const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));

/** Naples and Novara are the provinces NA and NO of Italy, Navarre is NA in Spain. */
const isProvinceCode = (code: string, state: string): boolean =>
  (code === 'IT' || code === 'ES') && /^[A-Z]{2}$/.test(state);

type Checked<Field extends string> = Record<Field, string> | { error: string };

const STATE_REQUIRED = 'State is required';

function checkCountry({ country, city }: ShippingAddress, served: ReadonlySet<string>): Checked<'code'> {
  const code = findCountryCode(country);
  if (code === null)
    return {
      error:
        'We don’t know this country. Please choose one of the suggestions, or write its two-letter code, such as US.',
    };
  if (code !== 'US' && isMilitaryCity(city))
    return { error: 'APO, FPO and DPO are American post offices everywhere. Please write US as the country.' };
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

function checkState(code: string, { state, city }: ShippingAddress): Checked<'state'> {
  const isRequired = isStateRequired(code);
  if (state === '') return isRequired ? { error: STATE_REQUIRED } : { state };
  if (!needsRegion(code)) {
    const isNone = isPlaceholder(state) && !isProvinceCode(code, state);
    if (!isNone) return { state };
    return { state: isRequired ? NOT_APPLICABLE : '' };
  }
  const region = findRegionCode(code, state);
  if (!region)
    return {
      error: `We don’t know this state. Please write the code or the name of a state of this country, such as ${REGION_EXAMPLES[code] ?? code}.`,
    };
  if (isMilitaryCity(city) && !isMilitaryState(region))
    return { error: 'The state of an APO, FPO or DPO is AE (Europe), AA (Americas) or AP (Pacific).' };
  return { state: region };
}

function describeWrongZip(code: string, { zip, state }: ShippingAddress): string {
  const suggestion = suggestPostalCode(code, zip, findRegionCode(code, state));
  if (suggestion !== null) return `This ZIP code can’t be right. Did you mean ${suggestion}?`;
  return `This ZIP code can’t be right. In this country it looks like ${getExampleCode(code) ?? 'another'}.`;
}

function checkZip(code: string, address: ShippingAddress): Checked<'zip'> {
  if (isPlaceholder(address.zip))
    return hasZipCodes(code)
      ? { error: 'Please give the ZIP code: parcels to this country need one.' }
      : { zip: NOT_APPLICABLE };
  const zip = findPostalCode(code, address.zip);
  return zip === null ? { error: describeWrongZip(code, address) } : { zip };
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

/** The two lines of the label. Null if the address does not fit on them. */
export function toLabelLines({ address, address2 }: ShippingAddress): ReturnType<typeof splitAddress> {
  const isOnItsLine = (line: string): boolean => countCharacters(line) <= LINE_MAX;
  return address2 && isOnItsLine(address) && isOnItsLine(address2)
    ? { address1: address, address2 }
    : splitAddress(`${address} ${address2 ?? ''}`);
}

const ADDRESS_TOO_LONG = `Parcel labels have two lines of ${LINE_MAX} characters for the address. Please shorten it, or put a space into a very long word.`;

/** `code`: null if the country is unknown or not served. */
const checkLines = (code: string | null, address: ShippingAddress): FieldErrors => ({
  ...(toLabelLines(address) ? {} : { address: ADDRESS_TOO_LONG }),
  ...findUnprintableLetters(code, address),
});

/**
 * The address as it is stored. `served`: alpha-2 codes.
 *
 * @throws DomainError `impossible` with a message per field.
 */
export function toShippableAddress(requested: ShippingAddress, served: ReadonlySet<string>): ShippingAddress {
  const address = toAddressBody(requested);
  const country = checkCountry(address, served);
  if ('error' in country)
    throw addressNotShippable({
      ...checkLines(null, address),
      ...(address.state === '' && { state: STATE_REQUIRED }),
      country: country.error,
    });
  const { code } = country;
  if (isUnservedRegion(code, address))
    throw addressNotShippable({
      state: `We can’t deliver to this part of ${getCountryName(code)}. Please give another address.`,
    });
  const errors = checkLines(code, address);
  const [state, zip] = [checkState(code, address), checkZip(code, address)];
  if ('error' in state) errors.state = state.error;
  if ('error' in zip) errors.zip = zip.error;
  if ('error' in state || 'error' in zip || Object.keys(errors).length > 0) throw addressNotShippable(errors);
  return { ...address, ...state, ...zip, country: code };
}

/** Several messages become sentences; a single one is as it is beside its field. */
function joinMessages(messages: readonly string[]): string {
  if (messages.length < 2) return messages.join('');
  return messages.map((message) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(' ');
}

function addressNotShippable(errors: FieldErrors): DomainError {
  return new DomainError('ADDRESS_NOT_SHIPPABLE', 'impossible', joinMessages(Object.values(errors)), {
    fieldErrors: errors,
  });
}
