import { formatDollars } from '@shop/contracts-common';
import { StatusBadge } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { PartFailure } from '../failures.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink } from '../url-state.js';
import { CUSTOMER_ROWS, customerOrdersQuery, type Customer } from './customer-orders.queries.js';

/** The newest orders of a customer, each as a link. */
export function CustomerOrders({ customer }: { customer: Customer }) {
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery(customer));
  if (!orders)
    return error ? (
      <PartFailure error={error} missing="This shop’s server finds no orders of a customer." onRetry={refetch} />
    ) : (
      <ListSkeleton />
    );
  if (orders.length === 0) return <p className="text-muted-foreground">No orders.</p>;
  return (
    <>
      <ul aria-label="Orders of this customer" className="grid gap-2">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OpenItemLink
              kind="order"
              id={order.id}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {order.orderNumber}
            </OpenItemLink>
            <StatusBadge status={order.status} />
            <span className="tabular-nums">{formatDollars(order.total)}</span>
            <RelativeTime at={order.createdAt} className="text-sm text-muted-foreground" />
          </li>
        ))}
      </ul>
      {orders.length === CUSTOMER_ROWS && (
        <p className="mt-2 text-sm text-muted-foreground">
          The newest {CUSTOMER_ROWS}. The search of the orders finds them all.
        </p>
      )}
    </>
  );
}
