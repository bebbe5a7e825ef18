import { Card } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { SummaryRows } from '../../purchase/summary-rows.js';

interface Props {
  /** Formatted amounts: `$24.00`. */
  subtotal: string;
  shipping: string;
  tax: string;
  total: string;
  /** The order lines. */
  children: ReactNode;
}

/** Lines and amounts next to the checkout steps. */
export function SummaryCard({ subtotal, shipping, tax, total, children }: Props) {
  return (
    <Card className="flex flex-col gap-6 p-6 lg:sticky lg:top-24">
      <h2 className="font-display text-2xl font-bold">Order Summary</h2>
      {children}
      <SummaryRows
        className="border-t-2 border-border pt-5"
        rows={[
          { label: 'Subtotal', value: subtotal },
          { label: 'Shipping', value: shipping },
          { label: 'Tax', value: tax },
        ]}
        total={{ label: 'Total', value: total }}
      />
    </Card>
  );
}
