import { sentenceOf, usePageTitle } from '@shop/web-kit';
import { EmptyState, ErrorState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Inbox, Package, UsersRound } from 'lucide-react';
import { statsQuery } from '../dashboard/api/get-stats.js';
import { StatCard } from '../dashboard/stat-card.js';
import { ListFrame } from '../list-frame.js';
import { ordersQuery } from '../orders/api/list-orders.js';
import { OrderRow } from '../orders/order-row.js';
import { requestsQuery } from '../requests/api/list-requests.js';
import { RequestCard } from '../requests/request-card.js';
import { NoRequests } from '../requests/requests.js';
import { useUnreadCount } from '../requests/use-unread-count.js';

/** Spec, section 9. */
const SHOWN = 10;

function Figures() {
  const stats = useQuery(statsQuery);
  const requests = useQuery(requestsQuery);
  const unread = useUnreadCount();
  if (stats.isPending) return <Skeleton role="status" aria-label="Loading" aria-hidden={false} className="h-32 rounded-card" />;
  if (!stats.data) return <ErrorState sentence={sentenceOf(stats.error)} onRetry={() => void stats.refetch()} />;
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <StatCard label="Total Orders" value={stats.data.totalOrders} icon={Package} ground="bg-peach" />
      <StatCard label="Customer Requests" value={requests.data?.length ?? '–'} note={`${unread} unread`} icon={Inbox} ground="bg-butter" />
      <StatCard label="Total Users" value={stats.data.totalUsers} icon={UsersRound} ground="bg-lilac" />
    </div>
  );
}

export default function NimdaPage() {
  usePageTitle('Admin Dashboard');
  return (
    <PageColumn>
      <PageHeading>Admin Dashboard</PageHeading>
      <Figures />
      <section aria-labelledby="recent-orders" className="mt-12">
        <h2 id="recent-orders" className="mb-5 text-2xl font-bold">
          Recent Orders
        </h2>
        <ListFrame query={useQuery(ordersQuery)} empty={<EmptyState icon={Package} title="No orders yet" />}>
          {(orders) => (
            <ul className="grid gap-4">
              {orders.slice(0, SHOWN).map((order) => (
                <li key={order.id}>
                  <OrderRow order={order} />
                </li>
              ))}
            </ul>
          )}
        </ListFrame>
      </section>
      <section aria-labelledby="recent-requests" className="mt-12">
        <h2 id="recent-requests" className="mb-5 text-2xl font-bold">
          Customer Requests
        </h2>
        <ListFrame query={useQuery(requestsQuery)} empty={<NoRequests />}>
          {(requests) => (
            <ul className="grid gap-4">
              {requests.slice(0, SHOWN).map((request) => (
                <li key={request.id}>
                  <RequestCard request={request} />
                </li>
              ))}
            </ul>
          )}
        </ListFrame>
      </section>
    </PageColumn>
  );
}
