import { VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';
import type { VariantSelections } from './cart.js';
import type { VariantIds } from './printful-catalogue.js';

/** A variant by its id, or by its name where an event of an earlier version has no ids. */
export interface SoldOutChoice {
  type: VariantType;
  id?: string;
  name?: string;
}

/**
 * What is taken off sale with an article that the printer has no more of: its size in all colours, else its colour. Null: the
 * product itself, which has neither.
 */
export function findSoldOutChoice(article: {
  variantSelections: VariantSelections;
  variantIds?: VariantIds;
}): SoldOutChoice | null {
  for (const type of VARIANT_TYPES) {
    const [name, id] = [article.variantSelections[type], article.variantIds?.[type]];
    if (name !== undefined) return id === undefined ? { type, name } : { type, id };
  }
  return null;
}
