import * as z from 'zod/mini';
import { VARIANT_TYPES, type VariantType } from '@shop/contracts-catalog';

/** The ids of the chosen variants. They outlive names, which admins change. */
export const variantIdsSchema = z.object({ size: z.optional(z.uuid()), color: z.optional(z.uuid()) });
export type VariantIds = z.infer<typeof variantIdsSchema>;

/** What is sold, whatever it is called. */
export interface ArticleIds {
  productId: string;
  variantIds: VariantIds;
}

const ID = 'takes the id that "npm run printer -- list" prints';

/** An entry of PRINTFUL_CATALOGUE maps a product of the shop to a variant of Printful. A missing size or color matches any. */
export const printfulEntrySchema = z.object({
  product: z.uuid(ID),
  size: z.optional(z.uuid(ID)),
  color: z.optional(z.uuid(ID)),
  variantId: z.int().check(z.positive()),
  /** Printful's name of the printed area, such as `front`, `front_large` or `default`. */
  placement: z._default(z.string().check(z.minLength(1)), 'default'),
});
export const printfulCatalogueSchema = z.array(printfulEntrySchema).check(z.minLength(1));
export type PrintfulEntry = z.output<typeof printfulEntrySchema>;

/**
 * The first match; undefined: Printful does not print the article. `openTypes`: what is still to be chosen, and may become
 * anything.
 */
export const findPrintfulEntry = (
  catalogue: readonly PrintfulEntry[],
  { productId, variantIds }: ArticleIds,
  openTypes: readonly VariantType[] = [],
): PrintfulEntry | undefined =>
  catalogue.find(
    (entry) =>
      entry.product === productId &&
      VARIANT_TYPES.every(
        (type) => entry[type] === undefined || entry[type] === variantIds[type] || openTypes.includes(type),
      ),
  );
