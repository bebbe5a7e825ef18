/**
 * A customer's change of an ordered item: another placement (the contract limits its range) or another size, never
 * another colour. A request without a difference is no change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeOrderItemRequest, DesignConfig, VariantSelections } from '@shop/contracts/order';
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
