import { dollars, formatCents, parseCents } from '@shop/contracts/common';
import { orderTotals, type Cart } from '@shop/contracts/order';
import { linePrice } from '../../purchase/line-price.js';
import { PurchaseLine } from '../../purchase/purchase-line.js';
import { SummaryCard } from './summary-card.js';

const shown = (cents: number): string => dollars(formatCents(cents));

/** What will be paid, by the same sum as the server's (D23). */
export function CheckoutSummary({ cart }: { cart: Cart }) {
  const { subtotalCents, shippingCents, taxCents, totalCents } = orderTotals(parseCents(cart.subtotal));
  return (
    <SummaryCard
      subtotal={shown(subtotalCents)}
      shipping={shown(shippingCents)}
      tax={shown(taxCents)}
      total={shown(totalCents)}
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
