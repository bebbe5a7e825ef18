import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const NAME = 'product';

/** The product whose Customize was pressed on /products; /customize chooses it beforehand (D31b). */
export const rememberProductId = (productId: string): void => saveDraft(NAME, productId);

export const getRememberedProductId = (): string | null => readDraft(NAME, z.string());
