import * as z from 'zod/mini';
import { designConfigSchema } from '@shop/contracts/order';
import { useEffect, useReducer, useState } from 'react';
import { getRememberedProductId, rememberProductId } from '../catalogue/remembered-product.js';
import { saveDraft, readDraft } from '../draft.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { productChoiceReducer, productChoiceSchema } from '../catalogue/product-choice.js';

const draftSchema = z.extend(productChoiceSchema, { placement: designConfigSchema });
const draftName = (imageId: string): string => `customize:${imageId}`;

/** Choice and placement for one artwork. They survive a reload, and the next artwork starts with the product chosen last. */
export function useDesign(imageId: string) {
  const [kept] = useState(
    () =>
      readDraft(draftName(imageId), draftSchema) ?? {
        productId: getRememberedProductId(),
        size: null,
        color: null,
        placement: DEFAULT_PLACEMENT,
      },
  );
  const [{ productId, size, color }, dispatch] = useReducer(productChoiceReducer, kept);
  const [store] = useState(() => createPlacementStore(kept.placement));

  useEffect(() => {
    const keep = (): void => saveDraft(draftName(imageId), { productId, size, color, placement: store.get() });
    keep();
    return store.subscribe(keep);
  }, [imageId, productId, size, color, store]);
  useEffect(() => {
    if (productId) rememberProductId(productId);
  }, [productId]);

  return { choice: { productId, size, color }, dispatch, store };
}
