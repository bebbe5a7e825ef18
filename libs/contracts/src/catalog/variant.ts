import * as z from 'zod/mini';
import { orAbsent, orNull, readable, signedMoneySchema } from '../common/index.js';
import { printAreaField, printAreaSchema } from './areas.js';
import { moneyField, pictureUrlField } from './form-fields.js';

export const VARIANT_TYPES = ['size', 'color'] as const;
export const variantTypeSchema = z.enum(VARIANT_TYPES);
export type VariantType = z.infer<typeof variantTypeSchema>;

/** What shoppers call a choice: the sizes of phone cases are phone models. */
export const getChoiceLabel = (option: string, category: string | null | undefined): string =>
  option === 'size' && category === 'phone-case' ? 'model' : option;

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

/** Bounds the size of the event `product.saved`. */
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
  /** Added to the product's price; may be negative. */
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

/**
 * `POST /api/admin/products/:id/variants`. Defaults: no change of the price, active, no swatch, no picture or area of
 * its own, last of its type.
 */
export const variantFormSchema = z.object(variantFields);
export type VariantForm = z.input<typeof variantFormSchema>;

/** `PATCH /api/admin/products/:id/variants/:variantId`: absent fields stay as they are. */
export const variantChangeSchema = z.partial(z.object(variantFields));
export type VariantChange = z.input<typeof variantChangeSchema>;
