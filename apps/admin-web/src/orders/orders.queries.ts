import { formatCents, formatDollars, type Open, parseCents } from '@shop/contracts-common';
import {
  adminOrderDetailReader,
  type ChangeOrderStatusRequest,
  type CorrectTrackingRequest,
  type DisplayedAdminOrder,
  type DisplayedAdminOrderDetail,
  type OrderStatus,
  type OrderView,
  type PaymentStatus,
  type RefundOrderRequest,
  type ReleaseHoldsRequest,
  type ShippingAddress,
} from '@shop/contracts-order';
import {
  changeDeliveryAddress,
  changeOrderStatus,
  correctEmail,
  endOrderLinks,
  correctTracking,
  exportAdminOrders,
  exportAdminOrdersSheet,
  getAdminOrder,
  listAdminOrders,
  recreatePrintFiles,
  refundOrder,
  releaseHolds,
  retryPrinting,
  saveOrderNote,
  searchAdminOrders,
} from '@shop/contracts-order/routes';
import { api, getErrorMessage, isConflict, toast, toIfMatch } from '@shop/web-kit';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import { getItem, invalidateShortLists, type ListDefinition, ROWS_PER_PAGE, updateRow } from '../lists/list-query.js';
import { isReprintOver } from './after-sale.rules.js';

/** Refetch interval of an open order while a background step is pending. */
const REFETCH_INTERVAL_MS = 4_000;

/** A print file is being made, a refund is not confirmed, or the order or what is sent again is being submitted to the printer. */
function isInProgress({ items, payment, paymentStatus, fulfilment, reprints }: DisplayedAdminOrderDetail): boolean {
  const isMakingPrintFile =
    paymentStatus === 'paid' && items.some(({ printFile, printFileFailure }) => !printFile && !printFileFailure);
  const isBeingSubmitted = fulfilment?.state === 'waiting' || fulfilment?.state === 'submitting';
  const isBeingReprinted = reprints?.some(({ state }) => state === 'waiting' || state === 'submitting');
  return (
    isMakingPrintFile ||
    isBeingSubmitted ||
    isBeingReprinted === true ||
    payment.refunds.some(({ refundedAt }) => refundedAt === null)
  );
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
  view?: OrderView;
  /** Times with zone: placed at or after, and before. */
  from?: string;
  to?: string;
  /** Absent: newest first. */
  sort?: 'oldest';
}

/** A server that ignores the query is a filter of these fields only. */
const toRowFilters = ({ status, paymentStatus }: OrderFilters): Record<string, string | undefined> => ({
  status,
  paymentStatus,
});

export const findOrders = (words: string, filters: OrderFilters): ListDefinition<typeof searchAdminOrders> => ({
  listKey: adminKeys.orders,
  route: searchAdminOrders,
  firstPageUrl: api.url(searchAdminOrders, { query: { limit: ROWS_PER_PAGE, ...filters } }),
  words,
  filters: toRowFilters(filters),
});

export const getOrdersList = (
  filters: OrderFilters = {},
  limit = ROWS_PER_PAGE,
): ListDefinition<typeof listAdminOrders> => ({
  listKey: adminKeys.orders,
  route: listAdminOrders,
  firstPageUrl: api.url(listAdminOrders, { query: { limit, ...filters } }),
  filters: toRowFilters(filters),
});

/** URL of the whole filtered list as CSV. The browser downloads it, because it may be long. */
export const getOrdersCsvUrl = (filters: OrderFilters): string => api.url(exportAdminOrders, { query: filters });

/** The same as a workbook. */
export const getOrdersSheetUrl = (filters: OrderFilters): string => api.url(exportAdminOrdersSheet, { query: filters });

/** Formats a provider's code such as `product_not_received` for people. */
export const formatProviderCode = (code: string): string => code.replaceAll('_', ' ');

/** What was sent again can be cancelled only if its parcel came back. */
const hasReturnedParcel = ({ parcelReturn, reprints = [] }: DisplayedAdminOrderDetail): boolean =>
  parcelReturn !== undefined || reprints.some(({ state, canBeCancelled }) => state === 'shipped' && canBeCancelled);

/** Refetches the order and updates it in every list; refetches stats and money. */
export async function refreshOrder(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: adminKeys.order(id) });
  const order = queryClient.getQueryData<DisplayedAdminOrderDetail>(adminKeys.order(id));
  if (order)
    updateRow<DisplayedAdminOrder>(queryClient, adminKeys.orders, id, {
      status: order.status,
      paymentStatus: order.paymentStatus,
      isOnHold: order.isOnHold,
      hasOpenProblem: order.problems?.some(({ state }) => state === 'open'),
      hasReturnedParcel: hasReturnedParcel(order),
      isReprinted: order.reprints?.some(({ state }) => !isReprintOver(state)),
    });
  await Promise.all([
    invalidateShortLists(queryClient, adminKeys.orders),
    queryClient.invalidateQueries({ queryKey: adminKeys.stats }),
    queryClient.invalidateQueries({ queryKey: adminKeys.money }),
  ]);
}

