/**
 * When items of an order can be sent again, and when a reprint goes to the printer: the order was sent, and its money is with
 * the shop. Admins see the reason of a wait once.
 */
import {
  type FulfilmentHoldKind,
  isFullyRefunded,
  type ItemQuantities,
  type OrderStatus,
  type RefundSummary,
  type ReprintState,
} from '@shop/contracts-order';
import { isSent, REJECTION_DELAY_MS } from '../fulfilment/fulfilment.rules.js';
import { findProblem } from '../fulfilment/printer-status.rules.js';
import type { PrinterOrder } from '../fulfilment/print-provider.js';

/** A print file is confirmed within seconds, or takes about a minute; after this time something is wrong. */
const FILES_ALERT_AFTER_MS = 30 * 60_000;
const FILES_DELAY_MS = 30_000;

export type ReprintObstacle =
  'anonymised' | 'not-sent' | 'paid-in-test' | 'money-gone' | 'disputed' | 'fraud-warned' | 'under-review';

interface ReprintedOrder {
  status: OrderStatus;
  anonymisedAt: Date | null;
  /** With test keys, while the shop has live ones. */
  isPaidInTest: boolean;
  /** About which neither the provider nor an admin has decided. */
  doubts: readonly FulfilmentHoldKind[];
}

/** Why no item of the order can be sent again; null if each can. */
export function findReprintObstacle(
  { status, anonymisedAt, isPaidInTest, doubts }: ReprintedOrder,
  money: RefundSummary,
): ReprintObstacle | null {
  if (anonymisedAt) return 'anonymised';
  if (!isSent(status)) return 'not-sent';
  if (isPaidInTest) return 'paid-in-test';
  if (money.isDisputed) return 'disputed';
  if (isFullyRefunded(money) || isGoingBack(money)) return 'money-gone';
  if (doubts.includes('fraud-warning')) return 'fraud-warned';
  return doubts.length > 0 ? 'under-review' : null;
}

/** All that the shop has left is on its way to the customer. */
const isGoingBack = ({ pending, retained }: RefundSummary): boolean => Number(pending) > 0 && Number(retained) === 0;

export const REPRINT_OBSTACLES: Readonly<Record<ReprintObstacle, string>> = {
  anonymised: 'The personal data of this order was removed, so nothing can be sent to its customer.',
  'not-sent': 'Only what was sent can be sent again: this order is not shipped.',
  'paid-in-test': 'This order was paid in test mode, so nothing of it is printed.',
  'money-gone': 'The money of this order has gone back, so nothing is sent again.',
  disputed: 'The customer’s bank disputes the payment of this order, so nothing is sent again before it has decided.',
  'fraud-warned':
    'The card’s bank warns that this payment is fraud, so nothing is sent again before an admin decides in the order.',
  'under-review':
    'The payment provider reviews the payment, so nothing is sent again before it approves it, or an admin decides in the order.',
};

interface EarlierReprint {
  id: string;
  state: ReprintState;
  items: readonly { orderItemId: string }[];
}

/** Reprints of the same items that the admin does not name. */
export const listUnnamedRepeats = <Earlier extends EarlierReprint>(
  earlier: readonly Earlier[],
  items: ItemQuantities,
  named: readonly string[],
): Earlier[] =>
  earlier.filter(
    (reprint) =>
      reprint.state !== 'cancelled' &&
      !named.includes(reprint.id) &&
      reprint.items.some(({ orderItemId }) => items.some((item) => item.orderItemId === orderItemId)),
  );

export type ReprintReadiness = { is: 'ready' } | { is: 'waiting'; delayMs: number; problem: string | null };

/** `problem` null: only a short wait. */
export function computeReprintReadiness(
  obstacle: ReprintObstacle | null,
  items: readonly { title: string; hasFile: boolean; failure: string | null }[],
  waitingMs: number,
): ReprintReadiness {
  if (obstacle) return { is: 'waiting', delayMs: REJECTION_DELAY_MS, problem: REPRINT_OBSTACLES[obstacle] };
  const missing = items.find(({ hasFile }) => !hasFile);
  if (!missing) return { is: 'ready' };
  const failed = items.find(({ hasFile, failure }) => !hasFile && failure !== null);
  if (failed)
    return { is: 'waiting', delayMs: REJECTION_DELAY_MS, problem: `There is no print file of ${failed.title}.` };
  const isLate = waitingMs >= FILES_ALERT_AFTER_MS;
  return {
    is: 'waiting',
    delayMs: FILES_DELAY_MS,
    problem: isLate ? `The print file of ${missing.title} has not been made yet.` : null,
  };
}

const CANCELLED_AT_PRINTER =
  'The printer has cancelled it, and can’t take it again. Please cancel it here, and send the items again.';

export const RETURNED = 'A parcel of it came back.';

interface PrintedReprint {
  state: ReprintState;
  shippedAt: Date | null;
  isReturned: boolean;
}

/** Why an admin must act, in words that name no person; null if nothing is wrong. */
export function findReprintProblem(
  { state, shippedAt, isReturned }: PrintedReprint,
  printer: PrinterOrder['status'],
): string | null {
  if (shippedAt) return state === 'shipped' && isReturned ? RETURNED : null;
  if (printer === 'cancelled') return state === 'cancelled' ? null : CANCELLED_AT_PRINTER;
  return findProblem({ status: state === 'cancelled' ? 'cancelled' : 'processing', isRecalled: false }, printer);
}
