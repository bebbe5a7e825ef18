/** Areas in forms of the admin app; shoppers' pages don't download them. */
import * as z from 'zod/mini';

/** A third of an inch and 24 inches at 300 dpi. */
export const PRINT_SIDE_MIN_PX = 100;
export const PRINT_SIDE_MAX_PX = 7200;

const printSideField = (side: string) => {
  const message = `The ${side} of the print area must be a whole number of pixels from 100 to 7,200`;
  return z.int(message).check(z.minimum(PRINT_SIDE_MIN_PX, message), z.maximum(PRINT_SIDE_MAX_PX, message));
};

const printSideFields = { widthPx: printSideField('width'), heightPx: printSideField('height') };

/** Width and height only. A complete print area is accepted, too. */
export const printSizeField = z.object(printSideFields, 'Please give the print area as a width and a height');

/** A print area in a form of the admin app. */
export const printAreaField = z.object(
  { ...printSideFields, shape: z.enum(['rectangle', 'round'], 'The print area must be rectangle or round') },
  'Please give the print area as a width, a height and a shape',
);

const OUTSIDE = 'The area must lie inside the picture';
/** Smaller areas can't be recognised on the picture. */
const SIDE_MIN = 0.02;
/** Tolerance for sums of fractions in floating point. */
const ROUNDING = 1e-6;

const positionField = z.number(OUTSIDE).check(z.minimum(0, OUTSIDE), z.maximum(1, OUTSIDE));
const lengthField = z
  .number(OUTSIDE)
  .check(z.minimum(SIDE_MIN, 'The area on the picture is too small'), z.maximum(1, OUTSIDE));

/** Position of the print area on the picture, in a form of the admin app. */
export const pictureAreaField = z
  .object(
    { x: positionField, y: positionField, width: lengthField, height: lengthField },
    'Please give the area on the picture as x, y, width and height',
  )
  .check(z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, OUTSIDE));
