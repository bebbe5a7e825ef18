import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const NAME = 'product';

/** Stores the product whose Customize button was clicked on /products; /customize preselects it. */
export const rememberProductId = (productId: string): void => saveDraft(NAME, productId);

export const getRememberedProductId = (): string | null => readDraft(NAME, z.string());
