import { getChoiceLabel } from '@shop/contracts-catalog';
import { formatCents, formatDollars, parseCents } from '@shop/contracts-common';
import type { DisplayedOrderItem, MissingChoice, OrderItemPrint, VariantSelections } from '@shop/contracts-order';
import { cn } from '@shop/web-ui';
import { LinePicture, type PicturedLine } from './line-picture.js';

/** Unit price times quantity, computed in cents (spec, section 9). */
export const linePrice = (unitPrice: string, quantity: number): string => formatCents(parseCents(unitPrice) * quantity);

interface ChosenOptionsProps {
  selections: VariantSelections;
  /** Of the product; names the options. */
  category: string | undefined;
  /** What was ordered without a choice. */
  missing?: readonly MissingChoice[];
}

/** Lists the chosen variants, such as `size: M`, `model: iPhone 17` and `color: Black`; renders nothing if there are none. */
export function ChosenOptions({ selections, category, missing = [] }: ChosenOptionsProps) {
  const options = Object.entries(selections).filter(([, value]) => value);
  if (options.length + missing.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted-foreground">
      {options.map(([option, value]) => (
        <li key={option} className="[overflow-wrap:anywhere]">
          {getChoiceLabel(option, category)}: <bdi>{value}</bdi>
        </li>
      ))}
      {missing.map(({ type, label }) => (
        <li key={type} className="font-semibold text-destructive-text">
          {label}: not chosen
        </li>
      ))}
    </ul>
  );
}

interface Props extends PicturedLine {
  selections: VariantSelections;
  category: string | undefined;
  missing?: readonly MissingChoice[];
  quantity: number;
  /** Quantity times unit price, `"48.00"`. */
  price: string;
}

/** One read-only line of a purchase. */
export function OrderLine({
  title,
  mockupUrl,
  artworkUrl,
  productUrl,
  placement,
  scaleSense,
  print,
  selections,
  category,
  missing,
  quantity,
  price,
}: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <LinePicture
        {...{ title, mockupUrl, artworkUrl, productUrl, placement, scaleSense, print }}
        sizes="4rem"
        className="size-16 shrink-0 rounded-control"
      />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        <ChosenOptions {...{ selections, category, missing }} />
        <p className="text-sm text-muted-foreground">Quantity: {quantity}</p>
      </div>
      <p className="ml-auto font-semibold tabular-nums">{formatDollars(price)}</p>
    </li>
  );
}

interface OrderLinesProps {
  items: readonly DisplayedOrderItem[];
  /** The product picture and print area of an item, used until its mock-up exists. */
  getPrint?: (item: DisplayedOrderItem) => OrderItemPrint | null | undefined;
}

/** The lines of an order. */
export function OrderLines({ items, getPrint }: OrderLinesProps) {
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => (
        <OrderLine
          key={item.id}
          title={item.title}
          mockupUrl={item.mockupUrl}
          artworkUrl={item.generatedImage?.url}
          productUrl={item.imageUrl}
          placement={item.designConfig}
          scaleSense={item.scaleSense}
          print={getPrint?.(item)}
          selections={item.variantSelections}
          category={item.category}
          missing={item.missingChoices}
          quantity={item.quantity}
          price={item.subtotal}
        />
      ))}
    </ul>
  );
}

interface Row {
  label: string;
  /** Display text: `$24.00`, or words. */
  value: string;
}

/** The amounts of a purchase, with an optional total at the end. */
export function SummaryRows({ rows, total, className }: { rows: readonly Row[]; total?: Row; className?: string }) {
  return (
    <dl className={cn('flex flex-col gap-2.5', className)}>
      {rows.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="ml-auto text-right tabular-nums">{value}</dd>
        </div>
      ))}
      {total && (
        // Screen readers announce the total as a whole when the purchase changes.
        <div
          aria-live="polite"
          aria-atomic
          className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-border pt-4"
        >
          <dt className="font-display text-xl font-bold">{total.label}</dt>
          <dd className="ml-auto font-display text-2xl font-bold tabular-nums">{total.value}</dd>
        </div>
      )}
    </dl>
  );
}
