export const DEFAULT_COUNTRY = 'US';

/** Stored for a required state or ZIP code that an address does not have. */
export const NOT_APPLICABLE = '-';

/** Whether this part of an address has something to print. */
export const isPresent = (part: string): boolean => part !== '' && part !== NOT_APPLICABLE;

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

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** Unicode's country codes and their names in a language; empty for a language that the runtime does not know. */
export function listCountryNames(language: string): ReadonlyMap<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Map<string, string>();
  try {
    const displayNames = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
      const name = displayNames.of(code);
      if (name) names.set(code, name);
    }
  } catch {
    // A browser's setting may be no language tag.
  }
  namesByLanguage.set(language, names);
  return names;
}
