import { dollars } from '@shop/contracts/common';
import type { AdminOrder } from '@shop/contracts/order';
import { formatRelative } from '@shop/web-kit';
import { Card, StatusBadge } from '@shop/web-ui';

export function OrderRow({ order }: { order: AdminOrder }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="font-display text-lg font-bold tracking-wide">{order.orderNumber}</span>
          <StatusBadge status={order.status} />
          <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground">
            Payment
            <StatusBadge status={order.paymentStatus} />
          </span>
        </p>
        <p className="mt-1.5 text-muted-foreground">
          {order.shippingAddress.name && <span className="font-semibold text-foreground">{order.shippingAddress.name}</span>}
          {order.email && <span className="before:mx-2 before:content-['·']">{order.email}</span>}
          <time dateTime={order.createdAt} className="before:mx-2 before:content-['·']">
            {formatRelative(order.createdAt)}
          </time>
        </p>
      </div>
      <p className="font-display text-2xl font-extrabold tabular-nums">{dollars(order.total)}</p>
    </Card>
  );
}
