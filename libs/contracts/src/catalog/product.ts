import * as z from 'zod/mini';
import { moneySchema, createPageQuerySchema } from '../common/index.js';
import { pictureAreaField, pictureAreaSchema, printAreaField, printAreaSchema } from './areas.js';
import { moneyField, pictureUrlField, versionField } from './form-fields.js';

export const PRODUCT_CATEGORIES = ['tshirt', 'hoodie', 'phone-case', 'pet-tag'] as const;
export const productCategorySchema = z.enum(PRODUCT_CATEGORIES);
export type ProductCategory = z.infer<typeof productCategorySchema>;

export const productSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.nullable(z.string()),
  category: productCategorySchema,
  basePrice: moneySchema,
  imageUrl: z.nullable(z.string()),
  mockupTemplateUrl: z.nullable(z.string()),
  active: z.boolean(),
  createdAt: z.iso.datetime(),
  /** What is printed: the product's own where an admin set one, else its picture's or its category's (D18b). */
  printArea: printAreaSchema,
  pictureArea: pictureAreaSchema,
  /**
   * What lies over artwork on `imageUrl` (folds, a camera): a transparent picture of the same size, laid over the whole product
   * picture. Only where the picture is the shop's own.
   */
  overlayUrl: z.nullish(z.string()),
  /** Counts the changes of the product itself (not of its variants), from 1. */
  version: z.int().check(z.positive()),
});
export type Product = z.infer<typeof productSchema>;

/** A product as admins see it. */
export const adminProductSchema = z.extend(productSchema, {
  /** Whether `printArea` was set by an admin, rather than taken from the picture or the category. */
  hasOwnPrintArea: z.boolean(),
  /** Whether `pictureArea` was set by an admin. */
  hasOwnPictureArea: z.boolean(),
});
export type AdminProduct = z.infer<typeof adminProductSchema>;

export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;

const productFields = {
  title: z
    .string('Title is required')
    .check(
      z.trim(),
      z.minLength(1, 'Title is required'),
      z.maxLength(TITLE_MAX, 'Please use at most 200 characters for the title'),
    ),
  category: z.enum(PRODUCT_CATEGORIES, 'Please choose a category'),
  basePrice: moneyField({
    missing: 'Price is required',
    negative: 'Price must be 0 or more',
    unreadable: 'Price must be an amount such as 24.00',
  }),
  description: z.nullish(
    z.pipe(
      z
        .string('The description must be text')
        .check(z.trim(), z.maxLength(DESCRIPTION_MAX, 'Please use at most 5,000 characters for the description')),
      z.transform((text) => text || null),
    ),
  ),
  imageUrl: z.optional(pictureUrlField('image address')),
  mockupTemplateUrl: z.optional(pictureUrlField('mock-up address')),
  active: z.optional(z.boolean('Active must be true or false')),
  /** null: the picture's, where the shop drew it, else the category's. */
  printArea: z.nullish(printAreaField),
  /** null: the picture's, where the shop drew it, else the middle. */
  pictureArea: z.nullish(pictureAreaField),
};

/** `POST /api/admin/products` (spec, section 5). Left out: no description, no pictures, active, areas of its picture or category. */
export const productFormSchema = z.object(productFields);
export type ProductForm = z.input<typeof productFormSchema>;

/**
 * `PATCH /api/admin/products/:id`: any of the form's fields; what is left out stays. With `version`, only if nobody else
 * has changed the product since: 409 otherwise.
 */
export const productChangeSchema = z.extend(z.partial(z.object(productFields)), { version: versionField });
export type ProductChange = z.input<typeof productChangeSchema>;

/** `GET /api/admin/products`: pages, newest first. */
export const adminProductsQuerySchema = createPageQuerySchema(100, 500);
