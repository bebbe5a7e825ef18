import { Button, EmptyState } from '@shop/web-ui';
import { ShoppingBag } from 'lucide-react';
import { Link } from 'react-router-dom';

export function EmptyCart() {
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
