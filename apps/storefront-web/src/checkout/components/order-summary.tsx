import { dollars } from '@shop/contracts/common';
import type { Cart, Order, OrderItem } from '@shop/contracts/order';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryCard } from './summary-card.js';

/** What is paid: the order as it was placed, whatever has become of the cart since. */
export function OrderSummary({ order, cart }: { order: Order; cart: Cart }) {
  // The order itself says it only once it is paid.
  const getPrint = ({ productId, variantSelections: { size, color } }: OrderItem) =>
    cart.items.find(
      (line) =>
        line.productId === productId && line.variantSelections.size === size && line.variantSelections.color === color,
    )?.print;
  return (
    <SummaryCard
      subtotal={dollars(order.subtotal)}
      shipping={dollars(order.shipping)}
      tax={dollars(order.tax)}
      total={dollars(order.total)}
    >
      <OrderLines items={order.items} getPrint={getPrint} />
    </SummaryCard>
  );
}
