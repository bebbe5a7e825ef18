import type { Product } from '@shop/contracts/catalog';
import { dollars } from '@shop/contracts/common';
import { cn, Picture } from '@shop/web-ui';

interface Props {
  products: readonly Product[];
  chosenId: string | null;
  onChoose: (productId: string) => void;
}

export function ProductPicker({ products, chosenId, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="mb-3 font-display text-xl font-bold">Choose a product</legend>
      <div className="-m-1 grid max-h-96 grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3">
        {products.map((product) => {
          const isChosen = product.id === chosenId;
          return (
            <label
              key={product.id}
              className={cn(
                'relative flex cursor-pointer flex-col overflow-hidden rounded-control border-2 bg-card has-focus-visible:outline-3 has-focus-visible:outline-ring',
                isChosen ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
              )}
            >
              <input
                type="radio"
                name="product"
                value={product.id}
                checked={isChosen}
                onChange={() => onChoose(product.id)}
                aria-label={`${product.title}, ${dollars(product.basePrice)}`}
                className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              />
              <Picture src={product.imageUrl} alt="" sizes="12rem" className="aspect-square w-full bg-muted object-contain" />
              <span className="flex flex-1 flex-col justify-between gap-1 p-2.5">
                <span className="text-sm leading-tight font-semibold">{product.title}</span>
                <span className="text-sm text-muted-foreground tabular-nums">{dollars(product.basePrice)}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
