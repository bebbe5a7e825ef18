/**
 * What the printer's word means for an order (D27). Words come late, twice and in any order: each is judged against the order as it is,
 * and takes it only forward, a step at a time, so that each step is told. A parcel on its way is never called back. A draft moves nothing.
 */
import type { OrderStatus } from '@shop/contracts/order';
import type { PrinterOrder } from './print-provider.js';

const WAY: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'delivered'];

const REACHED: Readonly<Record<Exclude<PrinterOrder['status'], 'draft' | 'cancelled'>, OrderStatus>> = {
  accepted: 'processing',
  printing: 'processing',
  'on-hold': 'processing',
  failed: 'processing',
  shipped: 'shipped',
  delivered: 'delivered',
};

/** The steps that the order takes now, in order. */
export function stepsOf(order: OrderStatus, printer: PrinterOrder['status']): OrderStatus[] {
  if (printer === 'cancelled') return order === 'paid' || order === 'processing' ? ['cancelled'] : [];
  if (printer === 'draft') return [];
  const from = WAY.indexOf(order);
  return from === -1 ? [] : WAY.slice(from + 1, WAY.indexOf(REACHED[printer]) + 1);
}

/** Told where the printer had taken an order on, and knows nothing of it any more: somebody deleted it there. */
export const GONE_AT_PRINTER = 'The printer does not have this order any more: it was deleted there.';

interface Printed {
  status: OrderStatus;
  /** The printer was to leave it alone: it was cancelled, or shipped by hand. */
  isTakenBack: boolean;
}

/** Why an admin has to look at it, in words that name no person; null where all is well. */
export function troubleOf({ status, isTakenBack }: Printed, printer: PrinterOrder['status']): string | null {
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
