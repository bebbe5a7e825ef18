import type { DisplayedCart } from '@shop/contracts-order';
import { Card } from '@shop/web-ui';
import { useEffect, useRef, useState } from 'react';
import { hasMissingChoice, LineChoices } from '../cart/line-choices.js';
import { LinePicture } from '../orders/line-picture.js';

interface Props {
  cart: DisplayedCart;
  /** Counts the attempts to go on without choosing: each moves the focus to the first missing choice. */
  attempts: number;
}

/** What is still to be chosen before payment. A line stays after it was completed, so that it can be corrected. */
export function MissingChoices({ cart, attempts }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  const added = cart.items.filter((item) => hasMissingChoice(item) && !ids.includes(item.id));
  if (added.length > 0) setIds([...ids, ...added.map(({ id }) => id)]);
  useEffect(() => {
    if (attempts === 0) return;
    const selects = [...(list.current?.querySelectorAll('select') ?? [])];
    selects.find(({ value }) => value === '')?.focus();
  }, [attempts]);
  const items = cart.items.filter(({ id }) => ids.includes(id));
  if (items.length === 0) return null;
  return (
    <Card className="p-6 sm:p-8">
      <h2 className="font-display text-2xl font-bold">Your choices</h2>
      <p className="mt-1 text-pretty text-muted-foreground">
        {items.some(hasMissingChoice)
          ? 'Please complete these, so that we print the right thing.'
          : 'Everything is chosen. You can still correct it here.'}
      </p>
      <ul ref={list} className="mt-5 flex flex-col gap-8">
        {items.map((item) => {
          const title = item.product?.title || 'Product';
          return (
            <li key={item.id} className="flex items-start gap-4">
              <LinePicture
                title={title}
                artworkUrl={item.generatedImage?.url}
                productUrl={item.product?.imageUrl}
                placement={item.designConfig}
                scaleSense={item.scaleSense}
                print={item.print}
                sizes="5rem"
                className="size-16 shrink-0 rounded-control sm:size-20"
              />
              <div className="flex min-w-0 flex-1 flex-col gap-3">
                <h3 className="font-semibold [overflow-wrap:anywhere]">
                  <bdi>{title}</bdi>
                </h3>
                <LineChoices item={item} isRequired={attempts > 0} />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
