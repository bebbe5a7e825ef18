/** What the page of a product says, beyond what its card says. */
import * as z from 'zod/mini';
import { pictureUrlField } from './form-fields.js';

export const SIZE_ROWS_MAX = 40;
const TEXT_MAX = 2000;
const VALUES_MAX = 8;

export const sizeRowSchema = z.object({
  /** As the variant is named. */
  size: z.string(),
  /** In the columns and the unit of the kind. */
  values: z.array(z.number()),
});
export type SizeRow = z.infer<typeof sizeRowSchema>;

export const productDetailsSchema = z.object({
  material: z.nullable(z.string()),
  care: z.nullable(z.string()),
  /** What is printed; null: as the kind says. */
  printed: z.nullable(z.string()),
  backImageUrl: z.nullable(z.string()),
  sizeTable: z.array(sizeRowSchema),
});
export type ProductDetails = z.infer<typeof productDetailsSchema>;

const textField = (name: string) => {
  const message = `Please use at most 2,000 characters for ${name}`;
  return z.nullish(
    z.pipe(
      z.string(message).check(z.trim(), z.maxLength(TEXT_MAX, message)),
      z.transform((text) => text || null),
    ),
  );
};

const SIZE_TABLE = 'Please give each row of the size table as a size and up to eight numbers above 0';
const sizeRowField = z.object(
  {
    size: z.string(SIZE_TABLE).check(z.trim(), z.minLength(1, SIZE_TABLE), z.maxLength(60, SIZE_TABLE)),
    values: z
      .array(z.number(SIZE_TABLE).check(z.positive(SIZE_TABLE), z.maximum(1000, SIZE_TABLE)), SIZE_TABLE)
      .check(z.minLength(1, SIZE_TABLE), z.maxLength(VALUES_MAX, SIZE_TABLE)),
  },
  SIZE_TABLE,
);

/** In the forms of the admin app. All texts and the table are replaced together. */
export const productDetailsField = z.object(
  {
    material: textField('the material'),
    care: textField('the care'),
    printed: textField('what is printed'),
    backImageUrl: z.optional(pictureUrlField('picture of the back')),
    sizeTable: z.optional(
      z.array(sizeRowField, SIZE_TABLE).check(z.maxLength(SIZE_ROWS_MAX, 'A size table has at most 40 rows')),
    ),
  },
  'Please give the details as texts and a size table',
);
