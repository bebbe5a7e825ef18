import {
  type DesignConfig,
  designConfigSchema,
  type DisplayedOrderItem,
  type DisplayedPrint,
} from '@shop/contracts/order';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { productsQuery } from '../catalogue/products.queries.js';
import { readDraft, removeDraft, saveDraft } from '../draft.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { isSamePlacement } from '../placement/placement.js';

const getDraftName = (itemId: string): string => `order-placement:${itemId}`;

/** The unsaved placement of an ordered item. It survives a reload until it is saved or discarded. */
export function usePlacementChange({ id, designConfig }: DisplayedOrderItem) {
  const [store] = useState(() => createPlacementStore(readDraft(getDraftName(id), designConfigSchema) ?? designConfig));
  const placement = useSyncExternalStore<DesignConfig>(store.subscribe, store.get);
  const isDirty = !isSamePlacement(placement, designConfig);

  useEffect(() => {
    if (isDirty) saveDraft(getDraftName(id), placement);
    else removeDraft(getDraftName(id));
  }, [id, isDirty, placement]);

  return { store, isDirty, discardDraft: () => removeDraft(getDraftName(id)) };
}

/**
 * The product as it was ordered, so that the placement can be changed even if the catalogue has changed or is down. If
 * the catalogue still has the product, its category adds presets.
 */
export function useOrderedProduct(
  { title, productId, variantSelections: { color } }: DisplayedOrderItem,
  ordered: NonNullable<DisplayedPrint['product']>,
): PrintableProduct {
  const category = useQuery(productsQuery).data?.find(({ id }) => id === productId)?.category;
  // The preview is laid out again for each new object, so the object must be stable.
  return useMemo(
    () => ({
      product: { title, category, overlayUrl: ordered.overlayUrl },
      color: color === undefined ? undefined : { name: color },
      pictureUrl: ordered.pictureUrl,
      pictureArea: ordered.pictureArea,
      printArea: ordered.areaPx,
    }),
    [title, category, color, ordered],
  );
}
