/** The page of a product. */
import * as z from 'zod/mini';
import { orNull } from '@shop/contracts-common';
import { productDetailsSchema } from './product-details.js';
import { productReader, productSchema } from './product.js';
import { productRatingSchema } from './review.js';
import { variantReader, variantSchema } from './variant.js';

/** `GET /api/products/:slug`. */
export const productPageSchema = z.extend(productSchema, {
  details: productDetailsSchema,
  variants: z.array(variantSchema),
  rating: productRatingSchema,
});
export type ProductPage = z.infer<typeof productPageSchema>;

export const productPageReader = z.extend(productReader, {
  details: orNull(productDetailsSchema),
  variants: z.catch(z.array(variantReader), []),
  /** Of a server without reviews: none. */
  rating: z.catch(productRatingSchema, { count: 0, average: null }),
});
export type DisplayedProductPage = z.output<typeof productPageReader>;

/** `GET /internal/product-paths`: the paths of the products' pages, for the list for search engines. */
export const productPathsSchema = z.array(z.string());
