import * as z from 'zod/mini';
import { createPageQuerySchema, cursorSchema, moneySchema, orAbsent, orNull, readable } from '@shop/contracts-common';
import { pictureAreaField, printAreaField } from './area-fields.js';
import { pictureAreaSchema, printAreaSchema } from './areas.js';
import { moneyField, optionalMoneyField, pictureUrlField } from './form-fields.js';
import { productDetailsField, productDetailsSchema } from './product-details.js';
import { PRODUCT_CATEGORIES } from './kinds/index.js';

export const productCategorySchema = z.enum(PRODUCT_CATEGORIES);

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
  /** The effective print area: set by an admin, or the default of the picture or the category. */
  printArea: printAreaSchema,
  pictureArea: pictureAreaSchema,
  /**
   * Transparent picture with folds or a camera, in the size of `imageUrl`, which is laid over the artwork. Only for
   * pictures of the shop.
   */
  overlayUrl: z.nullish(z.string()),
  /** Counts the changes of the product itself (not of its variants), from 1. */
  version: z.int().check(z.positive()),
  /** The last part of the address of its page: `/products/<slug>`. */
  slug: z.optional(z.string()),
});
export type Product = z.infer<typeof productSchema>;

const readableProduct = readable(productSchema);

/** A product on a page. Without areas, the category's default print area and the middle of the picture are used. */
export const productReader = z.extend(readableProduct, {
  active: z.catch(z.boolean(), true),
  createdAt: orAbsent(readableProduct.shape.createdAt),
  printArea: orNull(printAreaSchema),
  pictureArea: orNull(pictureAreaSchema),
  version: orAbsent(productSchema.shape.version),
  slug: orAbsent(z.string()),
});
export type DisplayedProduct = z.output<typeof productReader>;

/** A product in the admin app. */
export const adminProductSchema = z.extend(productSchema, {
  /** true: an admin has set `printArea`; false: it is the default of the picture or the category. */
  hasOwnPrintArea: z.boolean(),
  /** true: an admin has set `pictureArea`. */
  hasOwnPictureArea: z.boolean(),
  /** Why the picture of another site can't be shown. */
  pictureProblem: z.optional(z.string()),
  /** Whether a size (of a case: a model) is on sale. Absent in answers to changes. */
  hasSizeOnSale: z.optional(z.boolean()),
  /** What one piece costs the shop. Null or absent: not known. Never sent to shoppers. */
  cost: z.nullish(moneySchema),
  /** Null: its page says what the kind says. */
  details: z.nullish(productDetailsSchema),
});
export type AdminProduct = z.infer<typeof adminProductSchema>;

export const adminProductReader = z.extend(productReader, {
  hasOwnPrintArea: orAbsent(z.boolean()),
  hasOwnPictureArea: orAbsent(z.boolean()),
  pictureProblem: orAbsent(z.string()),
  hasSizeOnSale: orAbsent(z.boolean()),
  cost: orAbsent(z.nullable(moneySchema)),
  details: orAbsent(z.nullable(productDetailsSchema)),
});
export type DisplayedAdminProduct = z.output<typeof adminProductReader>;

/** The answer to a change, of which a list needs the version only. */
export const changedProductReader = z.catch(z.pick(adminProductReader, { version: true }), {});

/** The answer to a copy, which is opened. */
export const copiedProductReader = z.pick(adminProductReader, { id: true });

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
  /** null or an empty text: not known. */
  cost: z.nullish(
    optionalMoneyField({
      negative: 'The cost must be 0 or more',
      unreadable: 'The cost must be an amount such as 12.50, or empty',
    }),
  ),
  /** null: the default of the picture, if it is a drawing of the shop, else of the category. */
  printArea: z.nullish(printAreaField),
  /** null: the default of the picture, if it is a drawing of the shop, else the middle. */
  pictureArea: z.nullish(pictureAreaField),
  /** Texts and size table of its page. */
  details: z.nullish(productDetailsField),
};

/** `POST /api/admin/products`. Defaults: no description, no pictures, active, default areas. */
export const productFormSchema = z.object(productFields);
export type ProductForm = z.input<typeof productFormSchema>;

/** `PATCH /api/admin/products/:id`: absent fields stay as they are. */
export const productChangeSchema = z.partial(z.object(productFields));
export type ProductChange = z.input<typeof productChangeSchema>;

/** Products in one answer of `GET /api/products`. An ordinary shop has fewer. */
export const PRODUCTS_PAGE_SIZE = 500;

/** `GET /api/products`: pages of a fixed size. */
export const productsQuerySchema = z.object({ cursor: z.optional(cursorSchema) });

/** `GET /api/admin/products`: pages. */
export const adminProductsQuerySchema = createPageQuerySchema(100, 500);

const PLACE = 'Please give the product before or after which this one is placed';
const placeField = z.optional(z.uuid(PLACE));

/** `POST /api/admin/products/:id/move`: the neighbor in the list of all products. */
export const productMoveSchema = z
  .object({ before: placeField, after: placeField }, PLACE)
  .check(z.refine(({ before, after }) => (before === undefined) !== (after === undefined), PLACE));
export type ProductMove = z.output<typeof productMoveSchema>;
