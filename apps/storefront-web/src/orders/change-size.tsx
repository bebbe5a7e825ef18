import type { DisplayedOrderItem, DisplayedPrint, VariantSelections } from '@shop/contracts/order';
import { getErrorMessage } from '@shop/web-kit';
import { cn } from '@shop/web-ui';
import { useState } from 'react';
import { getTooLateMessage, sendItemChange, useOrderChange, type OrderChangeProps } from './use-order-change.js';
import { ChangeDialog } from './change-dialog.js';

interface Props extends OrderChangeProps {
  item: DisplayedOrderItem;
  sizes: DisplayedPrint['sizes'];
  isOutOfStock: boolean;
}

const isSameChoice = (first: VariantSelections, second: VariantSelections): boolean =>
  first.size === second.size && first.color === second.color;

/**
 * Offers only sizes at the same price, because a paid order keeps its total. An item that is out of stock may also become
 * a cheaper size, whose difference is refunded.
 */
export function ChangeSize({ access, customerOrder, onClose, item, sizes, isOutOfStock }: Props) {
  const [chosen, setChosen] = useState(item.variantSelections);
  const { submitChange, isPending, error } = useOrderChange<VariantSelections>({
    access,
    send: (variantSelections) => sendItemChange(access, item.id, { variantSelections }),
    successToast: { title: 'Size changed', description: 'Your print file is made again for it.' },
    onDone: onClose,
  });

  return (
    <ChangeDialog
      title={isOutOfStock ? 'Choose another size' : 'Change size'}
      description={
        <>
          <bdi>{item.title}</bdi>:{' '}
          {isOutOfStock
            ? 'the sizes at no extra charge. If one is cheaper, the difference goes back to you.'
            : 'the sizes at the same price.'}
        </>
      }
      shape="dialog"
      isDirty={!isSameChoice(chosen, item.variantSelections)}
      isPending={isPending}
      error={error && getErrorMessage(error)}
      tooLateMessage={getTooLateMessage(customerOrder)}
      save={{ onSave: () => submitChange(chosen) }}
      onClose={onClose}
    >
      {/* `disabled` would remove the focus from the chosen option. */}
      <fieldset aria-disabled={isPending}>
        <legend className="sr-only">Size</legend>
        <div className="flex flex-wrap gap-2">
          {sizes.map(({ selections, label }) => {
            const isChosen = isSameChoice(selections, chosen);
            return (
              <label
                key={label}
                className={cn(
                  'relative inline-flex min-h-12 max-w-full min-w-12 cursor-pointer items-center justify-center rounded-full border-2 bg-card px-4 font-semibold [overflow-wrap:anywhere] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
                  isChosen
                    ? 'border-primary bg-peach text-tint-foreground'
                    : 'border-border-strong hover:border-foreground',
                )}
              >
                <input
                  type="radio"
                  name="order-size"
                  value={label}
                  checked={isChosen}
                  onChange={() => isPending || setChosen(selections)}
                  className="absolute inset-0 size-full cursor-pointer opacity-0"
                />
                <bdi>{label}</bdi>
              </label>
            );
          })}
        </div>
      </fieldset>
    </ChangeDialog>
  );
}
