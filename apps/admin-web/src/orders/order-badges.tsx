import { formatDollars } from '@shop/contracts-common';
import type { DisplayedAdminOrder } from '@shop/contracts-order';
import { Badge, cn, StatusBadge } from '@shop/web-ui';

/** The badge of the payment says it when everything went back. */
const isPartlyReturned = (order: DisplayedAdminOrder): order is DisplayedAdminOrder & { returned: string } =>
  order.paymentStatus === 'paid' && Number(order.returned ?? 0) > 0;

/** `payment-review` → `payment review`; a term of a newer server too. */
const toWords = (term: string): string => term.replaceAll('-', ' ');

/** What needs attention. */
export function OrderBadges({ order }: { order: DisplayedAdminOrder }) {
  const waitsFor = order.waitsFor?.map(toWords).join(', ');
  return (
    <>
      {(order.isOnHold || waitsFor) && <Badge variant="outline">{waitsFor ? `Waits: ${waitsFor}` : 'On hold'}</Badge>}
      {order.hasOpenProblem && <Badge variant="destructive">Problem reported</Badge>}
      {order.hasReturnedParcel && <Badge variant="destructive">Parcel came back</Badge>}
      {order.isReprinted && <Badge variant="outline">Being sent again</Badge>}
    </>
  );
}

export function PaymentBadges({ order }: { order: DisplayedAdminOrder }) {
  return (
    <>
      <StatusBadge status={order.paymentStatus} />
      {isPartlyReturned(order) && <StatusBadge status="partly refunded" />}
    </>
  );
}

export function OrderTotal({ order, className }: { order: DisplayedAdminOrder; className: string }) {
  return (
    <div className="sm:text-right">
      <p className={cn('font-display font-extrabold tabular-nums', className)}>{formatDollars(order.total)}</p>
      {isPartlyReturned(order) && (
        <p className="text-sm text-muted-foreground tabular-nums">{formatDollars(order.returned)} went back</p>
      )}
    </div>
  );
}
