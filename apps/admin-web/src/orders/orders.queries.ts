import {
  adminOrderDetailReader,
  type DisplayedAdminOrderDetail,
  type OrderStatus,
  type PaymentStatus,
} from '@shop/contracts/order';
import { exportAdminOrders, getAdminOrder, listAdminOrders } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { getItem, ROWS_PER_PAGE, type ListDefinition } from '../lists/list-query.js';

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
    queryFn: ({ signal }) =>
      getItem(
        id,
        () => api.call(getAdminOrder, { params: { id }, signal }),
        () => api.call({ ...listAdminOrders, reader: adminOrderDetailReader }, { signal }),
      ),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? REFETCH_INTERVAL_MS : false),
  });

export interface OrderFilters {
  status?: OrderStatus;
  paymentStatus?: PaymentStatus;
}

export const getOrdersList = (
  filters: OrderFilters = {},
  limit = ROWS_PER_PAGE,
): ListDefinition<typeof listAdminOrders> => ({
  listKey: adminKeys.orders,
  route: listAdminOrders,
  firstPageUrl: api.url(listAdminOrders, { query: { limit, ...filters } }),
  filters: { ...filters },
});

/** URL of the whole filtered list as CSV. The browser downloads it, because it may be long. */
export const getOrdersCsvUrl = ({ status, paymentStatus }: OrderFilters): string =>
  api.url(exportAdminOrders, { query: { status, paymentStatus } });
