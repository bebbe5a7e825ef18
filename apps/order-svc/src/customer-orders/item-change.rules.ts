/**
 * A customer's change of an ordered item: another placement (the contract limits its range) or another size, never
 * another colour. A request without a difference is no change.
 */
import { isDeepStrictEqual } from 'node:util';
import { percentOfCents } from '@shop/contracts/common';
import {
  TAX_PERCENT,
  type ChangeOrderItemRequest,
  type DesignConfig,
  type VariantSelections,
} from '@shop/contracts/order';
import { normalizeSelections } from '../carts/cart-line.rules.js';
import { onlySizeChanges, sizeNotSold } from './customer-order.errors.js';

interface OrderedItem {
  title: string;
  designConfig: DesignConfig;
  variantSelections: VariantSelections;
}

export interface ItemChange {
  design: DesignConfig;
  selections: VariantSelections;
  /** Descriptions for the timeline; empty if nothing changes. */
  what: string[];
}

export function computeItemChange(
  { title, designConfig, variantSelections }: OrderedItem,
  request: ChangeOrderItemRequest,
): ItemChange {
  const present = normalizeSelections(variantSelections);
  const selections = request.variantSelections ? normalizeSelections(request.variantSelections) : present;
  if (selections.color !== present.color) throw onlySizeChanges();
  if ((selections.size === undefined) !== (present.size === undefined)) throw sizeNotSold();
  const design = request.designConfig ?? designConfig;
  const what = [
    ...(selections.size === present.size ? [] : [`${title}: size ${selections.size ?? ''}`]),
    ...(isDeepStrictEqual(design, designConfig) ? [] : [`${title}: placement`]),
  ];
  return { design, selections, what };
}

interface PaidItem {
  unitPriceCents: number;
  quantity: number;
  isOutOfStock: boolean;
}

/** Another size must have the price that was paid; in place of an item that is out of stock it may be cheaper. */
export const isPriceAccepted = ({ unitPriceCents, isOutOfStock }: PaidItem, priceCents: number): boolean =>
  isOutOfStock ? priceCents <= unitPriceCents : priceCents === unitPriceCents;

/** What the customer gets back for a cheaper size, with its tax, in cents. */
export function computePriceDifference({ unitPriceCents, quantity }: PaidItem, priceCents: number): number {
  const differenceCents = (unitPriceCents - priceCents) * quantity;
  return differenceCents + percentOfCents(differenceCents, TAX_PERCENT);
}
