import { z } from 'zod';
import { defineEvent, moneySchema } from '../common/index.js';

export const PRODUCT_CATEGORIES = ['tshirt', 'hoodie', 'phone-case', 'pet-tag'] as const;
export const productCategorySchema = z.enum(PRODUCT_CATEGORIES);
export type ProductCategory = z.infer<typeof productCategorySchema>;

export const variantTypeSchema = z.enum(['size', 'color']);
export type VariantType = z.infer<typeof variantTypeSchema>;

/** A print area in pixels at 300 dpi (D18b). `shape` says what the press cuts to. */
export const printAreaSchema = z.object({
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  shape: z.enum(['rectangle', 'round']),
});
export type PrintAreaSize = z.infer<typeof printAreaSchema>;

/**
 * Where the print area lies on the product's picture, in fractions (0..1) of the picture's width and height,
 * so that artwork can be laid on it at any size.
 */
export const pictureAreaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PictureArea = z.infer<typeof pictureAreaSchema>;

export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  category: productCategorySchema,
  basePrice: moneySchema,
  imageUrl: z.string().nullable(),
  mockupTemplateUrl: z.string().nullable(),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  printArea: printAreaSchema,
  pictureArea: pictureAreaSchema,
});
export type Product = z.infer<typeof productSchema>;

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

export const productSaved = defineEvent(
  'product.saved',
  'catalog-svc',
  'A product or one of its variants was made or changed; carries the whole product with all its variants.',
  z.object({ product: productSchema, variants: z.array(variantSchema) }),
);

export const productDeleted = defineEvent(
  'product.deleted',
  'catalog-svc',
  'A product was taken out of the catalogue.',
  z.object({ productId: z.uuid() }),
);

export const catalogEvents = [productSaved, productDeleted] as const;
