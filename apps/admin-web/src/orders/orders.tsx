import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/contracts/order';
import { Button, EmptyState } from '@shop/web-ui';
import { Download, Package, SearchX } from 'lucide-react';
import { useUrlChoice } from '../routing/use-url-choice.js';
import { PagedList } from '../lists/paged-list.js';
import { usePagedList } from '../lists/list-query.js';
import { StatusFilter } from '../lists/status-filter.js';
import { getOrdersCsvUrl, getOrdersList } from './orders.queries.js';
import { OrderRow } from './order-row.js';
import { OrderDrawer } from './drawer/order-drawer.js';

export const NoOrders = () => <EmptyState icon={Package} title="No orders yet" />;
const NoMatch = () => <EmptyState icon={SearchX} title="No orders match the selected filters" />;

export function Orders() {
  const [status, setStatus] = useUrlChoice('status', ORDER_STATUSES);
  const [paymentStatus, setPaymentStatus] = useUrlChoice('paymentStatus', PAYMENT_STATUSES);
  const filters = { status, paymentStatus };
  const query = usePagedList(getOrdersList(filters));

  return (
    <section aria-label="Orders">
      <div className="mb-6 grid grid-cols-2 items-end gap-4 sm:flex">
        <StatusFilter label="Order status" options={ORDER_STATUSES} value={status} onChange={setStatus} />
        <StatusFilter
          label="Payment status"
          options={PAYMENT_STATUSES}
          value={paymentStatus}
          onChange={setPaymentStatus}
        />
        <Button asChild variant="outline" className="col-span-2 w-fit sm:ml-auto">
          <a href={getOrdersCsvUrl(filters)} download>
            <Download aria-hidden />
            Download CSV
          </a>
        </Button>
      </div>
      <PagedList
        query={query}
        label="Orders"
        Row={OrderRow}
        empty={status || paymentStatus ? <NoMatch /> : <NoOrders />}
      />
      <OrderDrawer />
    </section>
  );
}
