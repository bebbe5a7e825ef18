import { adminOrderDetailReader, type DisplayedAdminOrderDetail } from '@shop/contracts/order';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';
import { getItem } from '../../lists/get-item.js';

/** Refetch interval of an open order while a background step is pending. */
const REFETCH_INTERVAL_MS = 4_000;

/** A print file is being made, a refund is not confirmed, or the order is being submitted to the printer. */
function isInProgress({ items, payment, paymentStatus, fulfilment }: DisplayedAdminOrderDetail): boolean {
  const isMakingPrintFile =
    paymentStatus === 'paid' && items.some(({ printFile, printFileFailure }) => !printFile && !printFileFailure);
  const isBeingSubmitted = fulfilment?.state === 'waiting' || fulfilment?.state === 'submitting';
  return isMakingPrintFile || isBeingSubmitted || payment.refunds.some(({ refundedAt }) => refundedAt === null);
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.order(id),
    queryFn: ({ signal }) => getItem('/api/admin/orders', id, adminOrderDetailReader, signal),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? REFETCH_INTERVAL_MS : false),
  });
