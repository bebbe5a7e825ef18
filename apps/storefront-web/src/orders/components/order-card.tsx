import { dollars } from '@shop/contracts/common';
import type { Order, ShippingAddress } from '@shop/contracts/order';
import { formatDate } from '@shop/web-kit';
import { Card, StatusBadge } from '@shop/web-ui';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

function Address({ address }: { address: ShippingAddress }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">Shipping Address</h3>
      <address className="[overflow-wrap:anywhere] text-muted-foreground not-italic">
        <span className="block">{address.name}</span>
        <span className="block">{address.address}</span>
        <span className="block">
          {address.city}, {address.state} {address.zip}
        </span>
        <span className="block">{address.country}</span>
      </address>
    </div>
  );
}

export function OrderCard({ order }: { order: Order }) {
  return (
    <Card className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-border bg-muted px-6 py-5">
        <div>
          <h2 className="font-display text-xl font-bold">Order {order.orderNumber}</h2>
          <p className="text-muted-foreground">
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:w-full max-sm:justify-between">
          <StatusBadge status={order.status} />
          <p className="font-display text-2xl font-bold tabular-nums">{dollars(order.total)}</p>
        </div>
      </header>
      <div className="grid gap-8 p-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <OrderLines items={order.items} />
        <Address address={order.shippingAddress} />
        <SummaryRows
          rows={[
            { label: 'Subtotal', value: dollars(order.subtotal) },
            { label: 'Shipping', value: dollars(order.shipping) },
            { label: 'Tax', value: dollars(order.tax) },
          ]}
        />
      </div>
    </Card>
  );
}
