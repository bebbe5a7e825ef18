import { formatDollars } from '@shop/contracts/common';
import { formatInCurrency, type DisplayedCustomerOrder } from '@shop/contracts/order';
import { formatCompactDateTime } from '@shop/web-kit';
import { Card } from '@shop/web-ui';
import { getMoneyBack, getRefundState } from '../../placed-order/money-back.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

function describeRefund(refund: DisplayedCustomerOrder['refunds'][number]): string {
  const { requestedAt, refundedAt } = refund;
  switch (getRefundState(refund)) {
    case 'back':
      return `Given back, ${formatCompactDateTime(refundedAt ?? requestedAt)}`;
    case 'on-its-way':
      return `On its way, asked for ${formatCompactDateTime(requestedAt)}`;
    case 'failed':
      return `Did not go through, asked for ${formatCompactDateTime(requestedAt)}`;
  }
}

/** The amounts of the order and its refunds. */
export function OrderTotals({
  order,
  refunds,
  refundSummary,
}: Pick<DisplayedCustomerOrder, 'order' | 'refunds' | 'refundSummary'>) {
  const { currency } = getMoneyBack({ order, refundSummary });
  return (
    <Card className="flex flex-col gap-5 p-6">
      <h2 className="font-display text-xl font-bold">Order Summary</h2>
      <SummaryRows
        rows={[
          { label: 'Subtotal', value: formatDollars(order.subtotal) },
          { label: 'Shipping', value: formatDollars(order.shipping) },
          { label: 'Tax', value: formatDollars(order.tax) },
        ]}
        total={{ label: 'Total', value: formatDollars(order.total) }}
      />
      {refunds.length > 0 && (
        <section aria-labelledby="refunds-heading" className="border-t border-border pt-4">
          <h3 id="refunds-heading" className="mb-2 font-bold">
            {refunds.length === 1 ? 'Refund' : 'Refunds'}
          </h3>
          <ul className="flex flex-col gap-2">
            {refunds.map((refund) => (
              <li key={refund.requestedAt} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-muted-foreground">{describeRefund(refund)}</span>
                <span className="ml-auto font-semibold tabular-nums">{formatInCurrency(refund.amount, currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}
