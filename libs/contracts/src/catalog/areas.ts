import * as z from 'zod/mini';

/** A print area in pixels at 300 dpi (D18b). `shape` says what the press cuts to; `round` is the ellipse inside the box. */
export const printAreaSchema = z.object({
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  shape: z.enum(['rectangle', 'round']),
});
export type PrintAreaSize = z.infer<typeof printAreaSchema>;

/**
 * Where the print area lies on the product's picture, in fractions (0..1) of the picture's width and height,
 * so that artwork can be laid on it at any size.
 */
export const pictureAreaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PictureArea = z.infer<typeof pictureAreaSchema>;

/** A third of an inch, and 24 inches, at 300 dpi: about the smallest tag and the largest press there is. */
export const PRINT_SIDE_MIN_PX = 100;
export const PRINT_SIDE_MAX_PX = 7200;

const printSideField = (side: string) => {
  const message = `The ${side} of the print area must be a whole number of pixels from 100 to 7,200`;
  return z.int(message).check(z.minimum(PRINT_SIDE_MIN_PX, message), z.maximum(PRINT_SIDE_MAX_PX, message));
};

const printSideFields = { widthPx: printSideField('width'), heightPx: printSideField('height') };

/** Only how large a print area is; a whole one may be given, too. */
export const printSizeField = z.object(printSideFields, 'Please give the print area as a width and a height');

/** A print area as an admin sets it. */
export const printAreaField = z.object(
  { ...printSideFields, shape: z.enum(['rectangle', 'round'], 'The print area must be rectangle or round') },
  'Please give the print area as a width, a height and a shape',
);

const OUTSIDE = 'The area must lie inside the picture';
/** A fiftieth of the picture is the least that can be seen, or meant. */
const SIDE_MIN = 0.02;
/** Fractions that add up to the whole may miss it by their last digit. */
const ROUNDING = 1e-6;

const positionField = z.number(OUTSIDE).check(z.minimum(0, OUTSIDE), z.maximum(1, OUTSIDE));
const lengthField = z
  .number(OUTSIDE)
  .check(z.minimum(SIDE_MIN, 'The area on the picture is too small'), z.maximum(1, OUTSIDE));

/** Where the print area lies on the picture, as an admin sets it. */
export const pictureAreaField = z
  .object(
    { x: positionField, y: positionField, width: lengthField, height: lengthField },
    'Please give the area on the picture as x, y, width and height',
  )
  .check(z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, OUTSIDE));
