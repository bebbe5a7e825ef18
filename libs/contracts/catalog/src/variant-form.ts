/** Forms of the admin app; shoppers' pages don't download them. */
import * as z from 'zod/mini';
import { printAreaField } from './area-fields.js';
import { moneyField, pictureUrlField } from './form-fields.js';
import { VARIANT_TYPES } from './variant.js';

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