/** After a conflict the form may be gone, as what it was about has ended. */
export function showConflict(error: Error): void {
  if (isConflict(error)) toast({ title: 'Update failed', description: error.userMessage, variant: 'destructive' });
}

/** The order that a change is based on. `version` is absent if the server has none. */
export interface SeenOrder {
  id: string;
  version: string | undefined;
}

export type OrderStatusChange = Omit<ChangeOrderStatusRequest, 'status'> & SeenOrder & { status: Open<OrderStatus> };

/** Changes an order's status. Not optimistic, because refunds and emails depend on it. */
export function useOrderStatusChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, ...body }: OrderStatusChange) =>
      api.call(changeOrderStatus, { params: { id }, body, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Status updated' }),
    onError: (error) => toast({ title: 'Update failed', description: getErrorMessage(error), variant: 'destructive' }),
    // After an error too: another admin may have changed it in between.
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** The form shows errors. */
export function useEmailCorrection() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, email }: SeenOrder & { email: string }) =>
      api.call(correctEmail, { params: { id }, body: { email }, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Email corrected', description: 'All emails about the order go there now.' }),
    onSettled: (_data, _error, { id }) =>
      Promise.all([
        refreshOrder(queryClient, id),
        ...[adminKeys.orderEmails(id), adminKeys.refusedEmails].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ]),
  });
}

/** The dialog shows errors. */
export function useLinkEnding() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version }: SeenOrder) =>
      api.call(endOrderLinks, { params: { id }, headers: toIfMatch(version) }),
    onSuccess: () =>
      toast({ title: 'Links ended', description: 'The links in earlier emails of the order lead nowhere now.' }),
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** The form shows errors. */
export function useTrackingCorrection() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, ...body }: CorrectTrackingRequest & SeenOrder) =>
      api.call(correctTracking, { params: { id }, body, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Tracking number saved', description: 'The customer gets an email with it.' }),
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** The form shows errors. */
export function useAddressChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, address }: SeenOrder & { address: ShippingAddress }) =>
      api.call(changeDeliveryAddress, { params: { id }, body: address, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Address changed', description: 'The order goes to the new address.' }),
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** Submits a waiting order to the printer now. The order shows the result. */
export function usePrintingRetry() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id }: { id: string }) => api.call(retryPrinting, { params: { id } }),
    onSuccess: () => toast({ title: 'The printer is tried again' }),
    onError: (error) => toast({ title: 'Update failed', description: getErrorMessage(error), variant: 'destructive' }),
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** Lets an order go on that was on hold. The form shows errors. */
export function useHoldRelease() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, ...body }: ReleaseHoldsRequest & { id: string }) =>
      api.call(releaseHolds, { params: { id }, body }),
    onSuccess: () => toast({ title: 'The printing goes on' }),
    onError: showConflict,
    // After an error too: another admin or the bank may have decided in between.
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** Requests the missing print files again. The order shows the result. */
export function usePrintFileRecreation() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id }: { id: string }) => api.call(recreatePrintFiles, { params: { id } }),
    onSuccess: () => toast({ title: 'The print file is being made again' }),
    onError: (error) => toast({ title: 'Update failed', description: getErrorMessage(error), variant: 'destructive' }),
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** `key`: idempotency key, the same for each attempt of one refund. The form shows errors. */
export function useRefund() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, key, ...body }: RefundOrderRequest & SeenOrder & { key: string }) =>
      api.call(refundOrder, {
        params: { id },
        body,
        headers: { 'idempotency-key': key, ...toIfMatch(version) },
      }),
    onSuccess: ({ payment }, { key, amount }) => {
      // The refund is found by its key: a later one from the provider may follow it in the list.
      const failure = payment.refunds.find(({ id }) => id === key)?.failure;
      const refunded = formatDollars(formatCents(parseCents(amount)));
      if (failure)
        toast({
          title: 'Refund failed',
          description: `${refunded} did not go back: ${formatProviderCode(failure)}. The Money card has it.`,
          variant: 'destructive',
        });
      else toast({ title: 'Refund on its way', description: `${refunded} goes back to the customer.` });
    },
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

export function useNoteChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, note }: SeenOrder & { note: string | null }) =>
      api.call(saveOrderNote, { params: { id }, body: { note }, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Note saved' }),
    // After an error too: another admin may have saved a note in between.
    onSettled: (_data, _error, { id }) => queryClient.invalidateQueries({ queryKey: adminKeys.order(id) }),
  });
}
