import { formatCents, formatDollars, parseCents } from '@shop/contracts-common';
import {
  computeOrderTotals,
  type DisplayedCart,
  type DisplayedOrder,
  type DisplayedOrderItem,
} from '@shop/contracts-order';
import { Card } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { linePrice, OrderLines, OrderLine, SummaryRows } from '../orders/order-lines.js';

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
function SummaryCard({ subtotal, shipping, tax, total, children }: Props) {
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

const formatAmount = (cents: number): string => formatDollars(formatCents(cents));

/** The amounts to be paid, computed by the same function as on the server. Nothing if no line can be ordered. */
export function CheckoutSummary({ cart }: { cart: DisplayedCart }) {
  if (!cart.items.some(({ available }) => available)) return null;
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
            <OrderLine
              key={item.id}
              title={item.product?.title || 'Product'}
              artworkUrl={item.generatedImage?.url}
              productUrl={item.product?.imageUrl}
              placement={item.designConfig}
              scaleSense={item.scaleSense}
              print={item.print}
              selections={item.variantSelections}
              category={item.product?.category}
              quantity={item.quantity}
              price={linePrice(item.unitPrice, item.quantity)}
            />
          ))}
      </ul>
    </SummaryCard>
  );
}

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
