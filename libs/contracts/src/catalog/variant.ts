import * as z from 'zod/mini';
import { printAreaField, printAreaSchema } from './areas.js';
import { moneyField, pictureUrlField, versionField } from './form-fields.js';

export const VARIANT_TYPES = ['size', 'color'] as const;
export const variantTypeSchema = z.enum(VARIANT_TYPES);
export type VariantType = z.infer<typeof variantTypeSchema>;

export const variantSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  type: variantTypeSchema,
  priceModifier: z.string().check(z.regex(/^-?\d{1,8}\.\d{2}$/)),
  active: z.boolean(),
  /** Colours only: the swatch, `#rrggbb`. */
  colorHex: z.nullable(z.string()),
  /** Colours only: the product's picture in this colour. */
  imageUrl: z.nullable(z.string()),
  /** Sizes that print smaller than the product's own area (D18b), else null. */
  printArea: z.nullable(printAreaSchema),
});
export type Variant = z.infer<typeof variantSchema>;

/** A variant as admins see it: active or not. */
export const adminVariantSchema = z.extend(variantSchema, {
  /** Order within its type, from 0; the lower the earlier. */
  position: z.int().check(z.nonnegative()),
  /** Counts the variant's changes, from 1. */
  version: z.int().check(z.positive()),
});
export type AdminVariant = z.infer<typeof adminVariantSchema>;

/** More than any product has; it bounds what `product.saved` carries. */
export const VARIANTS_MAX = 100;
export const VARIANT_NAME_MAX = 60;
export const VARIANT_POSITION_MAX = 9999;

const POSITION = 'The position must be a whole number from 0 to 9,999';

const variantFields = {
  type: z.enum(VARIANT_TYPES, 'Please choose size or color'),
  name: z.pipe(
    z.pipe(
      z.string('Name is required').check(z.normalize('NFC')),
      z.transform((name) => name.trim().replace(/\s+/g, ' ')),
    ),
    z
      .string()
      .check(
        z.minLength(1, 'Name is required'),
        z.maxLength(VARIANT_NAME_MAX, 'Please use at most 60 characters for the name'),
      ),
  ),
  /** Added to the product's price; a minus sign takes off. */
  priceModifier: z.optional(
    moneyField({
      missing: 'Please give the price change, or 0',
      unreadable: 'The price change must be an amount such as 2.00 or -1.50',
    }),
  ),
  active: z.optional(z.boolean('Active must be true or false')),
  colorHex: z.nullish(
    z.pipe(
      z
        .string('Please give the color as #rrggbb')
        .check(z.trim(), z.toLowerCase(), z.regex(/^(?:#[0-9a-f]{6})?$/, 'Please give the color as #rrggbb')),
      z.transform((hex) => hex || null),
    ),
  ),
  imageUrl: z.optional(pictureUrlField('image address')),
  printArea: z.nullish(printAreaField),
  position: z.optional(z.int(POSITION).check(z.minimum(0, POSITION), z.maximum(VARIANT_POSITION_MAX, POSITION))),
};

/** `POST /api/admin/products/:id/variants`. Left out: no change of price, active, no swatch, picture or area of its own, last of its type. */
export const variantFormSchema = z.object(variantFields);
export type VariantForm = z.input<typeof variantFormSchema>;

/** `PATCH /api/admin/products/:id/variants/:variantId`: what is left out stays; `version` as in a product's change. */
export const variantChangeSchema = z.extend(z.partial(z.object(variantFields)), { version: versionField });
export type VariantChange = z.input<typeof variantChangeSchema>;
