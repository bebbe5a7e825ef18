import { ApiError, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, saveDraft } from '../draft.js';
import { useLiveOrder } from './use-live-order.js';
import { OrderNotFound } from './status-message.js';
import { QueryContent } from '../query-content.js';
import { OrderView } from './order-view.js';

const getDraftName = (orderId: string): string => `order-key:${orderId}`;
const readStoredKey = (orderId: string): string | null => readDraft(getDraftName(orderId), z.string());

/**
 * The access key from an email link, stored for this tab until sign-out. It is removed from the address bar, so that it
 * does not end up in the browser history or in screenshots; a reload still works.
 */
function useOrderAccessKey(orderId: string): string | null {
  const [query, setQuery] = useSearchParams();
  const keyInUrl = query.get('key');
  const [key, setKey] = useState(() => keyInUrl ?? readStoredKey(orderId));
  if (keyInUrl !== null && keyInUrl !== key) setKey(keyInUrl);

  useEffect(() => {
    if (keyInUrl === null) return;
    saveDraft(getDraftName(orderId), keyInUrl);
    setQuery((current) => new URLSearchParams([...current].filter(([name]) => name !== 'key')), { replace: true });
  }, [keyInUrl, orderId, setQuery]);

  return key;
}

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
