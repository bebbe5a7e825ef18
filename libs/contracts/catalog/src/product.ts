import * as z from 'zod/mini';
import { cursorSchema, moneySchema, orAbsent, orNull, readable } from '@shop/contracts-common';
import { pictureAreaSchema, printAreaSchema } from './areas.js';
import { PRODUCT_CATEGORIES } from './kinds/index.js';

export const productCategorySchema = z.enum(PRODUCT_CATEGORIES);

export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.nullable(z.string()),
  category: productCategorySchema,
  basePrice: moneySchema,
  imageUrl: z.nullable(z.string()),
  mockupTemplateUrl: z.nullable(z.string()),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The effective print area: set by an admin, or the default of the picture or the category. */
  printArea: printAreaSchema,
  pictureArea: pictureAreaSchema,
  /**
   * Transparent picture with folds or a camera, in the size of `imageUrl`, which is laid over the artwork. Only for
   * pictures of the shop.
   */
  overlayUrl: z.nullish(z.string()),
  /** Counts the changes of the product itself (not of its variants), from 1. */
  version: z.int().check(z.positive()),
  /** The last part of the address of its page: `/products/<slug>`. */
  slug: z.optional(z.string()),
  /** No size, or no color, of those that it has is on sale. Absent: it can be bought. */
  isSoldOut: z.optional(z.boolean()),
});
export type Product = z.infer<typeof productSchema>;

const readableProduct = readable(productSchema);

/** A product on a page. Without areas, the category's default print area and the middle of the picture are used. */
export const productReader = z.extend(readableProduct, {
  active: z.catch(z.boolean(), true),
  createdAt: orAbsent(readableProduct.shape.createdAt),
  printArea: orNull(printAreaSchema),
  pictureArea: orNull(pictureAreaSchema),
  version: orAbsent(productSchema.shape.version),
  slug: orAbsent(z.string()),
  isSoldOut: orAbsent(z.boolean()),
});
export type DisplayedProduct = z.output<typeof productReader>;

/** Of an offer, for search engines (schema.org). */
export const getAvailability = (isSoldOut: boolean | undefined): string =>
  `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`;

/** Products in one answer of `GET /api/products`. An ordinary shop has fewer. */
export const PRODUCTS_PAGE_SIZE = 500;

/** `GET /api/products`: pages of a fixed size. */
export const productsQuerySchema = z.object({ cursor: z.optional(cursorSchema) });
