import { designConfigSchema, type DesignConfig, type OrderItem, type OrderPrint } from '@shop/contracts/order';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { productsQuery } from '../catalogue/api/list-products.js';
import { variantsQuery } from '../catalogue/api/list-variants.js';
import { resolveChoice, type ChosenProduct } from '../catalogue/product-choice.js';
import { dropDraft, keepDraft, readDraft } from '../draft.js';
import { isSamePlacement } from '../placement/placement.js';
import { createPlacementStore } from '../placement/placement-store.js';

const draftName = (itemId: string): string => `order-placement:${itemId}`;

/** Where the artwork of an ordered item is being moved to. It survives a reload, until it is saved or discarded. */
export function usePlacementChange({ id, designConfig }: OrderItem) {
  const [store] = useState(() => createPlacementStore(readDraft(draftName(id), designConfigSchema) ?? designConfig));
  const placement = useSyncExternalStore<DesignConfig>(store.subscribe, store.get);
  const isDirty = !isSamePlacement(placement, designConfig);

  useEffect(() => {
    if (isDirty) keepDraft(draftName(id), placement);
    else dropDraft(draftName(id));
  }, [id, isDirty, placement]);

  return { store, isDirty, forget: () => dropDraft(draftName(id)) };
}

/** The product of an ordered item as the catalogue shows it, with the print area that the order has. `chosen` null: not known yet, or no longer sold. */
export function useOrderedProduct({ productId, variantSelections: { size, color } }: OrderItem, areaPx: OrderPrint['areaPx'] | undefined) {
  const products = useQuery(productsQuery);
  const variants = useQuery(variantsQuery(productId));
  // The preview is laid out anew for another print area, so it has to stay the same one.
  const chosen = useMemo((): ChosenProduct | null => {
    const known = products.data && variants.data ? resolveChoice({ productId, size: size ?? null, color: color ?? null }, products.data, variants.data) : null;
    return known && areaPx ? { ...known, printArea: { ...known.printArea, ...areaPx } } : known;
  }, [products.data, variants.data, productId, size, color, areaPx]);
  return { products, variants, chosen };
}
