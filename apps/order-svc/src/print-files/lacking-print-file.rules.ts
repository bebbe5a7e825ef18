/**
 * Which items of a paid order lack their print file, so that an admin may have it made again: it can't be made, or has been waited for
 * longer than any file takes. What was asked for a moment ago is being made. Only of what is still to be printed.
 */
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';

/** As in the differences of money/differences.sql.ts. */
const WAITED_TOO_LONG_MS = 3_600_000;

interface PrintedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paidAt: Date | null;
}

interface PrintedItem {
  printFile: object | null;
  printFileFailure: string | null;
  printRequestedAt: Date | null;
}

export const isToBePrinted = ({ status, paymentStatus }: PrintedOrder): boolean =>
  (status === 'paid' || status === 'processing') && paymentStatus === 'paid';

export function lacksPrintFile(
  order: PrintedOrder,
  { printFile, printFileFailure, printRequestedAt }: PrintedItem,
  now = Date.now(),
): boolean {
  if (!isToBePrinted(order) || printFile !== null) return false;
  const since = printRequestedAt ?? order.paidAt;
  return printFileFailure !== null || (since !== null && now - since.getTime() >= WAITED_TOO_LONG_MS);
}
