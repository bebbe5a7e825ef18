import { useCart } from '@shop/web-kit';
import { Button, Tooltip } from '@shop/web-ui';
import { ShoppingBag } from 'lucide-react';
import { Link } from 'react-router-dom';

export function CartButton() {
  const count = useCart().cart?.itemCount ?? 0;
  const label = count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  return (
    <Tooltip label="Cart">
      <Button asChild variant="ghost" size="icon" className="relative">
        <Link to="/cart" aria-label={label}>
          <ShoppingBag aria-hidden className="size-5.5" />
          {count > 0 && (
            <span
              data-cart-count=""
              className="absolute top-0 right-0 grid h-5 forced-color-adjust-none min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-bold text-primary-foreground tabular-nums"
            >
              {count}
            </span>
          )}
        </Link>
      </Button>
    </Tooltip>
  );
}
