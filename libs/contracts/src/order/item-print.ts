import { z } from 'zod';
import { pictureAreaSchema, printAreaSchema } from '../catalog/index.js';

/** What artwork is laid on, in these choices: for the picture on screen, the mock-up and the print file alike. */
export const orderItemPrintSchema = z.object({
  /** Of the chosen size, where that prints smaller. */
  areaPx: printAreaSchema,
  /** The product in the chosen colour. */
  pictureUrl: z.string().nullable(),
  pictureArea: pictureAreaSchema,
  overlayUrl: z.string().nullable(),
});
export type OrderItemPrint = z.infer<typeof orderItemPrintSchema>;
