import { dollars } from '@shop/contracts/common';
import type { VariantSelections } from '@shop/contracts/order';
import { Picture } from '@shop/web-ui';
import { ChosenOptions } from './chosen-options.js';

interface Props {
  title: string;
  pictureUrl: string | null | undefined;
  selections: VariantSelections;
  quantity: number;
  /** Quantity times unit price, `"48.00"`. */
  price: string;
}

/** One line of a purchase that is only shown, not changed. */
export function PurchaseLine({ title, pictureUrl, selections, quantity, price }: Props) {
  return (
    <li className="flex items-center gap-4">
      <Picture src={pictureUrl} alt="" sizes="4rem" className="size-16 shrink-0 rounded-control object-cover" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{title}</p>
        <ChosenOptions selections={selections} />
        <p className="text-sm text-muted-foreground">Quantity: {quantity}</p>
      </div>
      <p className="font-semibold tabular-nums">{dollars(price)}</p>
    </li>
  );
}
