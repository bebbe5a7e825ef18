import * as z from 'zod/mini';

/** A print area in pixels at 300 dpi. `shape` is the shape of the cut; `round` is the ellipse inside the box. */
export const printAreaSchema = z.object({
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  shape: z.enum(['rectangle', 'round']),
});
export type PrintArea = z.infer<typeof printAreaSchema>;

/** Position of the print area on the product's picture, in fractions (0..1) of the picture's width and height. */
export const pictureAreaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PictureArea = z.infer<typeof pictureAreaSchema>;
