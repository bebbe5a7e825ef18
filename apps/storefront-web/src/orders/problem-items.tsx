import type { DisplayedOrderItem } from '@shop/contracts-order';
import { cn, Picture, QuantityControl } from '@shop/web-ui';
import { ChosenOptions } from './order-lines.js';

interface RowProps {
  item: DisplayedOrderItem;
  /** Undefined: the item is fine. */
  quantity: number | undefined;
  /** The only item of the order needs no choice. */
  isOnly: boolean;
  isPending: boolean;
  isInvalid: boolean;
  onChange: (quantity: number | undefined) => void;
}

function ItemRow({ item, quantity, isOnly, isPending, isInvalid, onChange }: RowProps) {
  const isChosen = quantity !== undefined;
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border-2 px-3 py-2',
        isChosen && !isOnly ? 'border-primary' : 'border-border',
      )}
    >
      <label className={cn('flex min-h-11 min-w-0 flex-1 basis-48 items-center gap-3', !isOnly && 'cursor-pointer')}>
        {!isOnly && (
          <input
            type="checkbox"
            checked={isChosen}
            aria-invalid={isInvalid || undefined}
            onChange={() => isPending || onChange(isChosen ? undefined : item.quantity)}
            className="size-5 shrink-0 accent-primary"
          />
        )}
        <Picture
          src={item.mockupUrl ?? item.generatedImage?.url ?? item.imageUrl}
          alt=""
          sizes="4rem"
          className="size-14 shrink-0 rounded-control bg-muted object-cover"
        />
        <span className="min-w-0">
          <span className="block leading-tight font-semibold [overflow-wrap:anywhere]">
            <bdi>{item.title}</bdi>
          </span>
          <ChosenOptions selections={item.variantSelections} category={item.category} />
        </span>
      </label>
      {isChosen && item.quantity > 1 && (
        <div className="flex items-center gap-2 max-sm:w-full">
          <QuantityControl
            label={item.title}
            quantity={quantity}
            pending={isPending}
            onChange={(typed) => onChange(Math.min(typed, item.quantity))}
          />
          <span className="whitespace-nowrap text-muted-foreground">of {item.quantity}</span>
        </div>
      )}
    </li>
  );
}

interface Props {
  items: readonly DisplayedOrderItem[];
  quantities: Readonly<Record<string, number>>;
  isPending: boolean;
  error: string | undefined;
  onChange: (quantities: Record<string, number>) => void;
}

/** Which items have the problem, and how many of each. */
export function ProblemItems({ items, quantities, isPending, error, onChange }: Props) {
  const handleChange = (id: string, quantity: number | undefined): void => {
    const { [id]: _, ...others } = quantities;
    onChange(quantity === undefined ? others : { ...others, [id]: quantity });
  };
  return (
    <fieldset aria-disabled={isPending} className="min-w-0">
      <legend className="mb-2 font-display text-lg font-bold">
        {items.length === 1 ? 'What it is about' : 'What is it about?'}
      </legend>
      <ul className="grid gap-2">
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            quantity={quantities[item.id]}
            isOnly={items.length === 1}
            isPending={isPending}
            isInvalid={error !== undefined}
            onChange={(quantity) => handleChange(item.id, quantity)}
          />
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-2 font-semibold text-destructive-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
