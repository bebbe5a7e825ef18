/** Products in the admin app, in answers and forms; shoppers' pages don't download them. */
import * as z from 'zod/mini';
import { createPageQuerySchema, moneySchema, orAbsent } from '@shop/contracts-common';
import { pictureAreaField, printAreaField } from './area-fields.js';
import { moneyField, optionalMoneyField, pictureUrlField } from './form-fields.js';
import { PRODUCT_CATEGORIES } from './kinds/index.js';
import { productDetailsField, productDetailsSchema } from './product-details.js';
import { productReader, productSchema } from './product.js';

/** A product in the admin app. */
export const adminProductSchema = z.extend(z.omit(productSchema, { isSoldOut: true }), {
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

export const adminProductReader = z.extend(z.omit(productReader, { isSoldOut: true }), {
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

/** `GET /api/admin/products`: pages. */
export const adminProductsQuerySchema = createPageQuerySchema(100, 500);

const PLACE = 'Please give the product before or after which this one is placed';
const placeField = z.optional(z.uuid(PLACE));

/** `POST /api/admin/products/:id/move`: the neighbor in the list of all products. */
export const productMoveSchema = z
  .object({ before: placeField, after: placeField }, PLACE)
  .check(z.refine(({ before, after }) => (before === undefined) !== (after === undefined), PLACE));
export type ProductMove = z.output<typeof productMoveSchema>;
