/** Stored for a state or ZIP code where the country has none: the form asks for both. */
export const NOT_APPLICABLE = '-';

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of an ISO 3166 code, such as `Germany` for `DE`. Any other text is returned as it is. */
export const getCountryName = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (REGION_NAMES.of(country) ?? country) : country;

interface Locality {
  city: string;
  state: string;
  zip: string;
}

/** State and ZIP code as displayed: empty where the country has none. */
export const getRegionText = ({ state, zip }: Locality): string =>
  [state, zip].filter((part) => part !== NOT_APPLICABLE).join(' ');
