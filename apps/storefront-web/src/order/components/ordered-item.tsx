import { formatDollars } from '@shop/contracts/common';
import type { DisplayedOrderItem, DisplayedPrint } from '@shop/contracts/order';
import { Card, Picture } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { ChosenOptions } from '../../purchase/chosen-options.js';
import { PrintDetailsList } from './print-details-list.js';
import { PrintFile } from './print-file.js';

interface Props {
  item: DisplayedOrderItem;
  print: DisplayedPrint | undefined;
  /** Buttons that change the item; empty after the change window. */
  actions: ReactNode;
}

/** One ordered item with its mock-up and print file. */
export function OrderedItem({ item, print, actions }: Props) {
  const { title, quantity, unitPrice, subtotal, variantSelections } = item;
  const mockupUrl = print?.mockupUrl ?? null;
  return (
    <Card className="flex flex-col gap-5 p-5 sm:p-6">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 font-display text-xl font-bold [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h3>
          <p className="ml-auto font-semibold tabular-nums">{formatDollars(subtotal)}</p>
        </div>
        <ChosenOptions selections={variantSelections} />
        <p className="text-sm text-muted-foreground tabular-nums">
          Quantity: {quantity}
          {quantity > 1 && ` × ${formatDollars(unitPrice)}`}
        </p>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:gap-5">
        <figure>
          <Picture
            src={mockupUrl ?? item.generatedImage?.url ?? item.imageUrl}
            alt={mockupUrl ? `${title} with your artwork` : `Your artwork for ${title}`}
            sizes="(min-width: 64rem) 20rem, 50vw"
            className="aspect-square w-full rounded-control border border-border bg-muted object-contain"
          />
          <figcaption className="mt-2 text-sm text-muted-foreground">
            {mockupUrl ? 'How it will look' : 'Your artwork'}
          </figcaption>
        </figure>
        {print && <PrintFile print={print} title={title} />}
      </div>
      {print && <PrintDetailsList {...print} />}
      {actions && <div className="flex flex-wrap gap-2 max-sm:*:w-full">{actions}</div>}
    </Card>
  );
}
