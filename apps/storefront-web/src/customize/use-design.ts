import * as z from 'zod/mini';
import { designConfigSchema } from '@shop/contracts/order';
import { useEffect, useReducer, useState } from 'react';
import { getRememberedProductId, rememberColor, rememberProductId } from '../catalogue/remembered-product.js';
import { saveDraft, readDraft } from '../draft.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { createPlacementStore } from '../placement/placement-store.js';
import { productChoiceReducer, productChoiceSchema } from '../catalogue/product-choice.js';

const draftSchema = z.extend(productChoiceSchema, { placement: designConfigSchema });
const getDraftName = (imageId: string): string => `customize:${imageId}`;

/**
 * Product choice and placement for one artwork. They survive a reload; the next artwork starts with the last chosen
 * product.
 */
export function useDesign(imageId: string) {
  const [initialDesign] = useState(
    () =>
      readDraft(getDraftName(imageId), draftSchema) ?? {
        productId: getRememberedProductId(),
        size: null,
        color: null,
        placement: DEFAULT_PLACEMENT,
      },
  );
  const [{ productId, size, color }, dispatch] = useReducer(productChoiceReducer, initialDesign);
  const [store] = useState(() => createPlacementStore(initialDesign.placement));

  useEffect(() => {
    const save = (): void => saveDraft(getDraftName(imageId), { productId, size, color, placement: store.get() });
    save();
    return store.subscribe(save);
  }, [imageId, productId, size, color, store]);
  useEffect(() => {
    if (!productId) return;
    rememberProductId(productId);
    rememberColor(productId, color);
  }, [productId, color]);

  return { choice: { productId, size, color }, dispatch, store };
}
