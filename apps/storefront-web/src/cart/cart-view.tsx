import type { DisplayedCart } from '@shop/contracts-order';
import { ChangeNotice, getErrorMessage, useCart } from '@shop/web-kit';
import { Button, EmptyState, ErrorState } from '@shop/web-ui';
import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

function EmptyCart() {
  return (
    <EmptyState
      icon={ShoppingBag}
      title="Your cart is empty"
      text="Start creating AI art and add products to your cart"
      action={
        <Button asChild size="lg">
          <Link to="/create">Create AI Art</Link>
        </Button>
      }
    />
  );
}

const CHANGED_ELSEWHERE =
  'Your cart was changed in another tab or on another device. This is what is in it now; please check it.';

interface Props {
  skeleton: ReactNode;
  children: (cart: DisplayedCart) => ReactNode;
}

/** Renders the cart, or its loading, error or empty state. */
export const CartView = (props: Props) => (
  <ChangeNotice text={CHANGED_ELSEWHERE}>
    <CartContent {...props} />
  </ChangeNotice>
);

function CartContent({ skeleton, children }: Props) {
  const { cart, isLoading, error, refetch } = useCart();
  if (isLoading) return skeleton;
  if (!cart) return <ErrorState message={getErrorMessage(error)} onRetry={refetch} />;
  return cart.items.length === 0 ? <EmptyCart /> : children(cart);
}
