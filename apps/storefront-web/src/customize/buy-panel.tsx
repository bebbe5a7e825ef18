import { formatDollars } from '@shop/contracts-common';
import { Button, Card, Picture, Spinner } from '@shop/web-ui';
import { ShoppingBag } from 'lucide-react';
import type { ChosenProduct } from '../catalogue/product-choice.js';
import { Promises } from '../delivery/promises.js';
import { DeliveryFacts } from '../delivery/arrival-estimate.js';
import { CutNotice } from '../placement/components/cut-notice.js';
import type { PlacementStore } from '../placement/placement-store.js';
import type { Artwork } from '../placement/print-details.js';

interface Props {
  chosen: ChosenProduct | null;
  artworkUrl: string;
  artwork: Artwork | null;
  store: PlacementStore;
  /** What can still be chosen: `size`, `color`. */
  openChoices: readonly string[];
  isAdding: boolean;
  onAdd: () => void;
}

/**
 * The price of the choice, the base price if it differs, and the Add to Cart button. On a phone they are a bar at the lower
 * edge of the window; app.css scrolls what gets the focus above it.
 */
export function BuyPanel({ chosen, artworkUrl, artwork, store, openChoices, isAdding, onAdd }: Props) {
  const isSoldOut = chosen?.product.isSoldOut ?? false;
  const differsFromBase = chosen !== null && chosen.unitPrice !== chosen.product.basePrice;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-5 max-sm:contents">
      <div
        data-buy-bar=""
        className="flex w-full items-center justify-between gap-4 max-sm:order-last max-sm:bottom-0 max-sm:z-20 max-sm:-mx-4 max-sm:w-auto max-sm:gap-3 max-sm:border-t max-sm:border-border-strong max-sm:bg-card max-sm:px-4 max-sm:pt-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:shadow-float max-sm:[@media(min-height:32rem)]:sticky"
      >
        <Picture
          src={artworkUrl}
          alt=""
          sizes="3rem"
          loading="eager"
          className="size-12 shrink-0 rounded-control bg-muted object-cover sm:hidden max-[22rem]:hidden"
        />
        {/* Reserves three lines, so that the button does not move. */}
        <div className="flex min-w-0 flex-1 flex-col justify-center sm:min-h-21" aria-live="polite">
          {chosen ? (
            <>
              <p className="font-semibold [overflow-wrap:anywhere] max-sm:sr-only">
                <bdi>{chosen.product.title}</bdi>
              </p>
              <p className="font-display text-2xl font-bold tabular-nums sm:text-3xl">
                {formatDollars(chosen.unitPrice)}
              </p>
              <p className="text-sm text-muted-foreground max-sm:sr-only sm:min-h-5">
                {differsFromBase && `Base price ${formatDollars(chosen.product.basePrice)}`}
              </p>
            </>
          ) : (
            <p className="text-muted-foreground max-sm:text-sm">Choose a product to see its price.</p>
          )}
        </div>
        <Button
          size="lg"
          disabled={!chosen || isSoldOut}
          disabledFocusable={isAdding}
          onClick={onAdd}
          className="shrink-0 max-sm:px-5"
        >
          {isAdding ? <Spinner /> : !isSoldOut && <ShoppingBag aria-hidden />}
          {isSoldOut ? 'Sold out' : isAdding ? 'Adding...' : 'Add to Cart'}
        </Button>
      </div>
      {/* Not above the button, so that the button does not move. */}
      <CutNotice chosen={chosen} artwork={artwork} store={store} />
      {openChoices.length > 0 && !isSoldOut && (
        <p className="w-full text-sm text-pretty text-muted-foreground">
          Not chosen yet: <strong className="text-foreground">{openChoices.join(' and ')}</strong>. You can also choose
          in the cart or at the checkout.
        </p>
      )}
      {!isSoldOut && (
        <div className="flex w-full flex-col gap-1.5">
          <DeliveryFacts />
          <Promises />
        </div>
      )}
    </Card>
  );
}
