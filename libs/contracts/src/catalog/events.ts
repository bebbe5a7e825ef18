import * as z from 'zod/mini';
import { defineEvent } from '../common/index.js';
import { productSchema } from './product.js';
import { variantSchema } from './variant.js';

export const productSaved = defineEvent(
  'product.saved',
  'catalog-svc',
  'A product or one of its variants was made or changed; carries the whole product with all its variants.',
  z.object({
    // An event that was told before versions were counted still waits in a queue while the shop is brought up to date.
    product: z.partial(productSchema, { version: true }),
    variants: z.array(variantSchema),
  }),
);

export const productDeleted = defineEvent(
  'product.deleted',
  'catalog-svc',
  'A product was taken out of the catalogue.',
  z.object({ productId: z.uuid() }),
);

export const catalogEvents = [productSaved, productDeleted] as const;
