import { formatDollars } from '@shop/contracts/common';
import type { DisplayedCart, DisplayedOrder, DisplayedOrderItem } from '@shop/contracts/order';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryCard } from './summary-card.js';

/** The order that is paid, as it was placed; the cart may have changed since. */
export function OrderSummary({ order, cart }: { order: DisplayedOrder; cart: DisplayedCart }) {
  // The order has no print data before it is paid, so it is taken from the cart.
  const getPrint = ({ productId, variantSelections: { size, color } }: DisplayedOrderItem) =>
    cart.items.find(
      (line) =>
        productId !== null &&
        line.productId === productId &&
        line.variantSelections.size === size &&
        line.variantSelections.color === color,
    )?.print;
  return (
    <SummaryCard
      subtotal={formatDollars(order.subtotal)}
      shipping={formatDollars(order.shipping)}
      tax={formatDollars(order.tax)}
      total={formatDollars(order.total)}
    >
      <OrderLines items={order.items} getPrint={getPrint} />
    </SummaryCard>
  );
}
