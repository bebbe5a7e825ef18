import { useEffect, useReducer } from 'react';
import { rememberedProduct, rememberProduct } from '../catalogue/remembered-product.js';
import { keepDraft, readDraft } from '../draft.js';
import { DEFAULT_PLACEMENT, nextChoice, productChoiceSchema, type ProductChoice } from './product-choice.js';

const draftName = (imageId: string): string => `customize:${imageId}`;

function firstChoice(imageId: string): ProductChoice {
  const kept = readDraft(draftName(imageId), productChoiceSchema);
  return kept ?? { productId: rememberedProduct(), size: null, color: null, placement: DEFAULT_PLACEMENT };
}

/** The choice for one artwork. It survives a reload, and the next artwork starts with the product chosen last. */
export function useProductChoice(imageId: string) {
  const [choice, dispatch] = useReducer(nextChoice, imageId, firstChoice);
  useEffect(() => {
    keepDraft(draftName(imageId), choice);
    if (choice.productId) rememberProduct(choice.productId);
  }, [imageId, choice]);
  return [choice, dispatch] as const;
}
