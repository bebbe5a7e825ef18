/** Styles in the admin app. */
import * as z from 'zod/mini';
import { orAbsent, readable } from '@shop/contracts-common';
import { styleSchema } from './style.js';

const NAME_MAX = 60;
const DESCRIPTION_MAX = 300;

export const adminStyleSchema = z.extend(styleSchema, {
  /** Whether customers can choose it. */
  active: z.boolean(),
  /** Counts the changes, from 1. */
  version: z.int().check(z.positive()),
});
export type AdminStyle = z.infer<typeof adminStyleSchema>;

export const adminStyleReader = z.extend(readable(adminStyleSchema), {
  version: orAbsent(adminStyleSchema.shape.version),
});
export type DisplayedAdminStyle = z.output<typeof adminStyleReader>;

/** A picture that was uploaded as a product picture. */
const EXAMPLE = /^\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXAMPLE_INVALID = 'Please upload the example picture';

/** `PATCH /api/admin/styles/:key`: absent fields stay as they are. */
export const styleChangeSchema = z.partial(
  z.object({
    name: z
      .string('Name is required')
      .check(
        z.trim(),
        z.minLength(1, 'Name is required'),
        z.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters for the name`),
      ),
    description: z.nullable(
      z.pipe(
        z
          .string('The description must be text')
          .check(
            z.trim(),
            z.maxLength(DESCRIPTION_MAX, `Please use at most ${DESCRIPTION_MAX} characters for the description`),
          ),
        z.transform((text) => text || null),
      ),
    ),
    active: z.boolean('Active must be true or false'),
    /** null: the page's own sample picture. */
    exampleUrl: z.nullable(
      z.pipe(
        z.string(EXAMPLE_INVALID).check(
          z.trim(),
          z.refine((url) => url === '' || EXAMPLE.test(url), EXAMPLE_INVALID),
        ),
        z.transform((url) => url || null),
      ),
    ),
  }),
);
export type StyleChange = z.input<typeof styleChangeSchema>;

const PLACE = 'Please give the style before or after which this one is placed';
const placeField = z.optional(z.string(PLACE).check(z.minLength(1, PLACE), z.maxLength(50, PLACE)));

/** `POST /api/admin/styles/:key/move`: the key of the neighbor. */
export const styleMoveSchema = z
  .object({ before: placeField, after: placeField }, PLACE)
  .check(z.refine(({ before, after }) => (before === undefined) !== (after === undefined), PLACE));
export type StyleMove = z.output<typeof styleMoveSchema>;
