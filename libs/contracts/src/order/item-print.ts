import * as z from 'zod/mini';
import { pictureAreaSchema, printAreaSchema } from '../catalog/index.js';

/** Print area and picture of an item in its chosen variant, for the preview, the mock-up and the print file. */
export const orderItemPrintSchema = z.object({
  /** Of the chosen size, if that prints smaller than the product. */
  areaPx: printAreaSchema,
  /** The product's picture in the chosen color. */
  pictureUrl: z.nullable(z.string()),
  pictureArea: pictureAreaSchema,
  overlayUrl: z.nullable(z.string()),
});
export type OrderItemPrint = z.infer<typeof orderItemPrintSchema>;
