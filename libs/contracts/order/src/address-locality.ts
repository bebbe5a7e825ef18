import { isPresent } from './countries.js';
import type { ShippingAddress } from './shipping-address.js';

/** Countries that write the postal code before the city (`fmt` and `lfmt` in the data of Google’s libaddressinput). */
const POSTAL_CODE_FIRST = new Set(
  (
    'AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EC EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW HR HT ' +
    'IS IT KG KW LA LI LR LT LU MA MC MD ME MF MG MK MQ MU MX MY MZ NC NE NI NL NO OM PF PL PM PT PY RE RO RS SE SI SJ SK ' +
    'SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM'
  ).split(' '),
);

export interface LocalityPart {
  /** What is before the text. */
  separator: string;
  text: string;
}

/** City, state and postal code in the order of the country (ISO 3166), without the empty ones. Any other text for the country: as in the US. */
export function listLocalityParts({
  city,
  state,
  zip,
  country,
}: Pick<ShippingAddress, 'city' | 'state' | 'zip' | 'country'>): LocalityPart[] {
  const parts = POSTAL_CODE_FIRST.has(country)
    ? [
        { separator: '', text: zip },
        { separator: ' ', text: city },
        { separator: ', ', text: state },
      ]
    : [
        { separator: '', text: city },
        { separator: ', ', text: state },
        { separator: isPresent(state) ? ' ' : ', ', text: zip },
      ];
  const present = parts.filter(({ text }) => isPresent(text));
  return present.map((part, index) => (index === 0 ? { ...part, separator: '' } : part));
}
