import type { DisplayedPlacedOrder } from '@shop/contracts-order';
import { getPlacedOrder } from '@shop/contracts-order/routes';
import { api, ApiError, refreshCart, usePageTitle, QueryContent } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { subscribeToOrder } from '../orders/order.queries.js';
import { OrderNotFound, StatusAnnouncer } from '../orders/status-message.js';
import { removeAddressDraft } from './shipping-form.js';
import { ConfirmingPayment, getPaymentAnnouncement, PlacedOrderView } from './order-complete-view.js';

/**
 * Polling while the payment is open: fast at first, because a webhook usually takes a second, then slowly; rarely if a
 * bank takes days.
 */
const FAST_POLLS = 15;
const FAST_POLL_MS = 1_000;
const SLOW_POLL_MS = 5_000;
const BANK_POLL_MS = 60_000;

const placedOrderQuery = (paymentIntentId: string) =>
  queryOptions({
    queryKey: ['placed-order', paymentIntentId],
    queryFn: ({ signal }) => api.call(getPlacedOrder, { params: { paymentIntentId }, signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== 'open') return false;
      if (state.data.isAwaitingBank) return BANK_POLL_MS;
      return state.dataUpdateCount < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS;
    },
  });

/** While a payment is open, the order stream triggers an immediate reload instead of the next poll. */
function usePaymentUpdates(intentId: string, placedOrder: DisplayedPlacedOrder | undefined): void {
  const queryClient = useQueryClient();
  const openOrderId = placedOrder?.state === 'open' ? placedOrder.order.id : null;

  useEffect(() => {
    if (openOrderId === null) return;
    return subscribeToOrder(
      { orderId: openOrderId, key: null },
      {
        onOrder: ({ order }) => {
          if (order.paymentStatus !== 'pending')
            void queryClient.invalidateQueries({ queryKey: placedOrderQuery(intentId).queryKey });
        },
      },
    );
  }, [intentId, openOrderId, queryClient]);
}

/**
 * Reads the provider's redirect parameters. Everything but the intent id is removed from the address bar, so that the
 * secret does not end up in the browser history or in screenshots; a reload still works.
 */
function usePaymentReturn(): { intentId: string | null; hasRedirectFailed: boolean } {
  const [query, setQuery] = useSearchParams();
  const [redirectStatus] = useState(() => query.get('redirect_status'));
  const intentId = query.get('payment_intent');

  useEffect(() => {
    const isCleanedUp = [...query.keys()].every((name) => name === 'payment_intent');
    if (!isCleanedUp) setQuery(intentId ? { payment_intent: intentId } : {}, { replace: true });
  }, [query, setQuery, intentId]);

  return { intentId, hasRedirectFailed: redirectStatus === 'failed' };
}

function PlacedOrderContent({ intentId, hasRedirectFailed }: { intentId: string; hasRedirectFailed: boolean }) {
  const queryClient = useQueryClient();
  const placedOrder = useQuery(placedOrderQuery(intentId));
  const isPaid = placedOrder.data?.state === 'paid';
  usePaymentUpdates(intentId, placedOrder.data);

  useEffect(() => {
    if (!isPaid) return;
    removeAddressDraft();
    // The paid items have left the cart, so the cart badge must be updated.
    void refreshCart(queryClient);
  }, [isPaid, queryClient]);

  if (placedOrder.error instanceof ApiError && placedOrder.error.status === 404) return <OrderNotFound />;
  return (
    <>
      <StatusAnnouncer title={getPaymentAnnouncement(placedOrder.data, hasRedirectFailed)} />
      {placedOrder.error && !placedOrder.data && <PageHeading>Your Order</PageHeading>}
      <QueryContent query={placedOrder} skeleton={<ConfirmingPayment />}>
        {(order) => <PlacedOrderView placedOrder={order} hasRedirectFailed={hasRedirectFailed} />}
      </QueryContent>
    </>
  );
}

export default function OrderCompletePage() {
  usePageTitle('Your Order');
  const { intentId, hasRedirectFailed } = usePaymentReturn();
  return (
    <PageColumn>
      {intentId ? <PlacedOrderContent intentId={intentId} hasRedirectFailed={hasRedirectFailed} /> : <OrderNotFound />}
    </PageColumn>
  );
}
