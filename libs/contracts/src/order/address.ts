import { DEFAULT_COUNTRY } from './constants.js';

/** Stored for a state or ZIP code where the country has none: the form asks for both. */
export const NOT_APPLICABLE = '-';

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of an ISO 3166 code, such as `Germany` for `DE`. Any other text is returned as it is. */
export const getCountryName = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (REGION_NAMES.of(country) ?? country) : country;

/** The country of an address as displayed. The shop's own country stays as the form writes it. */
export const formatCountry = (country: string): string =>
  country === DEFAULT_COUNTRY ? country : getCountryName(country);
