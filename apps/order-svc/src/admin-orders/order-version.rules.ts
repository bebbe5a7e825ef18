/**
 * The version of an order: one value for each part that admins change. A change is refused only if its own part has changed, so a note does not
 * fail because a parcel was sent in between. Callers treat it as opaque.
 */
import { createHash } from 'node:crypto';
import { formatCents, formatDollars } from '@shop/contracts/common';
import type { Order } from '../orders/order.entity.js';

export type OrderPart = 'status' | 'address' | 'note' | 'money';

export type OrderVersion = Readonly<Record<OrderPart, string>>;

const SEPARATOR = '.';

type VersionedOrder = Pick<Order, 'status' | 'shippingAddress' | 'email' | 'noteId'>;

/** `remainingCents`: what was paid and has not gone back. */
export const getOrderVersion = (
  { status, shippingAddress, email, noteId }: VersionedOrder,
  remainingCents: number,
): OrderVersion => ({
  status,
  address: createHash('sha256')
    .update(JSON.stringify([shippingAddress, email]))
    .digest('base64url')
    .slice(0, 16),
  note: noteId ?? 'none',
  money: String(remainingCents),
});

export const formatOrderVersion = ({ status, address, note, money }: OrderVersion): string =>
  [status, address, note, money].join(SEPARATOR);

/** Null for a text that is no version of an order. */
export function parseOrderVersion(text: string): OrderVersion | null {
  const [status, address, note, money, ...rest] = text.split(SEPARATOR);
  if (!status || !address || !note || !money || rest.length > 0) return null;
  return { status, address, note, money };
}

/** `by`: the admin who made the change, if one did. */
export const describeStatusConflict = (status: string, by: string | null): string =>
  by === null
    ? `This order has become ${status} meanwhile. Please look at it again.`
    : `${by} has moved this order to ${status} meanwhile. Please look at it again.`;

export const ADDRESS_CONFLICT = 'The address of this order was changed meanwhile. Please look at it again.';

export function describeNoteConflict(note: string | null, by: string | null): string {
  const who = by ?? 'Somebody else';
  return note === null
    ? `${who} has removed the note meanwhile.`
    : `${who} has saved another note meanwhile: “${note}”`;
}

export interface MoneyConflict {
  seenCents: number;
  remainingCents: number;
  /** The last refund that an admin requested. */
  refund: { by: string; amountCents: number; reason: string } | null;
}

const toDollars = (cents: number): string => formatDollars(formatCents(cents));

export function describeMoneyConflict({ seenCents, remainingCents, refund }: MoneyConflict): string {
  const rest = `${toDollars(Math.max(0, remainingCents))} can still go back. Nothing was refunded now.`;
  const lessCents = seenCents - remainingCents;
  if (!(lessCents > 0)) return `The payments of this order have changed meanwhile: ${rest}`;
  return refund?.amountCents === lessCents
    ? `${refund.by} has refunded ${toDollars(lessCents)} meanwhile (“${refund.reason}”): ${rest}`
    : `${toDollars(lessCents)} went back meanwhile: ${rest}`;
}
