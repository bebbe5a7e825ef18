/**
 * The version of an order: one value for each part that admins change. A change is refused only if its own part has changed, so a note does not
 * fail because a parcel was sent in between. Callers treat it as opaque.
 */
import { createHash } from 'node:crypto';
import { formatCents, formatDollars } from '@shop/contracts-common';
import type { Parcels, ReprintState } from '@shop/contracts-order';
import type { Order } from '../orders/order.entity.js';

const PARTS = ['status', 'address', 'note', 'money', 'question', 'parcels', 'reprints'] as const;
export type OrderPart = (typeof PARTS)[number];

export type OrderVersion = Readonly<Record<OrderPart, string>>;

const SEPARATOR = '.';

/** What the shop has asked the customer. */
export interface AskedQuestion {
  id: string;
  text: string;
  answer: string | null;
}

/** Items that are sent again. */
interface VersionedReprint {
  id: string;
  state: ReprintState;
  tracking: Parcels | null;
}

type VersionedOrder = Pick<Order, 'status' | 'shippingAddress' | 'email' | 'noteId' | 'tracking'>;

interface OrderDetails {
  /** What was paid and has not gone back. */
  remainingCents: number;
  /** The open one, if there is one. */
  question: AskedQuestion | undefined;
  reprints: readonly VersionedReprint[];
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

const LEFT: ReadonlySet<ReprintState> = new Set(['shipped', 'delivered', 'cancelled']);
/** The way to the printer is no reason to decide again. */
const toVersionedState = (state: ReprintState): string => (LEFT.has(state) ? state : 'open');

export const getOrderVersion = (
  { status, shippingAddress, email, noteId, tracking }: VersionedOrder,
  { remainingCents, question, reprints }: OrderDetails,
): OrderVersion => ({
  status,
  address: hash([shippingAddress, email]),
  note: noteId ?? 'none',
  money: String(remainingCents),
  question: question ? `${question.id}${question.answer === null ? '' : '-answered'}` : 'none',
  parcels: tracking ? hash(tracking) : 'none',
  reprints:
    reprints.length === 0
      ? 'none'
      : hash(reprints.map((reprint) => [reprint.id, toVersionedState(reprint.state), reprint.tracking])),
});

export const formatOrderVersion = (version: OrderVersion): string => PARTS.map((part) => version[part]).join(SEPARATOR);

/** Null for a text that is no version of an order. */
export function parseOrderVersion(text: string): OrderVersion | null {
  const values = text.split(SEPARATOR);
  if (values.length !== PARTS.length || values.includes('')) return null;
  return Object.fromEntries(PARTS.map((part, index) => [part, values[index]])) as OrderVersion;
}

/** `by`: the admin who made the change, if one did. */
export const describeStatusConflict = (status: string, by: string | null): string =>
  by === null
    ? `This order has become ${status} in between. Please look at it again.`
    : `${by} has moved this order to ${status} in between. Please look at it again.`;

export const ADDRESS_CONFLICT = 'The address of this order was changed in between. Please look at it again.';

/** `by`: the admin who made the last change, if one did. */
export const describeParcelsConflict = (by: string | null): string =>
  by === null
    ? 'The tracking numbers of this order have changed in between. Please look at it again.'
    : `${by} has changed the tracking numbers of this order in between. Please look at it again.`;

export const describeReprintsConflict = (by: string | null): string =>
  by === null
    ? 'What is sent again of this order has changed in between. Please look at it again.'
    : `${by} has changed what is sent again of this order in between. Please look at it again.`;

export function describeNoteConflict(note: string | null, by: string | null): string {
  const author = by ?? 'Someone else';
  return note === null
    ? `${author} has removed the note in between.`
    : `${author} has saved another note in between: “${note}”`;
}

/** `question`: the open one, if there is one. `by`: who asked it. */
export function describeQuestionConflict(question: AskedQuestion | undefined, by: string | null): string {
  if (!question) return 'The question was closed in between.';
  return question.answer === null
    ? `${by ?? 'Someone else'} has asked the customer in between: “${question.text}”`
    : 'The customer has answered in between. Please read the answer first.';
}

export interface MoneyConflict {
  seenCents: number;
  remainingCents: number;
  /** The last refund that an admin requested. */
  refund: { by: string; amountCents: number; reason: string } | null;
}

const toDollars = (cents: number): string => formatDollars(formatCents(cents));

export function describeMoneyConflict({ seenCents, remainingCents, refund }: MoneyConflict): string {
  const rest = `${toDollars(Math.max(0, remainingCents))} can still go back. Nothing was done now.`;
  const lessCents = seenCents - remainingCents;
  if (!(lessCents > 0)) return `The payments of this order have changed in between: ${rest}`;
  return refund?.amountCents === lessCents
    ? `${refund.by} has refunded ${toDollars(lessCents)} in between (“${refund.reason}”): ${rest}`
    : `${toDollars(lessCents)} went back in between: ${rest}`;
}
