import { dollars } from '@shop/contracts/common';
import type { CustomerOrder } from '@shop/contracts/order';
import { formatMoment } from '@shop/web-kit';
import { Card } from '@shop/web-ui';
import { SummaryRows } from '../../purchase/summary-rows.js';

/** What the order cost, and what went back of it. */
export function OrderSums({ order, refunds }: Pick<CustomerOrder, 'order' | 'refunds'>) {
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
            {refunds.map(({ amount, requestedAt, refundedAt }) => (
              <li key={requestedAt} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-muted-foreground">{refundedAt ? `Given back, ${formatMoment(refundedAt)}` : `On its way, asked for ${formatMoment(requestedAt)}`}</span>
                <span className="ml-auto font-semibold tabular-nums">{dollars(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}
