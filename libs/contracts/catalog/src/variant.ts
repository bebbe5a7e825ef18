import * as z from 'zod/mini';
import { orAbsent, orNull, readable, signedMoneySchema } from '@shop/contracts-common';
import { printAreaSchema } from './areas.js';

export const VARIANT_TYPES = ['size', 'color'] as const;
export const variantTypeSchema = z.enum(VARIANT_TYPES);
export type VariantType = z.infer<typeof variantTypeSchema>;

export const variantSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  type: variantTypeSchema,
  priceModifier: signedMoneySchema,
  active: z.boolean(),
  /** Swatch of a color, `#rrggbb`. */
  colorHex: z.nullable(z.string()),
  /** The product's picture in this color. */
  imageUrl: z.nullable(z.string()),
  /** Print area of a size that prints smaller than the product's own area, else null. */
  printArea: z.nullable(printAreaSchema),
});
export type Variant = z.infer<typeof variantSchema>;

const readableVariant = readable(variantSchema);
const variantFallbacks = {
  priceModifier: z.catch(readableVariant.shape.priceModifier, '0.00'),
  active: z.catch(z.boolean(), true),
  printArea: orNull(printAreaSchema),
};

/** A size or colour on a shopper's page. Type and name identify it. */
export const variantReader = z.extend(z.omit(readableVariant, { id: true, productId: true }), variantFallbacks);
export type DisplayedVariant = z.output<typeof variantReader>;

/** A variant in the admin app, active or not. */
export const adminVariantSchema = z.extend(variantSchema, {
  /** Order within its type, from 0. */
  position: z.int().check(z.nonnegative()),
  /** Counts the variant's changes, from 1. */
  version: z.int().check(z.positive()),
});
export type AdminVariant = z.infer<typeof adminVariantSchema>;

export const adminVariantReader = z.extend(z.omit(readableVariant, { productId: true }), {
  ...variantFallbacks,
  position: z.catch(adminVariantSchema.shape.position, 0),
  version: orAbsent(adminVariantSchema.shape.version),
});
export type DisplayedAdminVariant = z.output<typeof adminVariantReader>;
