import type { ContactSummary } from '@shop/contracts-support';
import { getErrorMessage, usePageTitle, type ListRoute, type Page, type RowOf } from '@shop/web-kit';
import { ErrorState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { Inbox, Package, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatCard, statsQuery } from '../stats.js';
import { listQueryOptions, type ListDefinition } from '../lists/list-query.js';
import { ListNotice } from '../lists/list-notice.js';
import { AdminList } from '../lists/admin-list.js';
import { NoOrders, OrderRow } from '../orders/orders.js';
import { getOrdersList } from '../orders/orders.queries.js';
import { NoRequests, RequestCard } from '../requests/requests.js';
import { getRequestsList, requestSummaryQuery } from '../requests/requests.queries.js';

/** Spec, section 9. */
const NEWEST_COUNT = 10;
const keepNewest = <Row,>(data: InfiniteData<Page<Row>>): InfiniteData<Page<Row>> => ({
  ...data,
  pages: data.pages.map(({ rows }) => ({ rows: rows.slice(0, NEWEST_COUNT), next: null })),
});
/** Only the newest ten, also of a server that ignores the limit; /admin has the rest. */
const newestQueryOptions = <Of extends ListRoute>(list: ListDefinition<Of>) => ({
  ...listQueryOptions(list),
  getNextPageParam: () => null,
  select: keepNewest<RowOf<Of>>,
});

/** No text while the summary loads. The query refetches automatically. */
const getUnreadNote = ({
  data,
  isError,
}: {
  data: ContactSummary | undefined;
  isError: boolean;
}): string | undefined => (data ? `${data.new} unread` : isError ? 'Not available right now' : undefined);

function Stats() {
  const stats = useQuery(statsQuery);
  const requests = useQuery(requestSummaryQuery);
  if (stats.isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-5 sm:grid-cols-3">
        {['orders', 'requests', 'users'].map((key) => (
          <Skeleton key={key} className="h-36 rounded-card" />
        ))}
      </div>
    );
  }
  if (!stats.data) return <ErrorState message={getErrorMessage(stats.error)} onRetry={() => void stats.refetch()} />;
  return (
    <div className="grid auto-rows-[minmax(9rem,auto)] gap-5 sm:grid-cols-3">
      <StatCard label="Total Orders" value={stats.data.totalOrders} icon={Package} tintClassName="bg-peach" />
      <StatCard
        label="Customer Requests"
        value={requests.data?.total ?? '–'}
        note={getUnreadNote(requests)}
        icon={Inbox}
        tintClassName="bg-butter"
      />
      <StatCard label="Total Users" value={stats.data.totalUsers} icon={UsersRound} tintClassName="bg-lilac" />
    </div>
  );
}

function NewestSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-5 text-2xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export default function NimdaPage() {
  usePageTitle('Admin Dashboard');
  const orders = useInfiniteQuery(newestQueryOptions(getOrdersList({}, NEWEST_COUNT)));
  const requests = useInfiniteQuery(newestQueryOptions(getRequestsList({}, NEWEST_COUNT)));
  return (
    <PageColumn>
      <PageHeading>Admin Dashboard</PageHeading>
      <Stats />
      <NewestSection id="recent-orders" title="Recent Orders">
        <AdminList query={orders} label="Orders" Row={OrderRow} empty={<NoOrders />} />
      </NewestSection>
      {/* Rendered after the orders, which would otherwise push it down. */}
      {!orders.isPending && (
        <NewestSection id="recent-requests" title="Customer Requests">
          <ListNotice rows="requests">
            <AdminList query={requests} label="Requests" Row={RequestCard} empty={<NoRequests />} />
          </ListNotice>
        </NewestSection>
      )}
    </PageColumn>
  );
}
