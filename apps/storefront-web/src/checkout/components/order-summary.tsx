import { dollars } from '@shop/contracts/common';
import type { Order } from '@shop/contracts/order';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryCard } from './summary-card.js';

/** What is paid: the order as it was placed, whatever has become of the cart since. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <SummaryCard subtotal={dollars(order.subtotal)} shipping={dollars(order.shipping)} tax={dollars(order.tax)} total={dollars(order.total)}>
      <OrderLines items={order.items} />
    </SummaryCard>
  );
}
