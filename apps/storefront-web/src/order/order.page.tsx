import { ApiError, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useParams } from 'react-router-dom';
import { QueryContent } from '../query-content.js';
import { useOrderAccessKey } from '../placed-order/order-key.js';
import { useLiveOrder } from '../placed-order/use-live-order.js';
import { OrderNotFound } from '../purchase/order-not-found.js';
import { OrderView } from './components/order-view.js';

const NOT_FOUND = 404;

/** As high as the loaded page, so that the layout does not shift. */
function OrderSkeleton() {
  return (
    <div role="status" aria-label="Loading your order">
      <Skeleton className="h-12 max-w-96" />
      <Skeleton className="mt-3 mb-8 h-7 max-w-64" />
      <Skeleton className="h-72 rounded-card" />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

function OrderContent({ orderId }: { orderId: string }) {
  const key = useOrderAccessKey(orderId);
  const order = useLiveOrder({ orderId, key });
  usePageTitle(order.data ? `Order ${order.data.order.orderNumber}` : 'Order');

  if (order.error instanceof ApiError && order.error.status === NOT_FOUND) return <OrderNotFound />;
  return (
    <>
      {order.error && !order.data && <PageHeading>Your Order</PageHeading>}
      <QueryContent query={order} skeleton={<OrderSkeleton />}>
        {(customerOrder) => (
          <OrderView access={{ orderId, key }} customerOrder={customerOrder} isOutOfDate={order.error !== null} />
        )}
      </QueryContent>
    </>
  );
}

export default function OrderPage() {
  const { orderId = '' } = useParams();
  return (
    <PageColumn>
      <OrderContent key={orderId} orderId={orderId} />
    </PageColumn>
  );
}
