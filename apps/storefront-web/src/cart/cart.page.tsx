import { formatDollars } from '@shop/contracts/common';
import type { DisplayedCart } from '@shop/contracts/order';
import { CookieNotice, usePageTitle } from '@shop/web-kit';
import { Button, Card, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { CartView } from './cart-view.js';
import { SummaryRows } from '../orders/summary-rows.js';
import { CartLine } from './cart-line.js';

function CartSummary({ cart }: { cart: DisplayedCart }) {
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

const COLUMNS = 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]';

function CartSkeleton() {
  return (
    <div role="status" aria-label="Loading your cart" className={COLUMNS}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}

export default function CartPage() {
  usePageTitle('Shopping Cart');
  return (
    <PageColumn>
      <PageHeading>Shopping Cart</PageHeading>
      <CookieNotice className="mb-6" />
      <CartView skeleton={<CartSkeleton />}>
        {(cart) => (
          <div className={COLUMNS}>
            <ul className="flex flex-col gap-4">
              {cart.items.map((item) => (
                <li key={item.id}>
                  <CartLine item={item} />
                </li>
              ))}
            </ul>
            <CartSummary cart={cart} />
          </div>
        )}
      </CartView>
    </PageColumn>
  );
}
