import { formatDollars } from '@shop/contracts-common';
import type { DisplayedCart, DisplayedCartItem } from '@shop/contracts-order';
import { CookieNotice, usePageTitle } from '@shop/web-kit';
import { Button, Card, cn, PageColumn, PageHeading, QuantityControl, Skeleton, Tooltip } from '@shop/web-ui';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ArtworkLinks } from '../artwork-links.js';
import { DeliveryFacts } from '../delivery/arrival-estimate.js';
import { HolidayNotice } from '../holiday-notice.js';
import { LinePicture } from '../orders/line-picture.js';
import { linePrice, SummaryRows } from '../orders/order-lines.js';
import { CartView } from './cart-view.js';
import { hasMissingChoice, LineOptions } from './line-choices.js';
import { LineSharpness } from './line-sharpness.js';
import { useCartItem } from './use-cart-item.js';

function CartLine({ item }: { item: DisplayedCartItem }) {
  const { changeQuantity, remove, isPending, isRemoving, pendingQuantity } = useCartItem(item);
  const title = item.product?.title || 'Product';
  const quantity = pendingQuantity ?? item.quantity;

  return (
    <Card className={cn('flex gap-4 p-4 transition-opacity sm:gap-6 sm:p-5', isRemoving && 'opacity-50')}>
      <LinePicture
        title={title}
        artworkUrl={item.generatedImage?.url}
        productUrl={item.product?.imageUrl}
        placement={item.designConfig}
        scaleSense={item.scaleSense}
        print={item.print}
        sizes="8rem"
        className={cn(
          'size-20 shrink-0 rounded-control min-[22rem]:size-24 sm:size-32',
          !item.available && 'grayscale',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-start justify-between gap-1 min-[22rem]:gap-3">
          <h2 className="min-w-0 font-display leading-snug font-bold min-[22rem]:text-lg [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h2>
          <Tooltip label="Remove">
            <Button
              variant="ghost"
              size="icon"
              className="-mt-2 -mr-2"
              aria-label={`Remove ${title}`}
              disabledFocusable={isPending}
              onClick={remove}
            >
              <Trash2 aria-hidden />
            </Button>
          </Tooltip>
        </div>
        <LineOptions item={item} title={title} />
        <LineSharpness item={item} title={title} />
        <ArtworkLinks imageId={item.generatedImageId} imageUrl={item.generatedImage?.url} title={title} />
        {item.available ? (
          <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
            <QuantityControl label={title} quantity={quantity} onChange={changeQuantity} pending={isPending} />
            <p className={cn('font-display text-xl font-bold tabular-nums', isPending && 'opacity-60')}>
              {formatDollars(linePrice(item.unitPrice, quantity))}
            </p>
          </div>
        ) : (
          <div className="mt-auto pt-2">
            <p className="font-bold text-destructive-text">No longer available</p>
            <p className="text-sm text-muted-foreground">
              It is not counted in your total. Please{' '}
              {hasMissingChoice(item) ? 'choose another option, or remove it' : 'remove it'} to check out.
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}

function CartSummary({ cart }: { cart: DisplayedCart }) {
  const canCheckOut = cart.items.every((item) => item.available || hasMissingChoice(item));
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
      <DeliveryFacts />
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
      <HolidayNotice />
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
