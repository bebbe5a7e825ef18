/** The message and the action of a parcel that came back. */
import { describeReturn } from '@shop/contracts-order';
import { PRINTER_MESSAGE_PREFIX } from '../fulfilment/fulfilment.rules.js';

export interface ReturnedParcelDetails {
  /** The printer's text follows the prefix; an email leaves it out. */
  reason: string;
  isAddressCorrected: boolean;
}

export function describeReturnedParcel(order: string, { reason, isAddressCorrected }: ReturnedParcelDetails): string {
  const [, text = null] = reason.split(PRINTER_MESSAGE_PREFIX);
  const next = isAddressCorrected
    ? 'It has another address since: please have it sent again there, at the printer.'
    : 'Its customer was asked for a better address.';
  return `A parcel of ${order} ${describeReturn({ reason: text?.replace(/[.!?]$/, '') ?? null })}. ${next}`;
}

export const SETTLE_RETURN = {
  label: 'Mark as settled',
  warning:
    'Please do this once the parcel was sent again without a new number, or the customer has the money back. 45 days later the order counts as delivered.',
};
