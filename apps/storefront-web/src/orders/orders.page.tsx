import type { DisplayedOwnOrder } from '@shop/contracts/order';
import { checkSignIn } from '@shop/contracts/routes';
import { navigateToUrl, PagedListFooter, toast, usePagedQuery, usePageRestore, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { Package } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { QueryContent } from '../query-content.js';
import { useIsAnonymous, useCanLoadOwnList } from '../use-sign-in-state.js';
import { ordersQuery } from './orders.queries.js';
import { OrderCard } from './components/order-card.js';

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

function OrderList({ orders, more }: { orders: readonly DisplayedOwnOrder[]; more: ReactNode }) {
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <ul className="flex flex-col gap-6">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

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
        <QueryContent query={orders} skeleton={<LoadingOrders />}>
          {({ pages }) => (
            <OrderList
              orders={pages.flatMap(({ rows }) => rows)}
              more={<PagedListFooter query={orders} label="Orders" />}
            />
          )}
        </QueryContent>
      )}
    </PageColumn>
  );
}
