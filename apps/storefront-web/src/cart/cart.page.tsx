import { CookieNotice, usePageTitle } from '@shop/web-kit';
import { PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { CartView } from '../purchase/cart-view.js';
import { CartLine } from './components/cart-line.js';
import { CartSummary } from './components/cart-summary.js';

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
