import { dollars } from '@shop/contracts/common';
import { inCurrency, type CustomerOrder } from '@shop/contracts/order';
import { formatMoment } from '@shop/web-kit';
import { Card } from '@shop/web-ui';
import { getMoneyBack, getRefundState } from '../../placed-order/money-back.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

function describeRefund(refund: CustomerOrder['refunds'][number]): string {
  const { requestedAt, refundedAt } = refund;
  switch (getRefundState(refund)) {
    case 'back':
      return `Given back, ${formatMoment(refundedAt ?? requestedAt)}`;
    case 'on-its-way':
      return `On its way, asked for ${formatMoment(requestedAt)}`;
    case 'failed':
      return `Did not go through, asked for ${formatMoment(requestedAt)}`;
  }
}

/** The amounts of the order and its refunds. */
export function OrderTotals({ order, refunds, moneyBack }: Pick<CustomerOrder, 'order' | 'refunds' | 'moneyBack'>) {
  const { currency } = getMoneyBack({ order, moneyBack });
  return (
    <Card className="flex flex-col gap-5 p-6">
      <h2 className="font-display text-xl font-bold">Order Summary</h2>
      <SummaryRows
        rows={[
          { label: 'Subtotal', value: dollars(order.subtotal) },
          { label: 'Shipping', value: dollars(order.shipping) },
          { label: 'Tax', value: dollars(order.tax) },
        ]}
        total={{ label: 'Total', value: dollars(order.total) }}
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
                <span className="ml-auto font-semibold tabular-nums">{inCurrency(refund.amount, currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}
