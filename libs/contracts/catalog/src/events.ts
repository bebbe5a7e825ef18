import * as z from 'zod/mini';
import { defineEvent } from '@shop/contracts-common';
import { EVENT_CATEGORIES } from './kinds/index.js';
import { productSchema } from './product.js';
import { reviewChanged, reviewsErased } from './review-events.js';
import { variantSchema } from './variant.js';

export const productSaved = defineEvent(
  'product.saved',
  'catalog-svc',
  { readBy: ['order-svc'], broadcastTo: ['catalog-svc'] },
  'A product or one of its variants was created or changed. Contains the product with all its variants.',
  z.object({
    product: z.extend(z.omit(productSchema, { isSoldOut: true }), {
      /** Of a kind that came after the first release, one that all readers know and treat alike. */
      category: z.enum(EVENT_CATEGORIES),
      /** The product's category. Absent in events of the first release. */
      kind: z.optional(z.string()),
    }),
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
