import { formatDollars } from '@shop/contracts/common';
import type { VariantSelections } from '@shop/contracts/order';
import { ChosenOptions } from './chosen-options.js';
import { LinePicture, type PicturedLine } from './line-picture.js';

interface Props extends PicturedLine {
  selections: VariantSelections;
  quantity: number;
  /** Quantity times unit price, `"48.00"`. */
  price: string;
}

/** One read-only line of a purchase. */
export function PurchaseLine({
  title,
  mockupUrl,
  artworkUrl,
  productUrl,
  placement,
  print,
  selections,
  quantity,
  price,
}: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <LinePicture
        {...{ title, mockupUrl, artworkUrl, productUrl, placement, print }}
        sizes="4rem"
        className="size-16 shrink-0 rounded-control"
      />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        <ChosenOptions selections={selections} />
        <p className="text-sm text-muted-foreground">Quantity: {quantity}</p>
      </div>
      <p className="ml-auto font-semibold tabular-nums">{formatDollars(price)}</p>
    </li>
  );
}
