import { adminOrderDetailSchema, type AdminOrderDetail } from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';

/** How often an open order is looked at again while something of it is on its way. */
const REFETCH_INTERVAL_MS = 4_000;

/** Print files that are being made, refunds that the provider has not confirmed, what the printer is being told. */
function isInProgress({ items, payment, paymentStatus, fulfilment }: AdminOrderDetail): boolean {
  const isMakingPrintFile =
    paymentStatus === 'paid' && items.some(({ printFile, printFileFailure }) => !printFile && !printFileFailure);
  const isBeingSubmitted = fulfilment?.state === 'waiting' || fulfilment?.state === 'submitting';
  return isMakingPrintFile || isBeingSubmitted || payment.refunds.some(({ refundedAt }) => refundedAt === null);
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.order(id),
    queryFn: ({ signal }) => api.get(`/api/admin/orders/${id}`, adminOrderDetailSchema, { signal }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? REFETCH_INTERVAL_MS : false),
  });
