import * as z from 'zod/mini';
import { designConfigSchema } from '@shop/contracts/order';
import { useEffect, useReducer, useState } from 'react';
import { rememberedProduct, rememberProduct } from '../catalogue/remembered-product.js';
import { keepDraft, readDraft } from '../draft.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { nextChoice, productChoiceSchema } from '../catalogue/product-choice.js';

const draftSchema = z.extend(productChoiceSchema, { placement: designConfigSchema });
const draftName = (imageId: string): string => `customize:${imageId}`;

/** Choice and placement for one artwork. They survive a reload, and the next artwork starts with the product chosen last. */
export function useDesign(imageId: string) {
  const [kept] = useState(
    () =>
      readDraft(draftName(imageId), draftSchema) ?? {
        productId: rememberedProduct(),
        size: null,
        color: null,
        placement: DEFAULT_PLACEMENT,
      },
  );
  const [{ productId, size, color }, dispatch] = useReducer(nextChoice, kept);
  const [store] = useState(() => createPlacementStore(kept.placement));

  useEffect(() => {
    const keep = (): void => keepDraft(draftName(imageId), { productId, size, color, placement: store.get() });
    keep();
    return store.subscribe(keep);
  }, [imageId, productId, size, color, store]);
  useEffect(() => {
    if (productId) rememberProduct(productId);
  }, [productId]);

  return { choice: { productId, size, color }, dispatch, store };
}
