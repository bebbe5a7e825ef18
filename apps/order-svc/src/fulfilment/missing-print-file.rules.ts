/**
 * Items of a paid order whose print file failed or is overdue, so that an admin can request it again. A file that was
 * just requested counts as being made. Only for orders that are still to be printed.
 */
import type { OrderStatus, PaymentStatus } from '@shop/contracts/order';

/** The same as in the discrepancy queries of the folder money. */
const OVERDUE_AFTER_MS = 3_600_000;

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

export function isPrintFileMissing(
  order: PrintedOrder,
  { printFile, printFileFailure, printRequestedAt }: PrintedItem,
  now = Date.now(),
): boolean {
  if (!isToBePrinted(order) || printFile !== null) return false;
  const since = printRequestedAt ?? order.paidAt;
  return printFileFailure !== null || (since !== null && now - since.getTime() >= OVERDUE_AFTER_MS);
}
