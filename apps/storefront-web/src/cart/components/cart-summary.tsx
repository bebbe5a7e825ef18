import { formatDollars } from '@shop/contracts/common';
import type { DisplayedCart } from '@shop/contracts/order';
import { Button, Card } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { SummaryRows } from '../../purchase/summary-rows.js';

export function CartSummary({ cart }: { cart: DisplayedCart }) {
  const canCheckOut = cart.items.every(({ available }) => available);
  const subtotal = formatDollars(cart.subtotal);
  return (
    <Card className="flex flex-col gap-5 p-6 lg:sticky lg:top-24">
      <h2 className="font-display text-2xl font-bold">Order Summary</h2>
      <SummaryRows
        rows={[
          { label: 'Subtotal', value: subtotal },
          { label: 'Shipping', value: 'Calculated at checkout' },
        ]}
        total={{ label: 'Total', value: subtotal }}
      />
      <div className="flex flex-col gap-3">
        {canCheckOut ? (
          <Button asChild size="lg">
            <Link to="/checkout">Proceed to Checkout</Link>
          </Button>
        ) : (
          <>
            <Button size="lg" disabled>
              Proceed to Checkout
            </Button>
            <p className="text-sm text-muted-foreground">Please remove what can't be ordered, then check out.</p>
          </>
        )}
        <Button asChild variant="outline" size="lg">
          <Link to="/products">Continue Shopping</Link>
        </Button>
      </div>
    </Card>
  );
}
