import { dollars, formatCents, parseCents } from '@shop/contracts/common';
import { orderTotals, type Cart } from '@shop/contracts/order';
import { Card } from '@shop/web-ui';
import { linePrice } from '../../purchase/line-price.js';
import { PurchaseLine } from '../../purchase/purchase-line.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

const shown = (cents: number): string => dollars(formatCents(cents));

/** What will be paid, by the same sum as the server's (D23). */
export function CheckoutSummary({ cart }: { cart: Cart }) {
  const { subtotalCents, shippingCents, taxCents, totalCents } = orderTotals(parseCents(cart.subtotal));
  return (
    <Card className="flex flex-col gap-6 p-6 lg:sticky lg:top-24">
      <h2 className="font-display text-2xl font-bold">Order Summary</h2>
      <ul className="flex flex-col gap-4">
        {cart.items
          .filter(({ available }) => available)
          .map((item) => (
            <PurchaseLine
              key={item.id}
              title={item.product?.title ?? 'Product'}
              pictureUrl={item.generatedImage?.url ?? item.product?.imageUrl}
              selections={item.variantSelections}
              quantity={item.quantity}
              price={linePrice(item.unitPrice, item.quantity)}
            />
          ))}
      </ul>
      <SummaryRows
        className="border-t-2 border-border pt-5"
        rows={[
          { label: 'Subtotal', value: shown(subtotalCents) },
          { label: 'Shipping', value: shown(shippingCents) },
          { label: 'Tax', value: shown(taxCents) },
        ]}
        total={{ label: 'Total', value: shown(totalCents) }}
      />
    </Card>
  );
}
