import * as z from 'zod/mini';
import { BULK_MAX, BULK_TOO_MANY, readable } from '@shop/contracts-common';
import { trackingSchema } from './parcels.js';

const NOTHING_SELECTED = 'Please select an order';

export const BULK_ACTION_KINDS = ['start-processing', 'set-tracking'] as const;
export type BulkActionKind = (typeof BULK_ACTION_KINDS)[number];

const selectionOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z.array(entry).check(z.minLength(1, NOTHING_SELECTED), z.maxLength(BULK_MAX, BULK_TOO_MANY));

/** The parcel of an order, by the order's number. */
export const bulkParcelSchema = z.extend(z.pick(trackingSchema, { carrier: true, number: true }), {
  orderNumber: z.string('Order number is required').check(z.trim(), z.minLength(1), z.maxLength(20)),
});
export type BulkParcel = z.infer<typeof bulkParcelSchema>;

/**
 * Body of `POST /api/admin/orders/bulk-actions` and of its preview. `confirmed`: the orders that the admin starts although their customers may
 * still change them; others in their change window are skipped.
 */
export const startBulkActionRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start-processing'),
    orders: selectionOf(z.uuid()),
    confirmed: z._default(z.array(z.uuid()).check(z.maxLength(BULK_MAX, BULK_TOO_MANY)), []),
  }),
  z.object({ kind: z.literal('set-tracking'), parcels: selectionOf(bulkParcelSchema) }),
]);
export type StartBulkActionRequest = z.input<typeof startBulkActionRequestSchema>;
export type BulkActionRequest = z.output<typeof startBulkActionRequestSchema>;

/** What would happen to one order, in the order of the request. */
export const bulkActionPreviewSchema = z.object({
  /** Null: there is no such order. */
  orderId: z.nullable(z.uuid()),
  orderNumber: z.nullable(z.string()),
  /** Why nothing would be done. Null: it would be done. */
  problem: z.nullable(z.string()),
  /** Its customer may change the order until then, so it needs to be confirmed. Absent: no. */
  changeableUntil: z.optional(z.iso.datetime()),
});
export type BulkActionPreview = z.infer<typeof bulkActionPreviewSchema>;
export const bulkActionPreviewReader = readable(bulkActionPreviewSchema);
export type DisplayedBulkActionPreview = z.output<typeof bulkActionPreviewReader>;

/**
 * - pending: not done yet
 * - skipped: there was nothing to do, or the order does not allow it; `message` says why
 * - failed: it may succeed at another try; `message` says why it did not
 */
export const BULK_ROW_STATES = ['pending', 'done', 'skipped', 'failed'] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

const countsSchema = z.object({ pending: z.int(), done: z.int(), skipped: z.int(), failed: z.int() });

/** A bulk action in the list of the last ones. */
export const bulkActionSummarySchema = z.object({
  id: z.uuid(),
  kind: z.enum(BULK_ACTION_KINDS),
  /** The admin who started it. */
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  counts: countsSchema,
});
export type BulkActionSummary = z.infer<typeof bulkActionSummarySchema>;
export const bulkActionSummaryReader = readable(bulkActionSummarySchema);

export const bulkActionSchema = z.extend(bulkActionSummarySchema, {
  /** In the order of the request. */
  rows: z.array(
    z.object({
      /** Null: there is no such order. */
      orderId: z.nullable(z.uuid()),
      orderNumber: z.string(),
      state: z.enum(BULK_ROW_STATES),
      /** Why it was skipped or has failed; null for others. */
      message: z.nullable(z.string()),
    }),
  ),
});
export type BulkAction = z.infer<typeof bulkActionSchema>;
export const bulkActionReader = readable(bulkActionSchema);
export type DisplayedBulkAction = z.output<typeof bulkActionReader>;
