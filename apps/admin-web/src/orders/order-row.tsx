import { formatDollars } from '@shop/contracts/common';
import type { DisplayedAdminOrder } from '@shop/contracts/order';
import { Card, StatusBadge } from '@shop/web-ui';
import { OpenItemLink } from '../routing/open-item.js';
import { RelativeTime } from '../relative-time.js';

/** A separator after which the line may break. */
const DOT_SEPARATOR = "after:mx-1 after:content-['·']";

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
          <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground">
            Payment
            <StatusBadge status={order.paymentStatus} />
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
      <p className="font-display text-2xl font-extrabold tabular-nums">{formatDollars(order.total)}</p>
    </Card>
  );
}
