import { formatDollars } from '@shop/contracts/common';
import { Button, Card, Spinner } from '@shop/web-ui';
import { ShoppingBag } from 'lucide-react';
import type { ChosenProduct } from '../../catalogue/product-choice.js';

interface Props {
  chosen: ChosenProduct | null;
  isAdding: boolean;
  onAdd: () => void;
}

/** The price of the choice, the base price if it differs, and the Add to Cart button. */
export function BuyPanel({ chosen, isAdding, onAdd }: Props) {
  const differsFromBase = chosen !== null && chosen.unitPrice !== chosen.product.basePrice;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
      {/* Reserves three lines, so that the button does not move. */}
      <div className="flex min-h-21 min-w-0 flex-col justify-center" aria-live="polite">
        {chosen ? (
          <>
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{chosen.product.title}</bdi>
            </p>
            <p className="font-display text-3xl font-bold tabular-nums">{formatDollars(chosen.unitPrice)}</p>
            <p className="min-h-5 text-sm text-muted-foreground">
              {differsFromBase && `Base price ${formatDollars(chosen.product.basePrice)}`}
            </p>
          </>
        ) : (
          <p className="text-muted-foreground">Choose a product to see its price.</p>
        )}
      </div>
      <Button size="lg" disabled={!chosen} disabledFocusable={isAdding} onClick={onAdd} className="max-sm:w-full">
        {isAdding ? <Spinner /> : <ShoppingBag aria-hidden />}
        {isAdding ? 'Adding...' : 'Add to Cart'}
      </Button>
    </Card>
  );
}
