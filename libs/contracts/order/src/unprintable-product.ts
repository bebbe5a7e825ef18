import * as z from 'zod/mini';

/** More than an admin can resolve at once; the others follow when some of these are resolved. */
export const MAX_UNPRINTABLE = 500;

/** `GET /api/admin/unprintable-products`: one product, on sale or not, or products on sale of which Printful does not print everything, at most `MAX_UNPRINTABLE`. */
export const unprintableProductSchema = z.object({
  productId: z.uuid(),
  title: z.string(),
  /** Sizes and colors that are not printed, such as `L, Black`. Empty: the product has neither, and is not printed. */
  choices: z.array(z.string()),
});
export const unprintableProductsQuerySchema = z.object({
  productId: z.optional(z.uuid('This is not the id of a product.')),
});
export type UnprintableProduct = z.infer<typeof unprintableProductSchema>;
