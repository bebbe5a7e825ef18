import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { productSchema } from './product.js';
import { reviewChanged, reviewsErased } from './review-events.js';
import { variantSchema } from './variant.js';

export const productSaved = defineEvent(
  'product.saved',
  'catalog-svc',
  { readBy: ['order-svc'], broadcastTo: ['catalog-svc'] },
  'A product or one of its variants was created or changed. Contains the product with all its variants.',
  z.object({
    product: productSchema,
    variants: z.array(variantSchema),
  }),
);

export const productDeleted = defineEvent(
  'product.deleted',
  'catalog-svc',
  { readBy: ['order-svc'], broadcastTo: ['catalog-svc'] },
  'A product was deleted from the catalogue.',
  z.object({ productId: z.uuid() }),
);

export const catalogEvents = [productSaved, productDeleted, reviewChanged, reviewsErased] as const;
