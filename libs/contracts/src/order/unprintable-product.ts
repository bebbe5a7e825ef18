import * as z from 'zod/mini';

/** `GET /api/admin/unprintable-products`: products on sale of which Printful does not print everything. */
export const unprintableProductSchema = z.object({
  productId: z.uuid(),
  title: z.string(),
  /** Sizes and colors that are not printed, such as `L, Black`. Empty: the product has neither, and is not printed. */
  choices: z.array(z.string()),
});
export type UnprintableProduct = z.infer<typeof unprintableProductSchema>;
