/**
 * What a customer's request makes of an ordered item: another placement within the sliders' bounds (the contract holds those),
 * another size, never another colour. What is asked for and is so already is no change.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeOrderItemRequest, DesignConfig, VariantSelections } from '@shop/contracts/order';
import { chosen } from '../carts/cart-line.rules.js';
import { onlySizeChanges, sizeNotSold } from './order-refusals.js';

interface OrderedItem {
  title: string;
  designConfig: DesignConfig;
  variantSelections: VariantSelections;
}

export interface ItemChange {
  design: DesignConfig;
  selections: VariantSelections;
  /** In plain words; nothing where nothing changes. */
  what: string[];
}

export function changeOf(
  { title, designConfig, variantSelections }: OrderedItem,
  request: ChangeOrderItemRequest,
): ItemChange {
  const present = chosen(variantSelections);
  const selections = request.variantSelections ? chosen(request.variantSelections) : present;
  if (selections.color !== present.color) throw onlySizeChanges();
  if ((selections.size === undefined) !== (present.size === undefined)) throw sizeNotSold();
  const design = request.designConfig ?? designConfig;
  const what = [
    ...(selections.size === present.size ? [] : [`${title}: size ${selections.size ?? ''}`]),
    ...(isDeepStrictEqual(design, designConfig) ? [] : [`${title}: placement`]),
  ];
  return { design, selections, what };
}
