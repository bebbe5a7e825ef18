/**
 * The unit price is the product's price plus the modifiers of the chosen size and the chosen colour (D20), both optional. No choice
 * that a shopper can make may cost less than nothing, or more than an amount can be (D21).
 */
import type { VariantType } from '@shop/contracts/catalog';
import { DomainError, MAX_CENTS } from '@shop/contracts/common';

export interface PricedVariant {
  readonly type: VariantType;
  readonly name: string;
  readonly active: boolean;
  readonly priceModifierCents: number;
}

const TYPES = ['size', 'color'] as const;

/** Of each type the active variant that adds most (or, with sign -1, takes off most), where there is one that does. */
function extremes(variants: readonly PricedVariant[], sign: 1 | -1): PricedVariant[] {
  return TYPES.flatMap((type) => {
    const adding = variants.filter(
      (variant) => variant.active && variant.type === type && variant.priceModifierCents * sign > 0,
    );
    return adding.toSorted((a, b) => sign * (b.priceModifierCents - a.priceModifierCents)).slice(0, 1);
  });
}

const totalOf = (basePriceCents: number, chosen: readonly PricedVariant[]): number =>
  chosen.reduce((sum, { priceModifierCents }) => sum + priceModifierCents, basePriceCents);
const named = (chosen: readonly PricedVariant[]): string =>
  chosen.map(({ type, name }) => `${type} “${name}”`).join(' and ');

const refusal = (sentence: string, field: string): DomainError =>
  new DomainError('PRODUCT_PRICE_RANGE', 'impossible', sentence, { fieldErrors: { [field]: sentence } });

/** Throws 422; `field` is the one that is blamed. */
export function assertUnitPrices(
  basePriceCents: number,
  variants: readonly PricedVariant[],
  field: 'basePrice' | 'priceModifier',
): void {
  const cheapest = extremes(variants, -1);
  if (totalOf(basePriceCents, cheapest) < 0)
    throw refusal(`The price would fall below zero with ${named(cheapest)}.`, field);
  const dearest = extremes(variants, 1);
  if (totalOf(basePriceCents, dearest) > MAX_CENTS)
    throw refusal(`The price would be more than 99,999,999.99 with ${named(dearest)}.`, field);
}
