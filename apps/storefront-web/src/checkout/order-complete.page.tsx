import { ApiError, refreshCart, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { OrderNotFound, StatusAnnouncer } from '../orders/status-message.js';
import { QueryContent } from '../query-content.js';
import { ConfirmingPayment, getPaymentAnnouncement, PlacedOrderView } from './placed-order-view.js';
import { placedOrderQuery, usePaymentUpdates } from './placed-order.queries.js';

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
    // The paid items have left the cart, so the cart badge must be updated.
    if (isPaid) void refreshCart(queryClient);
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
