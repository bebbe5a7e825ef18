import { designConfigSchema, type DesignConfig, type OrderItem, type OrderPrint } from '@shop/contracts/order';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { productsQuery } from '../catalogue/api/list-products.js';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { removeDraft, saveDraft, readDraft } from '../draft.js';
import { isSamePlacement } from '../placement/placement.js';
import { createPlacementStore } from '../placement/placement-store.js';

const draftName = (itemId: string): string => `order-placement:${itemId}`;

/** Where the artwork of an ordered item is being moved to. It survives a reload, until it is saved or discarded. */
export function usePlacementChange({ id, designConfig }: OrderItem) {
  const [store] = useState(() => createPlacementStore(readDraft(draftName(id), designConfigSchema) ?? designConfig));
  const placement = useSyncExternalStore<DesignConfig>(store.subscribe, store.get);
  const isDirty = !isSamePlacement(placement, designConfig);

  useEffect(() => {
    if (isDirty) saveDraft(draftName(id), placement);
    else removeDraft(draftName(id));
  }, [id, isDirty, placement]);

  return { store, isDirty, forget: () => removeDraft(draftName(id)) };
}

/** The product as it was ordered, so that its artwork can be moved also where the catalogue has another one by now, or none, or is down; what it still says adds presets. */
export function useOrderedProduct(
  { title, productId, variantSelections: { color } }: OrderItem,
  ordered: NonNullable<OrderPrint['product']>,
): PrintableProduct {
  const category = useQuery(productsQuery).data?.find(({ id }) => id === productId)?.category;
  // The preview is laid out anew for another product, so it has to stay the same one.
  return useMemo(
    () => ({
      product: { title, category, overlayUrl: ordered.overlayUrl, pictureArea: ordered.pictureArea },
      color: color === undefined ? undefined : { name: color },
      pictureUrl: ordered.pictureUrl,
      printArea: ordered.areaPx,
    }),
    [title, category, color, ordered],
  );
}
