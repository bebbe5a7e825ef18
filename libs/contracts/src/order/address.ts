import { DEFAULT_COUNTRY } from './constants.js';

/** Stored for a state or ZIP code where the country has none: the form asks for both. */
export const NOT_APPLICABLE = '-';

/** Made at the first use: most pages show no country. */
let regionNames: Intl.DisplayNames | undefined;

/** The English name of an ISO 3166 code, such as `Germany` for `DE`. Any other text is returned as it is. */
export function getCountryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  regionNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return regionNames.of(country) ?? country;
}

/** The country of an address as displayed. The shop's own country stays as the form writes it. */
export const formatCountry = (country: string): string =>
  country === DEFAULT_COUNTRY ? country : getCountryName(country);
