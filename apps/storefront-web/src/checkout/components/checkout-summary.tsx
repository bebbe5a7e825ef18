import { formatDollars, formatCents, parseCents } from '@shop/contracts/common';
import { computeOrderTotals, type DisplayedCart } from '@shop/contracts/order';
import { linePrice } from '../../purchase/line-price.js';
import { PurchaseLine } from '../../purchase/purchase-line.js';
import { SummaryCard } from './summary-card.js';

const formatAmount = (cents: number): string => formatDollars(formatCents(cents));

/** The amounts to be paid, computed by the same function as on the server. */
export function CheckoutSummary({ cart }: { cart: DisplayedCart }) {
  const { subtotalCents, shippingCents, taxCents, totalCents } = computeOrderTotals(parseCents(cart.subtotal));
  return (
    <SummaryCard
      subtotal={formatAmount(subtotalCents)}
      shipping={formatAmount(shippingCents)}
      tax={formatAmount(taxCents)}
      total={formatAmount(totalCents)}
    >
      <ul className="flex flex-col gap-4">
        {cart.items
          .filter(({ available }) => available)
          .map((item) => (
            <PurchaseLine
              key={item.id}
              title={item.product?.title || 'Product'}
              artworkUrl={item.generatedImage?.url}
              productUrl={item.product?.imageUrl}
              placement={item.designConfig}
              print={item.print}
              selections={item.variantSelections}
              quantity={item.quantity}
              price={linePrice(item.unitPrice, item.quantity)}
            />
          ))}
      </ul>
    </SummaryCard>
  );
}
