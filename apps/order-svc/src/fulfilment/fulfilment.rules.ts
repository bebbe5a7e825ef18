/**
 * When an order goes to the printer. Paid, and nothing given back; every item with its print file. A printer that does not answer is
 * asked again with growing pauses, for ever; after some tries, or at once where it refuses the order or a print file can't be made, the
 * admins are told why, once for each reason. Nothing is given up, and nothing goes on in silence.
 */
import type { FULFILMENT_STATES, OrderStatus, PaymentStatus } from '@shop/contracts/order';

export type FulfilmentState = (typeof FULFILMENT_STATES)[number];

const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** An outage of a minute or two is nobody's business. */
const ALARM_AFTER_TRIES = 4;
/** A print file takes a minute; what takes this long hangs. */
const FILES_ALARM_AFTER_MS = 30 * 60_000;
const FILES_PAUSE_MS = 30_000;

/** After so many tries at a printer that does not answer. */
export const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, Math.max(0, attempts - 1)));

/** After a refusal somebody has to change something first; "Try again" does not wait for it. */
export const PAUSE_AFTER_REFUSAL_MS = LONGEST_PAUSE_MS;

export const isWorthAnAlarm = (attempts: number): boolean => attempts >= ALARM_AFTER_TRIES;

/** A try that broke off, or was not answered, may have reached the printer all the same. */
export const mayBeAtPrinter = ({ state, attempts }: { state: FulfilmentState; attempts: number }): boolean =>
  state === 'submitting' || state === 'submitted' || (state === 'waiting' && attempts > 0);

/** Nobody has heard yet that the printer took it on. */
export const isOnItsWay = ({ state }: { state: FulfilmentState }): boolean =>
  state === 'held' || state === 'waiting' || state === 'submitting';

/** Carriers give a parcel up for lost after a month at the most. */
export const DELIVERED_AFTER_DAYS = 45;

/** Stands between our sentence and the printer's own words, which may name a person. */
export const IT_SAYS = ' It says: ';

export const withItsWords = (sentence: string, words: string | null): string =>
  words ? `${sentence}${IT_SAYS}${words}` : sentence;

/** A parcel is on its way, or has arrived. */
export const isSent = (status: OrderStatus): boolean => status === 'shipped' || status === 'delivered';

export interface PreparedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Nothing of what was paid is left, nor on its way back: it went back, or the customer's bank took it. */
  isMoneyGone: boolean;
  items: readonly { title: string; hasFile: boolean; failure: string | null }[];
  /** Since the hold is over. */
  overdueMs: number;
}

export type Preparation =
  | { is: 'ready' }
  /** Shipped by hand, or cancelled: it is not to be printed any more. */
  | { is: 'over' }
  /** `reason` null: it is a matter of a moment. */
  | { is: 'waiting'; pauseMs: number; reason: string | null };

export function preparationOf({ status, paymentStatus, isMoneyGone, items, overdueMs }: PreparedOrder): Preparation {
  if (status !== 'paid' && status !== 'processing') return { is: 'over' };
  if (paymentStatus !== 'paid' || isMoneyGone)
    return {
      is: 'waiting',
      pauseMs: LONGEST_PAUSE_MS,
      reason: 'The money of this order has gone back. Please cancel the order.',
    };
  const failed = items.find(({ hasFile, failure }) => !hasFile && failure !== null);
  if (failed) return { is: 'waiting', pauseMs: LONGEST_PAUSE_MS, reason: `There is no print file of ${failed.title}.` };
  const missing = items.find(({ hasFile }) => !hasFile);
  if (!missing) return { is: 'ready' };
  const reason = overdueMs >= FILES_ALARM_AFTER_MS ? `The print file of ${missing.title} has not been made yet.` : null;
  return { is: 'waiting', pauseMs: FILES_PAUSE_MS, reason };
}
