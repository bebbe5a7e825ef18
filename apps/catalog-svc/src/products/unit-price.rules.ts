/**
 * The unit price is the product's price plus the modifiers of the chosen size and colour, both optional. No choice of active variants may cost
 * less than zero or more than the largest amount.
 */
import type { VariantType } from '@shop/contracts-catalog';
import { DomainError, MAX_CENTS } from '@shop/contracts-common';

export interface PricedVariant {
  readonly type: VariantType;
  readonly name: string;
  readonly active: boolean;
  readonly priceModifierCents: number;
}

const TYPES = ['size', 'color'] as const;

/** Selects the active variant of each type with the largest positive modifier, or with sign -1 the largest negative one. */
function selectExtremes(variants: readonly PricedVariant[], sign: 1 | -1): PricedVariant[] {
  return TYPES.flatMap((type) => {
    const adding = variants.filter(
      (variant) => variant.active && variant.type === type && variant.priceModifierCents * sign > 0,
    );
    return adding.toSorted((a, b) => sign * (b.priceModifierCents - a.priceModifierCents)).slice(0, 1);
  });
}

const computeTotal = (basePriceCents: number, chosen: readonly PricedVariant[]): number =>
  chosen.reduce((sum, { priceModifierCents }) => sum + priceModifierCents, basePriceCents);
const joinNames = (chosen: readonly PricedVariant[]): string =>
  chosen.map(({ type, name }) => `${type} “${name}”`).join(' and ');

const priceOutOfRange = (message: string, field: string): DomainError =>
  new DomainError('PRODUCT_PRICE_RANGE', 'impossible', message, { fieldErrors: { [field]: message } });

/** Throws 422 with the error at `field`. */
export function assertUnitPrices(
  basePriceCents: number,
  variants: readonly PricedVariant[],
  field: 'basePrice' | 'priceModifier',
): void {
  const cheapest = selectExtremes(variants, -1);
  if (computeTotal(basePriceCents, cheapest) < 0)
    throw priceOutOfRange(`The price would fall below zero with ${joinNames(cheapest)}.`, field);
  const dearest = selectExtremes(variants, 1);
  if (computeTotal(basePriceCents, dearest) > MAX_CENTS)
    throw priceOutOfRange(`The price would be more than 99,999,999.99 with ${joinNames(dearest)}.`, field);
}
