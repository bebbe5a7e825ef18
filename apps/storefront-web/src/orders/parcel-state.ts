/** The state of a sent order's parcels in words. */
import {
  describeReturn,
  type DisplayedCustomerOrder,
  listParcels,
  type Parcels,
  type Tracking,
} from '@shop/contracts-order';
import type { OrderStateText } from './order-state.js';

const formatParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

/** An order printed at several places is shipped in several parcels. */
export function describeShipped(tracking: Parcels | null): OrderStateText {
  if (!tracking) return { title: 'Shipped', text: 'Your parcel is on its way to you.' };
  const { isPartial } = tracking;
  // A parcel that came back and was sent again is not on its way.
  const parcels = listParcels(tracking).filter(({ returned }) => !returned);
  const [only] = parcels;
  const [title, rest] = isPartial ? ['Partly shipped', ' The rest follows.'] : ['Shipped', ''];
  if (!only) return { title, text: `Your parcel is on its way to you.${rest}` };
  if (parcels.length > 1)
    return { title, text: `Your parcels are on their way: ${parcels.map(formatParcel).join('; ')}.${rest}` };
  const what = only.isReshipment
    ? 'Your parcel was sent again and'
    : isPartial
      ? 'A part of your order'
      : 'Your parcel';
  return { title, text: `${what} is on its way with ${formatParcel(only)}.${rest}` };
}

export function describeReturned(parcelReturn: DisplayedCustomerOrder['parcelReturn']): OrderStateText {
  const cameBack = `It ${describeReturn({ reason: parcelReturn?.reason ?? null })}.`;
  return {
    title: 'Your parcel came back',
    text: parcelReturn?.isAddressCorrected
      ? `${cameBack} Thank you for the other address: we send it again, and write to you when it leaves.`
      : `${cameBack} Please check the address, so that we can send it again.`,
  };
}
