/** Whether a parcel from the seller's country crosses a customs border, so that the customer may have to pay at the door. */
import type { ShippingAddress } from '@shop/contracts-order';

/** Said before the payment and in emails. The shop does not know the sum: the carrier asks for it. */
export const CUSTOMS_NOTICE =
  'This parcel crosses a customs border. Duties, import taxes and the carrier’s fee for them are not in the total and may be charged on delivery.';

/**
 * Countries, as codes of ISO 3166, with one customs territory: the Union (Regulation (EU) No 952/2013, Article 4, with
 * Monaco), the United States with Puerto Rico (Harmonized Tariff Schedule, General Note 2), the United Kingdom with the
 * Isle of Man (Customs and Excise Agreement of 1979), Switzerland with Liechtenstein (treaty of 1923). Any other country
 * is an area of its own.
 */
const AREAS: readonly ReadonlySet<string>[] = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK',
  'US PR',
  'GB IM',
  'CH LI',
].map((codes) => new Set(codes.split(' ')));

/**
 * Parts of a country where parcels pay at the border all the same, by ZIP code: outside of the Union's customs or tax
 * territory (Council Directive 2006/112/EC, Article 6). Other such territories have codes of their own and are in no area.
 */
const EXCLUDED_ZIPS: Readonly<Record<string, RegExp>> = {
  DE: /^(27498|78266)$/, // Heligoland, Büsingen
  ES: /^(35|38|51|52)\d{3}$/, // Canary Islands, Ceuta, Melilla
  FI: /^22\d{3}$/, // Åland
  FR: /^9[78]\d{3}$/, // overseas; Monaco below
  GR: /^63086$/, // Mount Athos
  IT: /^23041$/, // Livigno
};
const MONACO = /^980\d{2}$/;

/** Islands under the flag of the United States that have customs of their own. */
const EXCLUDED_STATES: Readonly<Record<string, ReadonlySet<string>>> = { US: new Set(['AS', 'GU', 'MP', 'UM', 'VI']) };

type Place = Pick<ShippingAddress, 'country' | 'state' | 'zip'>;

function isExcluded({ country, state, zip }: Place): boolean {
  const digits = zip.replaceAll(/\s/g, '');
  if (country === 'FR' && MONACO.test(digits)) return false;
  return (EXCLUDED_ZIPS[country]?.test(digits) ?? false) || (EXCLUDED_STATES[country]?.has(state) ?? false);
}

/** `address` as it is stored. `sellerCountry`: where the parcels come from. */
export function crossesCustomsBorder(sellerCountry: string, address: Place): boolean {
  const area = AREAS.find((codes) => codes.has(sellerCountry));
  const isInArea = area?.has(address.country) ?? address.country === sellerCountry;
  return !isInArea || isExcluded(address);
}
