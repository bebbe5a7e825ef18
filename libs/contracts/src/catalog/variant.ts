import { z } from 'zod';
import { printAreaField, printAreaSchema } from './areas.js';
import { moneyField, pictureAddress, versionField } from './form-fields.js';

export const VARIANT_TYPES = ['size', 'color'] as const;
export const variantTypeSchema = z.enum(VARIANT_TYPES);
export type VariantType = z.infer<typeof variantTypeSchema>;

export const variantSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string(),
  type: variantTypeSchema,
  priceModifier: z.string().regex(/^-?\d{1,8}\.\d{2}$/),
  active: z.boolean(),
  /** Colours only: the swatch, `#rrggbb`. */
  colorHex: z.string().nullable(),
  /** Colours only: the product's picture in this colour. */
  imageUrl: z.string().nullable(),
  /** Sizes that print smaller than the product's own area (D18b), else null. */
  printArea: printAreaSchema.nullable(),
});
export type Variant = z.infer<typeof variantSchema>;

/** A variant as admins see it: active or not. */
export const adminVariantSchema = variantSchema.extend({
  /** Order within its type, from 0; the lower the earlier. */
  position: z.int().nonnegative(),
  /** Counts the variant's changes, from 1. */
  version: z.int().positive(),
});
export type AdminVariant = z.infer<typeof adminVariantSchema>;

/** More than any product has; it bounds what `product.saved` carries. */
export const VARIANTS_MAX = 100;
export const VARIANT_NAME_MAX = 60;
export const VARIANT_POSITION_MAX = 9999;

const POSITION = 'The position must be a whole number from 0 to 9,999';

const variantFields = {
  type: z.enum(VARIANT_TYPES, 'Please choose size or color'),
  name: z
    .string('Name is required')
    .normalize('NFC')
    .transform((name) => name.trim().replace(/\s+/g, ' '))
    .pipe(z.string().min(1, 'Name is required').max(VARIANT_NAME_MAX, 'Please use at most 60 characters for the name')),
  /** Added to the product's price; a minus sign takes off. */
  priceModifier: moneyField({
    missing: 'Please give the price change, or 0',
    unreadable: 'The price change must be an amount such as 2.00 or -1.50',
  }).optional(),
  active: z.boolean('Active must be true or false').optional(),
  colorHex: z
    .string('Please give the color as #rrggbb')
    .trim()
    .toLowerCase()
    .regex(/^(?:#[0-9a-f]{6})?$/, 'Please give the color as #rrggbb')
    .transform((hex) => hex || null)
    .nullable()
    .optional(),
  imageUrl: pictureAddress('image address').optional(),
  printArea: printAreaField.nullable().optional(),
  position: z.int(POSITION).min(0, POSITION).max(VARIANT_POSITION_MAX, POSITION).optional(),
};

/** `POST /api/admin/products/:id/variants`. Left out: no change of price, active, no swatch, picture or area of its own, last of its type. */
export const variantFormSchema = z.object(variantFields);
export type VariantForm = z.input<typeof variantFormSchema>;

/** `PATCH /api/admin/products/:id/variants/:variantId`: what is left out stays; `version` as in a product's change. */
export const variantChangeSchema = z.object(variantFields).partial().extend({ version: versionField });
export type VariantChange = z.input<typeof variantChangeSchema>;
