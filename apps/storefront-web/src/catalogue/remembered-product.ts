import * as z from 'zod/mini';
import { keepDraft, readDraft } from '../draft.js';

const NAME = 'product';

/** The product whose Customize was pressed on /products; /customize chooses it beforehand (D31b). */
export const rememberProduct = (productId: string): void => keepDraft(NAME, productId);

export const rememberedProduct = (): string | null => readDraft(NAME, z.string());
