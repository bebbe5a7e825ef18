import type { DisplayedAdminOrder } from '@shop/contracts-order';
import type { listAdminOrders, searchAdminOrders } from '@shop/contracts-order/routes';
import { LoadFailure, useLazyComponent } from '@shop/web-kit';
import { Button, Card, EmptyState, StatusBadge } from '@shop/web-ui';
import { ListChecks, Package, SearchX, Truck } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { usePagedList } from '../lists/list-query.js';
import { AdminList } from '../lists/admin-list.js';
import { useSearch } from '../lists/search.js';
import { useMediaQuery } from '../lists/use-media-query.js';
import { ListNotice } from '../lists/list-notice.js';
import { Permitted } from '../session/permitted.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink, useUrlId } from '../url-state.js';
import { OrderFilterBar, OrderViews, useOrderFilters } from './order-filters.js';
import { OrderDrawer } from './drawer/order-drawer.js';
import { OrderBadges, OrderTotal, PaymentBadges } from './order-badges.js';
import { FileLink } from './file-link.js';
import { SelectionProvider, SelectOrder, SelectShown, useSelectedOrders } from './selection.js';
import { findOrders, getOrdersCsvUrl, getOrdersList, getOrdersSheetUrl } from './orders.queries.js';

/** A separator after which the line may break. */
const DOT_SEPARATOR = "after:mx-1 after:content-['·']";

interface RowProps {
  row: DisplayedAdminOrder;
  /** Before the order number. */
  selectBox?: ReactNode;
}

/** A click anywhere in the row opens the order. */
export function OrderRow({ row: order, selectBox }: RowProps) {
  return (
    <Card className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 transition-colors hover:border-border-strong">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {selectBox}
          <OpenItemLink
            kind="order"
            id={order.id}
            className="font-display text-lg font-bold tracking-wide after:absolute after:inset-0 after:rounded-card"
          >
            {order.orderNumber}
          </OpenItemLink>
          <StatusBadge status={order.status} />
          <OrderBadges order={order} />
          <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground">
            Payment
            <PaymentBadges order={order} />
          </span>
        </p>
        <p className="mt-1.5 [overflow-wrap:anywhere] text-muted-foreground">
          {order.shippingAddress.name && (
            <span
              className={`font-semibold text-foreground after:font-normal after:text-muted-foreground ${DOT_SEPARATOR}`}
            >
              <bdi>{order.shippingAddress.name}</bdi>
            </span>
          )}{' '}
          {order.email && <span className={DOT_SEPARATOR}>{order.email}</span>} <RelativeTime at={order.createdAt} />
        </p>
      </div>
      <OrderTotal order={order} className="text-2xl" />
    </Card>
  );
}

const SelectableRow = ({ row }: { row: DisplayedAdminOrder }) => (
  <OrderRow row={row} selectBox={<SelectOrder order={row} />} />
);

export const NoOrders = () => <EmptyState icon={Package} title="No orders yet" />;
const NoMatch = () => <EmptyState icon={SearchX} title="No orders match the selected filters" />;

const listIds = (pages: readonly { rows: readonly { id: string }[] }[]): string[] =>
  pages.flatMap(({ rows }) => rows.map(({ id }) => id));

/** From here on a row of the table fits. */
const WIDE = '(min-width: 64rem)';

/** What can be done without a selection. */
function BulkButtons({ onOpen }: { onOpen: (name: string) => void }) {
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => onOpen('tracking')}>
        <Truck aria-hidden />
        Tracking numbers
      </Button>
      <Button variant="outline" size="sm" onClick={() => onOpen('last')}>
        <ListChecks aria-hidden />
        Bulk actions
      </Button>
    </>
  );
}

/** Bar and dialogs come with the first selected order. */
function LazyBulkActions({ isOpen }: { isOpen: boolean }) {
  const { size } = useSelectedOrders();
  const { Component, error, load } = useLazyComponent(
    () => import('./bulk/bulk-actions.js').then((module) => module.BulkActions),
    isOpen || size > 0,
  );
  if (Component) return <Component />;
  return error ? <LoadFailure subject="The actions" error={error} onRetry={() => void load()} /> : null;
}

export const Orders = () => (
  <SelectionProvider>
    <OrderList />
  </SelectionProvider>
);

function OrderList() {
  const bar = useOrderFilters();
  const { filters, isFiltered } = bar;
  const search = useSearch('orders');
  const isWide = useMediaQuery(WIDE);
  // Until the table is loaded, and if it can't be, the orders are cards.
  const table = useLazyComponent(() => import('./orders-table.js').then((module) => module.OrdersTable), isWide);
  const query = usePagedList<typeof listAdminOrders | typeof searchAdminOrders>(
    search.words === undefined ? getOrdersList(filters) : findOrders(search.words, filters),
  );

  const [bulkName, openBulk] = useUrlId('bulk');
  const pages = query.data?.pages;
  const shown = useMemo(() => pages?.flatMap(({ rows }) => rows) ?? [], [pages]);
  const ids = useMemo(() => pages && listIds(pages), [pages]);
  const loadMore = async () => listIds((await query.fetchNextPage()).data?.pages ?? []);

  return (
    <section aria-label="Orders">
      <ListNotice rows="orders">
        <div className="mb-6 grid grid-cols-1 gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <OrderViews {...bar} />
            <div className="flex flex-wrap gap-2">
              <BulkButtons onOpen={openBulk} />
              <Permitted permission="export">
                {search.words === undefined && (
                  <>
                    <FileLink href={getOrdersSheetUrl(filters)} label="Download Excel" />
                    <FileLink href={getOrdersCsvUrl(filters)} label="Download CSV" />
                  </>
                )}
              </Permitted>
            </div>
          </div>
          <OrderFilterBar search={search} isWide={isWide} {...bar} />
        </div>
        {shown.length > 0 && !(isWide && table.Component) && <SelectShown orders={shown} isLabelShown />}
        <AdminList
          query={query}
          label="Orders"
          words={search.words}
          Row={SelectableRow}
          Table={isWide ? table.Component : undefined}
          empty={isFiltered ? <NoMatch /> : <NoOrders />}
        />
        <LazyBulkActions isOpen={bulkName !== undefined} />
        <OrderDrawer ids={ids} loadMore={query.hasNextPage ? loadMore : undefined} />
      </ListNotice>
    </section>
  );
}
