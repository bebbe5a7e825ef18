import * as z from 'zod/mini';
import { pictureAreaSchema, printAreaSchema } from '../catalog/index.js';

/** What artwork is laid on, in these choices: for the picture on screen, the mock-up and the print file alike. */
export const orderItemPrintSchema = z.object({
  /** Of the chosen size, where that prints smaller. */
  areaPx: printAreaSchema,
  /** The product in the chosen colour. */
  pictureUrl: z.nullable(z.string()),
  pictureArea: pictureAreaSchema,
  overlayUrl: z.nullable(z.string()),
});
export type OrderItemPrint = z.infer<typeof orderItemPrintSchema>;
