/** What a shopper should look at in an address to which a parcel can be sent. Nothing of it stops an order. */
import type { ShippingAddress } from '@shop/contracts-order';
import { needsRegion } from './delivery-countries.rules.js';
import { getStateName, listStatesOf } from './postal-code.rules.js';

/** In the languages of Europe, and the parcel lockers of Germany's post. */
const PO_BOX =
  /\b(?:p\.? ?o\.?[ -]?(?:box|b\.? ?\d+)|post(?:al)? ?(?:office )?box|(?:gpo|locked|private) (?:box|bag)|postfach|packstation|bo[iî]te postale|b\.?p\.? ?\d+|apartado (?:de correos|postal|\d+)|casella postale|caixa postal|postbus|postboks|postbox)\b/iu;

const MILITARY_CITY = /^(?:apo|fpo|dpo)\b/i;
const MILITARY_STATES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/** An American military or diplomatic post office (pe.usps.com/text/pub28/28c2_010.htm). */
export const isMilitaryCity = (city: string): boolean => MILITARY_CITY.test(city.trim().replaceAll('.', ''));
export const isMilitaryState = (state: string): boolean => MILITARY_STATES.has(state);

function describeStateMismatch({ country, state, zip }: ShippingAddress): string | null {
  const states = needsRegion(country) ? listStatesOf(country, zip) : [];
  const [first] = states;
  if (!first || states.some(({ code }) => code === state)) return null;
  return `The ZIP code ${zip} is in ${first.name}, not in ${getStateName(country, state)}. Please check both.`;
}

/** `address` as it is stored. */
export function listAddressDoubts(address: ShippingAddress): string[] {
  const isPoBox = PO_BOX.test(address.address) || PO_BOX.test(address.address2 ?? '');
  return [
    describeStateMismatch(address),
    isMilitaryState(address.state) && address.country === 'US'
      ? 'Only the US Postal Service delivers to military addresses, which takes longer than to others.'
      : isPoBox
        ? 'Only the postal service delivers to a PO box or parcel locker; other carriers return the parcel. A street address is safer.'
        : null,
  ].filter((doubt) => doubt !== null);
}
