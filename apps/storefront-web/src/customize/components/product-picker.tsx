import type { DisplayedProduct } from '@shop/contracts/catalog';
import { formatDollars } from '@shop/contracts/common';
import { cn, Picture } from '@shop/web-ui';
import { useLayoutEffect, useRef } from 'react';

interface Props {
  products: readonly DisplayedProduct[];
  chosenId: string | null;
  onChoose: (productId: string) => void;
}

/** The products in a scrollable row, or in a scrollable grid next to the preview on a large screen. */
export function ProductPicker({ products, chosenId, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null);

  // Scrolls a preselected product into view without scrolling the page.
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector('input:checked')?.parentElement;
    if (!row.current || !chosen) return;
    row.current.scrollLeft = chosen.offsetLeft - row.current.offsetLeft - 8;
    row.current.scrollTop = chosen.offsetTop - row.current.offsetTop - 8;
  }, []);

  return (
    // By default a fieldset is at least as wide as its content.
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-xl font-bold">Choose a product</legend>
      <div
        ref={row}
        data-strip=""
        className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-m-1 lg:grid lg:max-h-96 lg:grid-cols-2 lg:overflow-y-auto lg:p-1 xl:grid-cols-3"
      >
        {products.map((product) => {
          const isChosen = product.id === chosenId;
          return (
            <label
              key={product.id}
              className={cn(
                'relative flex w-36 shrink-0 cursor-pointer snap-start flex-col overflow-hidden rounded-control border-2 bg-card has-focus-visible:outline-3 has-focus-visible:outline-ring lg:w-auto',
                isChosen ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
              )}
            >
              <input
                type="radio"
                name="product"
                value={product.id}
                checked={isChosen}
                onChange={() => onChoose(product.id)}
                aria-label={`${product.title}, ${formatDollars(product.basePrice)}`}
                className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              />
              <Picture
                src={product.imageUrl}
                alt=""
                sizes="12rem"
                className="aspect-square w-full bg-muted object-contain"
              />
              <span className="flex flex-1 flex-col justify-between gap-1 p-2.5">
                <span dir="auto" className="line-clamp-4 text-sm leading-tight font-semibold [overflow-wrap:anywhere]">
                  {product.title}
                </span>
                <span className="text-sm text-muted-foreground tabular-nums">{formatDollars(product.basePrice)}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
