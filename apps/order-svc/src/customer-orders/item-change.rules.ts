/**
 * A customer's change of an ordered item: another artwork, placement (the contract limits its range), size or colour. A missing
 * size or colour can be added, none can be removed. A request without a difference is no change.
 */
import { isDeepStrictEqual } from 'node:util';
import { getChoiceLabel, VARIANT_TYPES } from '@shop/contracts-catalog';
import { percentOfCents } from '@shop/contracts-common';
import {
  TAX_PERCENT,
  type ChangeOrderItemRequest,
  type DesignConfig,
  type VariantSelections,
} from '@shop/contracts-order';
import { normalizeSelections } from '../carts/cart-line.rules.js';
import { choiceNotSold } from './customer-order.errors.js';

interface OrderedItem {
  title: string;
  category: string | null;
  generatedImageId: string;
  designConfig: DesignConfig;
  variantSelections: VariantSelections;
}

export interface ItemChange {
  artworkId: string;
  design: DesignConfig;
  selections: VariantSelections;
  /** Descriptions for the timeline; empty if nothing changes. */
  what: string[];
}

export function computeItemChange(
  { title, category, generatedImageId, designConfig, variantSelections }: OrderedItem,
  request: ChangeOrderItemRequest,
): ItemChange {
  const present = normalizeSelections(variantSelections);
  const selections = request.variantSelections ? normalizeSelections(request.variantSelections) : present;
  if (VARIANT_TYPES.some((type) => selections[type] === undefined && present[type] !== undefined))
    throw choiceNotSold();
  const design = request.designConfig ?? designConfig;
  const artworkId = request.generatedImageId?.toLowerCase() ?? generatedImageId;
  const changedTypes = VARIANT_TYPES.filter((type) => selections[type] !== present[type]);
  const what = [
    ...changedTypes.map((type) => `${title}: ${getChoiceLabel(type, category)} ${selections[type] ?? ''}`),
    ...(artworkId === generatedImageId ? [] : [`${title}: artwork`]),
    // Another artwork comes with its own placement.
    ...(artworkId !== generatedImageId || isDeepStrictEqual(design, designConfig) ? [] : [`${title}: placement`]),
  ];
  return { artworkId, design, selections, what };
}

export interface PaidItem {
  unitPriceCents: number;
  quantity: number;
  isOutOfStock: boolean;
  /** What was refunded for a cheaper choice. */
  priceBackCents: number;
}

/** What another price is less than the paid one, with its tax, in cents. */
function computePriceDifference({ unitPriceCents, quantity }: PaidItem, priceCents: number): number {
  const differenceCents = (unitPriceCents - priceCents) * quantity;
  return differenceCents + percentOfCents(differenceCents, TAX_PERCENT);
}

/**
 * Another choice costs at most what was paid and not refunded. In place of an item that is out of stock, the shop bears
 * what was refunded before.
 */
export const isPriceAccepted = (item: PaidItem, priceCents: number): boolean =>
  priceCents <= item.unitPriceCents &&
  (item.isOutOfStock || computePriceDifference(item, priceCents) >= item.priceBackCents);

/** What the customer gets back for a cheaper choice, in cents: at most what remains of the payment. */
export const computePriceRefund = (item: PaidItem, priceCents: number, remainingCents: number): number =>
  Math.max(0, Math.min(remainingCents, computePriceDifference(item, priceCents) - item.priceBackCents));
