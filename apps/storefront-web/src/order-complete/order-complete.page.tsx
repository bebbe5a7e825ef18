import { ApiError, refreshCart, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QueryContent } from '../query-content.js';
import { StatusAnnouncer } from '../placed-order/components/status-announcer.js';
import { OrderNotFound } from '../purchase/order-not-found.js';
import { placedOrderQuery } from './placed-order.queries.js';
import { ConfirmingPayment, PlacedOrderView, getPaymentAnnouncement } from './components/placed-order-view.js';
import { usePaymentUpdates } from './use-payment-updates.js';
import { usePaymentReturn } from './use-payment-return.js';

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
