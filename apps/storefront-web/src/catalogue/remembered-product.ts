import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const NAME = 'product';
const COLOR_NAME = 'product-color';

const colorSchema = z.object({ productId: z.string(), color: z.nullable(z.string()) });

/** Stores the product whose Customize button was clicked on /products; /customize preselects it. */
export const rememberProductId = (productId: string): void => saveDraft(NAME, productId);

export const getRememberedProductId = (): string | null => readDraft(NAME, z.string());

/** Stores the colour in which a product was last looked at. */
export const rememberColor = (productId: string, color: string | null): void =>
  saveDraft(COLOR_NAME, { productId, color });

/** The name of the colour; null if it is unknown. */
export function getRememberedColor(productId: string): string | null {
  const remembered = readDraft(COLOR_NAME, colorSchema);
  return remembered?.productId === productId ? remembered.color : null;
}
