import { ApiError, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Loaded } from '../loaded.js';
import { SpokenState } from '../placed-order/components/spoken-state.js';
import { OrderNotFound } from '../purchase/order-not-found.js';
import { refreshCart } from '../purchase/refresh-cart.js';
import { placedOrderQuery } from './api/get-placed-order.js';
import { ConfirmingPayment, PlacedOrderView, spokenOutcome } from './components/placed-order-view.js';
import { usePaymentNews } from './use-payment-news.js';
import { usePaymentReturn } from './use-payment-return.js';

function PlacedOrderOf({ intentId, saysFailed }: { intentId: string; saysFailed: boolean }) {
  const queryClient = useQueryClient();
  const placed = useQuery(placedOrderQuery(intentId));
  const isPaid = placed.data?.state === 'paid';
  usePaymentNews(intentId, placed.data);

  useEffect(() => {
    // What was paid for has left the cart (D23): the badge should know.
    if (isPaid) refreshCart(queryClient);
  }, [isPaid, queryClient]);

  if (placed.error instanceof ApiError && placed.error.status === 404) return <OrderNotFound />;
  return (
    <>
      <SpokenState title={spokenOutcome(placed.data, saysFailed)} />
      {placed.error && !placed.data && <PageHeading>Your Order</PageHeading>}
      <Loaded query={placed} skeleton={<ConfirmingPayment />}>
        {(order) => <PlacedOrderView placed={order} saysFailed={saysFailed} />}
      </Loaded>
    </>
  );
}

export default function OrderCompletePage() {
  usePageTitle('Your Order');
  const { intentId, saysFailed } = usePaymentReturn();
  return (
    <PageColumn>
      {intentId ? <PlacedOrderOf intentId={intentId} saysFailed={saysFailed} /> : <OrderNotFound />}
    </PageColumn>
  );
}
