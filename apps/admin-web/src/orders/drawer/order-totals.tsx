import { formatDollars } from '@shop/contracts/common';
import type { DisplayedAdminOrderDetail } from '@shop/contracts/order';

export function OrderTotals({
  order,
}: {
  order: Pick<DisplayedAdminOrderDetail, 'subtotal' | 'shipping' | 'tax' | 'total'>;
}) {
  const lines = [
    ['Subtotal', order.subtotal],
    ['Shipping', order.shipping],
    ['Tax', order.tax],
  ].filter((line): line is [string, string] => line[1] !== null);
  return (
    <dl className="mt-4 ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-y-1 tabular-nums">
      {lines.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="pl-6 text-right">{formatDollars(amount)}</dd>
        </div>
      ))}
      <div className="contents text-lg font-bold">
        <dt className="border-t border-border pt-2">Total</dt>
        <dd className="border-t border-border pt-2 pl-6 text-right">{formatDollars(order.total)}</dd>
      </div>
    </dl>
  );
}
