import * as z from 'zod/mini';
import { defineEvent } from '../common/index.js';

/** `GET /api/admin/print-files/{id}`: the PNG that goes to the press. Its density is always written in as 300 dpi. */
export const printFileSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  /** Of the file: the print area, and its bleed on every side. */
  widthPx: z.int().check(z.positive()),
  heightPx: z.int().check(z.positive()),
  /** So many pixels on every side lie beyond the cut. */
  bleedPx: z.int().check(z.nonnegative()),
  /** What the artwork itself has at its printed size, before it was enlarged to the file's 300: the quality to be expected. */
  dpi: z.int().check(z.positive()),
  /** Of the file, hex: what was downloaded is what was made. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type PrintFile = z.infer<typeof printFileSchema>;

/** Query of `GET /api/print-files/{sha256}.png`, where a printer fetches a file: until when it may (seconds since 1970), and who says so. */
export const printFileLinkSchema = z.object({
  expires: z.catch(z.coerce.number().check(z.int()), 0),
  signature: z.catch(z.string().check(z.maxLength(100)), ''),
});
export type PrintFileLink = z.infer<typeof printFileLinkSchema>;

/** JPEG, about 1000 px wide: the product's picture with the artwork on it. */
export const mockupSchema = z.object({ id: z.uuid(), url: z.string() });
export type Mockup = z.infer<typeof mockupSchema>;

/** PNG, at most 1000 px on its long side: the print file itself, small enough for a page. */
export const printFilePreviewSchema = z.object({ id: z.uuid(), url: z.string() });

/** `revision`: of the item, as it was printed; a newer one makes this worth nothing. */
const orderItemFields = { orderId: z.uuid(), orderItemId: z.uuid(), revision: z._default(z.int().check(z.positive()), 1) };

export const printFileRequested = defineEvent(
  'print-file.requested',
  'art-svc',
  'An order item was paid for; art-svc itself makes its print file and its mock-up from its queue.',
  z.object({ orderItemId: z.uuid() }),
);

export const printFileCompleted = defineEvent(
  'print-file.completed',
  'art-svc',
  'The print file and the mock-up of an order item are there.',
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
  'The print file of an order item can not be made; somebody has to look at it.',
  z.object({ ...orderItemFields, reason: z.enum(PRINT_FILE_FAILURES) }),
);

export const printFileEvents = [printFileRequested, printFileCompleted, printFileFailed] as const;
