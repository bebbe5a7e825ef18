import { formatDollars } from '@shop/contracts/common';
import type { DisplayedOwnOrder } from '@shop/contracts/order';
import { formatDate } from '@shop/web-kit';
import { Button, Card, cn, StatusBadge } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { orderPath } from '../../paths.js';
import { ParcelLinks } from '../../placed-order/components/parcel-links.js';
import { describeOrderState } from '../../placed-order/order-state.js';
import { AddressLines } from '../../purchase/address-lines.js';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

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

export function OrderCard({ order }: { order: DisplayedOwnOrder }) {
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
