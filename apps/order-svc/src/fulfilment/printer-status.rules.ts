/**
 * What the printer's status means for an order. Updates come late, repeated and in any order; each moves the order only
 * forward, one status at a time, so that each is published. A shipped order is never cancelled. A draft changes
 * nothing.
 */
import type { OrderStatus } from '@shop/contracts-order';
import type { PrinterOrder } from './print-provider.js';

const STATUS_ORDER: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered'];

const STATUS_OF_PRINTER: Readonly<Record<Exclude<PrinterOrder['status'], 'draft' | 'cancelled'>, OrderStatus>> = {
  accepted: 'processing',
  printing: 'processing',
  'on-hold': 'processing',
  failed: 'processing',
  shipped: 'shipped',
  delivered: 'delivered',
};

/** The statuses that the order goes through now, in order. */
export function computeNextStatuses(order: OrderStatus, printer: PrinterOrder['status']): OrderStatus[] {
  if (printer === 'cancelled') return order === 'paid' || order === 'processing' ? ['cancelled'] : [];
  if (printer === 'draft') return [];
  const from = STATUS_ORDER.indexOf(order);
  return from === -1 ? [] : STATUS_ORDER.slice(from + 1, STATUS_ORDER.indexOf(STATUS_OF_PRINTER[printer]) + 1);
}

/** The printer confirmed the order and does not have it any more: an admin deleted it there. */
export const MISSING_AT_PRINTER = 'The printer does not have this order any more: it was deleted there.';

interface PrintedOrder {
  status: OrderStatus;
  /** The printer should not print it: it was cancelled, or shipped by an admin. */
  isRecalled: boolean;
}

/** Why an admin must act, in words that name no person; null if nothing is wrong. */
export function findProblem(
  { status, isRecalled: isTakenBack }: PrintedOrder,
  printer: PrinterOrder['status'],
): string | null {
  if (printer === 'cancelled') return null;
  if (printer === 'draft')
    return status === 'processing' ? 'The printer has this order as a draft, and does not print it.' : null;
  const isSent = printer === 'shipped' || printer === 'delivered';
  if (status === 'cancelled')
    return isSent
      ? 'The printer has sent this order, although it was cancelled.'
      : 'The printer goes on with this order, although it was cancelled. Please cancel it there.';
  if (isTakenBack)
    return isSent
      ? 'The printer has sent this order, too, although it was shipped by hand.'
      : 'This order was shipped by hand, and the printer goes on with it. Please cancel it there.';
  if (printer === 'failed') return 'The printer could not print this order.';
  if (printer === 'on-hold') return 'The printer has put this order on hold.';
  return null;
}
