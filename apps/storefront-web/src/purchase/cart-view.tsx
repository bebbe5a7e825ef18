import type { DisplayedCart } from '@shop/contracts/order';
import { getErrorMessage, useCart } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { EmptyCart } from './empty-cart.js';

/** Renders the cart, or its loading, error or empty state. */
export function CartView({
  skeleton,
  children,
}: {
  skeleton: ReactNode;
  children: (cart: DisplayedCart) => ReactNode;
}) {
  const { cart, isLoading, error, refetch } = useCart();
  if (isLoading) return skeleton;
  if (!cart) return <ErrorState message={getErrorMessage(error)} onRetry={refetch} />;
  return cart.items.length === 0 ? <EmptyCart /> : children(cart);
}
