/** What is left of a product's base price after its cost. */
import { formatCents, formatDollars, parseCents } from '@shop/contracts-common';

export interface Margin {
  text: string;
  isLoss: boolean;
}

function tryParseCents(amount: string): number | null {
  try {
    return parseCents(amount);
  } catch {
    // Not an amount yet: it is being typed.
    return null;
  }
}

/** Null: price or cost is not known. A loss is named in words. */
export function findMargin(basePrice: string, cost: string | null | undefined): Margin | null {
  const [priceCents, costCents] = [tryParseCents(basePrice), cost ? tryParseCents(cost) : null];
  if (priceCents === null || costCents === null) return null;
  const marginCents = priceCents - costCents;
  const amount = formatDollars(formatCents(Math.abs(marginCents)));
  const share = priceCents === 0 ? '' : ` (${(Math.round((marginCents * 1000) / priceCents) / 10).toFixed(1)} %)`;
  if (marginCents < 0) return { text: `Loss of ${amount}${share.replace('-', '−')}`, isLoss: true };
  return { text: marginCents === 0 ? 'No margin' : `Margin ${amount}${share}`, isLoss: false };
}
