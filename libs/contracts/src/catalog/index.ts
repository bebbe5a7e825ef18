import { z } from 'zod';
import { defineEvent, formatCents, moneySchema, parseCents } from '../common/index.js';

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
  /**
   * What lies over artwork on `imageUrl` (folds, a camera): a transparent picture of the same size, laid over the whole product
   * picture. Only where the picture is the shop's own.
   */
  overlayUrl: z.string().nullable().optional(),
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

export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
const ADDRESS_MAX = 2000;

/** D46: any https address, or a picture of the shop's own. */
const OWN_PICTURE = /^\/(?:media|pictures)\/[\w.-]+(?:\?w=\d+)?$/;
const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

const pictureAddress = (name: string) =>
  z
    .string(`Please give the ${name} as a web address`)
    .trim()
    .max(ADDRESS_MAX, `Please use at most 2,000 characters for the ${name}`)
    .refine((address) => address === '' || isHttps(address) || OWN_PICTURE.test(address), `The ${name} must start with https:// or be a picture of the shop`)
    .transform((address) => address || null)
    .nullable();

const PRICE_MESSAGE = 'Price must be an amount such as 24.00';
/** A form sends a number (step 0.01) or a decimal string; out comes a decimal string with two decimals. */
const priceField = z.union([z.string(), z.number()], 'Price is required').transform((value, context): string => {
  try {
    if (String(value).trim() === '') context.issues.push({ code: 'custom', message: 'Price is required', input: value });
    else {
      const cents = parseCents(String(value));
      if (cents >= 0) return formatCents(cents);
      context.issues.push({ code: 'custom', message: 'Price must be 0 or more', input: value });
    }
  } catch {
    context.issues.push({ code: 'custom', message: PRICE_MESSAGE, input: value });
  }
  return z.NEVER;
});

const productFields = {
  title: z.string('Title is required').trim().min(1, 'Title is required').max(TITLE_MAX, 'Please use at most 200 characters for the title'),
  category: z.enum(PRODUCT_CATEGORIES, 'Please choose a category'),
  basePrice: priceField,
  description: z
    .string('The description must be text')
    .trim()
    .max(DESCRIPTION_MAX, 'Please use at most 5,000 characters for the description')
    .transform((text) => text || null)
    .nullable()
    .optional(),
  imageUrl: pictureAddress('image address').optional(),
  mockupTemplateUrl: pictureAddress('mock-up address').optional(),
  active: z.boolean('Active must be true or false').optional(),
};

/** `POST /api/admin/products` (spec, section 5). Left out: no description, no pictures, active. */
export const productFormSchema = z.object(productFields);
export type ProductForm = z.input<typeof productFormSchema>;

/** `PATCH /api/admin/products/:id`: any of the form's fields; what is left out stays. */
export const productChangeSchema = z.object(productFields).partial();
export type ProductChange = z.input<typeof productChangeSchema>;

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
