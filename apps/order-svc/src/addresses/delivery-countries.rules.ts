import { getCountryName } from '@shop/contracts-order';
import { z } from 'zod';
import { listCountryCodes } from './country-names.js';

/**
 * Countries that Printful doesn't ship to, because of the law or of its carriers (its help page on shipping restrictions).
 * Parts of Ukraine are in `isUnservedRegion`.
 */
const UNSERVED = new Set(['BY', 'CU', 'EC', 'IR', 'KP', 'RU', 'SY', 'AQ']);

/**
 * Countries whose customs need a number of the recipient that the form does not ask for: CPF or CNPJ in Brazil (Printful's
 * `tax_number`), the personal clearance code in Korea.
 */
const NEEDS_TAX_NUMBER = new Set(['BR', 'KR']);

export type CountryObstacle = 'unserved' | 'needs-tax-number';

/** Why nothing can be delivered to a country; null if it can. */
export function findCountryObstacle(code: string): CountryObstacle | null {
  if (UNSERVED.has(code)) return 'unserved';
  return NEEDS_TAX_NUMBER.has(code) ? 'needs-tax-number' : null;
}

/** Crimea with Sevastopol, and the regions of Donetsk and Luhansk, by their name or the first digits of the ZIP code. */
const UNSERVED_UKRAINE = {
  names: /crimea|krym|крим|крым|sevastopol|севастополь|donetsk|донец|l[uo][gh]ansk|луганс/i,
  zip: /^(8[3-7]|9[1-9])\d{3}$/,
};

export const isUnservedRegion = (code: string, { state, city, zip }: { state: string; city: string; zip: string }) =>
  code === 'UA' &&
  (UNSERVED_UKRAINE.names.test(state) ||
    UNSERVED_UKRAINE.names.test(city) ||
    UNSERVED_UKRAINE.zip.test(zip.replaceAll(/\s/g, '')));

const OBSTACLES = {
  unserved: 'the printer does not deliver there',
  'needs-tax-number': 'parcels need a tax number there, which the checkout does not ask for',
} as const;

/** Parses DELIVERY_COUNTRIES: alpha-2 codes with commas between. */
export const deliveryCountriesSchema = z
  .string()
  .transform((text, context) => {
    const known = new Set(listCountryCodes());
    const codes = text
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter(Boolean);
    for (const code of codes) {
      const obstacle = findCountryObstacle(code);
      if (!known.has(code))
        context.addIssue({ code: 'custom', message: `does not know "${code}": it takes codes such as US,CA,DE` });
      else if (obstacle)
        context.addIssue({ code: 'custom', message: `names ${getCountryName(code)}: ${OBSTACLES[obstacle]}` });
    }
    return codes.length > 0 ? codes : undefined;
  })
  .optional();

/**
 * The countries for which Printful requires the state’s code (developers.printful.com/docs, `state_code`), with the
 * codes of ISO 3166-2 and, for the United States, of the military post (pe.usps.com/text/pub28/28c2_010.htm).
 */
const REGIONS: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa
|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey
|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont
|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI Virgin Islands
|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific|DC Washington DC|VI US Virgin Islands`,
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
};

/** Without case, accents, dots and spaces. */
const toKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const toCodes = (list: string): Map<string, string> =>
  new Map(
    list.split('|').flatMap((entry) => {
      const [code = '', ...name] = entry.trim().split(' ');
      return [[toKey(code), code] as const, [toKey(name.join('')), code] as const];
    }),
  );

const CODES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(REGIONS).map(([country, list]) => [country, toCodes(list)]),
);

export const needsRegion = (countryCode: string): boolean => CODES.has(countryCode);

/** The code of a state given as code or name; null if the country has no such state. */
export const findRegionCode = (countryCode: string, state: string): string | null =>
  CODES.get(countryCode)?.get(toKey(state)) ?? null;
