import { formatDollars } from '@shop/contracts-common';
import { ORDER_STATUSES, PAYMENT_STATUSES, type DisplayedAdminOrder } from '@shop/contracts-order';
import type { listAdminOrders, searchAdminOrders } from '@shop/contracts-order/routes';
import { Badge, Card, EmptyState, StatusBadge } from '@shop/web-ui';
import { Package, SearchX } from 'lucide-react';
import { usePagedList } from '../lists/list-query.js';
import { AdminList, StatusFilter } from '../lists/admin-list.js';
import { SearchField, useSearch } from '../lists/search.js';
import { ListNotice } from '../lists/list-notice.js';
import { Permitted } from '../session/permitted.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink, useUrlChoice } from '../url-state.js';
import { OrderDrawer } from './drawer/order-drawer.js';
import { CsvLink } from './csv-link.js';
import { findOrders, getOrdersCsvUrl, getOrdersList } from './orders.queries.js';

/** A separator after which the line may break. */
const DOT_SEPARATOR = "after:mx-1 after:content-['·']";

/** The badge of the payment says it when everything went back. */
const isPartlyReturned = (order: DisplayedAdminOrder): order is DisplayedAdminOrder & { returned: string } =>
  order.paymentStatus === 'paid' && Number(order.returned ?? 0) > 0;

/** A click anywhere in the row opens the order. */
export function OrderRow({ row: order }: { row: DisplayedAdminOrder }) {
  return (
    <Card className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 transition-colors hover:border-border-strong">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <OpenItemLink
            kind="order"
            id={order.id}
            className="font-display text-lg font-bold tracking-wide after:absolute after:inset-0 after:rounded-card"
          >
            {order.orderNumber}
          </OpenItemLink>
          <StatusBadge status={order.status} />
          {order.isOnHold && <Badge variant="outline">On hold</Badge>}
          {order.hasOpenProblem && <Badge variant="destructive">Problem reported</Badge>}
          {order.hasReturnedParcel && <Badge variant="destructive">Parcel came back</Badge>}
          {order.isReprinted && <Badge variant="outline">Being sent again</Badge>}
          <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground">
            Payment
            <StatusBadge status={order.paymentStatus} />
            {isPartlyReturned(order) && <StatusBadge status="partly refunded" />}
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
      <div className="sm:text-right">
        <p className="font-display text-2xl font-extrabold tabular-nums">{formatDollars(order.total)}</p>
        {isPartlyReturned(order) && (
          <p className="text-sm text-muted-foreground tabular-nums">{formatDollars(order.returned)} went back</p>
        )}
      </div>
    </Card>
  );
}

export const NoOrders = () => <EmptyState icon={Package} title="No orders yet" />;
const NoMatch = () => <EmptyState icon={SearchX} title="No orders match the selected filters" />;

export function Orders() {
  const [status, setStatus] = useUrlChoice('status', ORDER_STATUSES);
  const [paymentStatus, setPaymentStatus] = useUrlChoice('paymentStatus', PAYMENT_STATUSES);
  const filters = { status, paymentStatus };
  const search = useSearch('orders');
  const query = usePagedList<typeof listAdminOrders | typeof searchAdminOrders>(
    search.words === undefined ? getOrdersList(filters) : findOrders(search.words, filters),
  );

  return (
    <section aria-label="Orders">
      <ListNotice rows="orders">
        <div className="mb-6 grid grid-cols-2 items-end gap-4 sm:flex">
          <SearchField search={search} label="Find orders" hint="Number, name, email, city or tracking" />
          <StatusFilter label="Order status" options={ORDER_STATUSES} value={status} onChange={setStatus} />
          <StatusFilter
            label="Payment status"
            options={PAYMENT_STATUSES}
            value={paymentStatus}
            onChange={setPaymentStatus}
          />
          <div className="col-span-2 sm:ml-auto">
            <Permitted permission="export">
              {search.words === undefined && <CsvLink href={getOrdersCsvUrl(filters)} />}
            </Permitted>
          </div>
        </div>
        <AdminList
          query={query}
          label="Orders"
          words={search.words}
          Row={OrderRow}
          empty={status || paymentStatus ? <NoMatch /> : <NoOrders />}
        />
        <OrderDrawer />
      </ListNotice>
    </section>
  );
}
