import { formatDollars } from '@shop/contracts/common';
import type { DisplayedCartItem } from '@shop/contracts/order';
import { Button, Card, cn, QuantityControl, Tooltip } from '@shop/web-ui';
import { Trash2 } from 'lucide-react';
import { ChosenOptions } from '../../purchase/chosen-options.js';
import { LinePicture } from '../../purchase/line-picture.js';
import { linePrice } from '../../purchase/line-price.js';
import { useCartItemMutations } from '../use-cart-item-mutations.js';

export function CartLine({ item }: { item: DisplayedCartItem }) {
  const { changeQuantity, remove, isPending, isRemoving, pendingQuantity } = useCartItemMutations(item.id);
  const title = item.product?.title || 'Product';
  const quantity = pendingQuantity ?? item.quantity;

  return (
    <Card className={cn('flex gap-4 p-4 transition-opacity sm:gap-6 sm:p-5', isRemoving && 'opacity-50')}>
      <LinePicture
        title={title}
        artworkUrl={item.generatedImage?.url}
        productUrl={item.product?.imageUrl}
        placement={item.designConfig}
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
        <ChosenOptions selections={item.variantSelections} />
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
              It is not counted in your total. Please remove it to check out.
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
