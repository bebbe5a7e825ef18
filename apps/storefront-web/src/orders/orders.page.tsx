import { formatDollars } from '@shop/contracts-common';
import { hasPendingRefund, isPartlyRefunded, type DisplayedOwnOrder } from '@shop/contracts-order';
import { checkSignIn } from '@shop/contracts-identity/routes';
import { listOrders } from '@shop/contracts-order/routes';
import {
  api,
  formatDate,
  isShortPagedData,
  navigateToUrl,
  pagedQueryOptions,
  queryKeys,
  toast,
  usePagedQuery,
  usePageRestore,
  usePageTitle,
  type PagedData,
  PagedList,
} from '@shop/web-kit';
import { Button, Card, cn, EmptyState, PageColumn, PageHeading, Skeleton, StatusBadge } from '@shop/web-ui';
import { Package } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { orderPath } from '../paths.js';
import { AddressLines, ParcelLinks } from './delivery.js';
import { describeOrderState, getMoneyBack, getOrderPhase, type OrderPhase } from './order-state.js';
import { OrderLines, SummaryRows } from './order-lines.js';
import { useCanLoadOwnList, useIsAnonymous } from '../use-sign-in-state.js';

/** The list has no stream, so it is polled: more often while an order may change soon. */
const SHORT_POLL_MS = 10_000;
const LONG_POLL_MS = 60_000;
const POLL_MS_BY_PHASE: Partial<Record<OrderPhase, number>> = {
  confirming: SHORT_POLL_MS,
  changeable: SHORT_POLL_MS,
  queued: SHORT_POLL_MS,
  asked: LONG_POLL_MS,
  'checking-payment': LONG_POLL_MS,
  'out-of-stock': LONG_POLL_MS,
  printing: LONG_POLL_MS,
  shipped: LONG_POLL_MS,
  returned: LONG_POLL_MS,
};

function getPollDelayMs(order: DisplayedOwnOrder): number {
  const input = { order, ...order };
  const delayMs = POLL_MS_BY_PHASE[getOrderPhase(input)] ?? Number.POSITIVE_INFINITY;
  return hasPendingRefund(getMoneyBack(input)) ? Math.min(LONG_POLL_MS, delayMs) : delayMs;
}

function getPollIntervalMs(data: PagedData<DisplayedOwnOrder> | undefined): number | false {
  if (!data || !isShortPagedData(data)) return false;
  const ms = data.pages
    .flatMap(({ rows }) => rows)
    .reduce((shortest, order) => Math.min(shortest, getPollDelayMs(order)), Number.POSITIVE_INFINITY);
  return Number.isFinite(ms) && ms;
}

/** Newest first, in pages. */
const ordersQuery = {
  ...pagedQueryOptions({ key: queryKeys.orders, route: listOrders, firstPageUrl: api.url(listOrders) }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: PagedData<DisplayedOwnOrder> } }) => getPollIntervalMs(state.data),
};

/** The state of the order and links to tracking and details. */
function StateLine({ order }: { order: DisplayedOwnOrder }) {
  const { title, text } = describeOrderState({ order, ...order });
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-border px-6 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold">{title}</p>
        <p className="text-pretty [overflow-wrap:anywhere] text-muted-foreground">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
        {order.status === 'shipped' && <ParcelLinks tracking={order.tracking} variant="secondary" />}
        <Button asChild variant="outline">
          <Link to={orderPath(order.id)} aria-label={`View order ${order.orderNumber}`}>
            View Order
          </Link>
        </Button>
      </div>
    </div>
  );
}

const COLUMNS = 'lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]';
/** A server need not send the items of an order. */
const COLUMNS_WITHOUT_ITEMS = 'sm:grid-cols-2';

function OrderCard({ order }: { order: DisplayedOwnOrder }) {
  const hasItems = order.items.length > 0;
  return (
    <Card className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-border bg-muted px-6 py-5">
        <div>
          <h2 className="font-display text-xl font-bold">
            Order <span className="whitespace-nowrap">{order.orderNumber}</span>
          </h2>
          <p className="text-muted-foreground">
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:w-full max-sm:justify-between">
          <StatusBadge status={order.status} />
          {isPartlyRefunded(getMoneyBack({ order, ...order })) && <StatusBadge status="partly refunded" />}
          <p className="font-display text-2xl font-bold tabular-nums">{formatDollars(order.total)}</p>
        </div>
      </header>
      <StateLine order={order} />
      <div className={cn('grid gap-8 p-6', hasItems ? COLUMNS : COLUMNS_WITHOUT_ITEMS)}>
        {hasItems && <OrderLines items={order.items} />}
        <div>
          <h3 className="mb-2 font-bold">Shipping Address</h3>
          <AddressLines address={order.shippingAddress} className="text-muted-foreground" />
        </div>
        <SummaryRows
          rows={[
            { label: 'Subtotal', value: formatDollars(order.subtotal) },
            { label: 'Shipping', value: formatDollars(order.shipping) },
            { label: 'Tax', value: formatDollars(order.tax) },
          ]}
        />
      </div>
    </Card>
  );
}

/** Spec, section 9: the toast stays readable before the redirect. */
const REDIRECT_DELAY_MS = 500;

function LoadingOrders() {
  return (
    <div role="status" aria-label="Loading your orders" className="flex flex-col gap-6">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-64 rounded-card" />
      ))}
    </div>
  );
}

const NoOrders = () => (
  <EmptyState
    icon={Package}
    title="No orders yet"
    text="Your order history will appear here once you make a purchase."
    action={
      <Button asChild size="lg">
        <Link to="/products">Browse Products</Link>
      </Button>
    }
  />
);

export default function OrdersPage() {
  usePageTitle('My Orders');
  const orders = usePagedQuery({ ...ordersQuery, enabled: useCanLoadOwnList() });
  const isAnonymous = useIsAnonymous(orders);

  useEffect(() => {
    if (!isAnonymous) return;
    toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' });
    const timer = setTimeout(() => navigateToUrl(checkSignIn.path), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isAnonymous]);

  usePageRestore(() => isAnonymous && navigateToUrl(checkSignIn.path));

  return (
    <PageColumn>
      <PageHeading>My Orders</PageHeading>
      {isAnonymous ? (
        <LoadingOrders />
      ) : (
        <PagedList query={orders} label="Orders" skeleton={<LoadingOrders />} empty={<NoOrders />}>
          {(pages) => (
            <ul className="flex flex-col gap-6">
              {pages.flat().map((order) => (
                <li key={order.id}>
                  <OrderCard order={order} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </PageColumn>
  );
}
