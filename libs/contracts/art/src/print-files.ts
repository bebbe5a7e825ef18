import * as z from 'zod/mini';
import { defineEvent, readable } from '@shop/contracts-common';

/** `GET /api/admin/print-files/{id}`: a PNG. Its metadata always says 300 dpi. */
export const printFileSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  /** Size of the file: the print area and the bleed on every side. */
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /** Pixels on every side beyond the cut. */
  bleedPx: z.int().check(z.nonnegative()),
  /** Pixels with detail for each printed inch; the quality of the print follows from it. The file has 300 dpi. */
  dpi: z.int().check(z.positive()),
  /** SHA-256 of the file in hex, to verify downloads. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type PrintFile = z.infer<typeof printFileSchema>;

/** Answer of `GET /api/admin/print-files`: what the ZIP of these orders will have. */
export const selectedPrintFilesSchema = z.object({
  /** Files that are ready. */
  files: z.int(),
  /** Articles without a file, and orders of which no article is known. */
  missing: z.array(z.object({ orderNumber: z.string(), message: z.string() })),
});
export type SelectedPrintFiles = z.infer<typeof selectedPrintFilesSchema>;
export const selectedPrintFilesReader = readable(selectedPrintFilesSchema);

/** Query of `GET /api/print-files/{sha256}.png`, the link for printers. `expires` is in seconds since 1970. */
export const printFileLinkSchema = z.object({
  expires: z.catch(z.coerce.number().check(z.int()), 0),
  signature: z.catch(z.string().check(z.maxLength(100)), ''),
});
export type PrintFileLink = z.infer<typeof printFileLinkSchema>;

/** JPEG, about 1000 px wide: the product's picture with the artwork on it. */
export const mockupSchema = z.object({ id: z.uuid(), url: z.string() });
export type Mockup = z.infer<typeof mockupSchema>;

/** PNG, at most 1000 px on its long side: the print file in a size for web pages. */
export const printFilePreviewSchema = z.object({ id: z.uuid(), url: z.string() });

/** `revision` of the item that was printed. Consumers ignore the event if the item has a newer revision. */
const orderItemFields = {
  orderId: z.uuid(),
  orderItemId: z.uuid(),
  revision: z._default(z.int().check(z.positive()), 1),
};

export const printFileCompleted = defineEvent(
  'print-file.completed',
  'art-svc',
  { readBy: ['order-svc', 'support-svc'] },
  'The print file and the mock-up of an order item are rendered.',
  z.object({
    ...orderItemFields,
    printFile: printFileSchema,
    mockup: mockupSchema,
    view: z._default(z.nullable(printFilePreviewSchema), null),
  }),
);

export const PRINT_FILE_FAILURES = ['artwork-missing', 'product-unknown', 'not-drawn'] as const;

export const printFileFailed = defineEvent(
  'print-file.failed',
  'art-svc',
  { readBy: ['order-svc'] },
  'The print file of an order item cannot be rendered. An admin must act.',
  z.object({ ...orderItemFields, reason: z.enum(PRINT_FILE_FAILURES) }),
);

export const printFileEvents = [printFileCompleted, printFileFailed] as const;
