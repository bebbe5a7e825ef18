import * as z from 'zod/mini';
import { moneySchema, orNull, readable } from '@shop/contracts-common';
import { parcelsSchema, trackingSchema } from './parcels.js';
import { shippingAddressReader, shippingAddressSchema } from './shipping-address.js';

/** What is wrong with an item that was sent. */
export const PROBLEM_KINDS = ['misprinted', 'damaged', 'not-arrived', 'other'] as const;
export const problemKindSchema = z.enum(PROBLEM_KINDS);
export type ProblemKind = z.infer<typeof problemKindSchema>;

/** Items of one problem or reprint. More than any order has. */
const ITEMS_MAX = 100;
export const PROBLEM_PHOTOS_MAX = 3;

const isEachOnce = (items: readonly { orderItemId: string }[]): boolean =>
  new Set(items.map(({ orderItemId }) => orderItemId)).size === items.length;

/** Items of an order and how many of each. */
export const itemQuantitiesSchema = z
  .array(
    z.object({
      orderItemId: z.uuid(),
      quantity: z.int('The quantity must be a whole number').check(z.minimum(1, 'The quantity must be at least 1')),
    }),
  )
  .check(
    z.minLength(1, 'Please choose at least one item'),
    z.maxLength(ITEMS_MAX),
    z.refine(isEachOnce, 'Please name each item once'),
  );
export type ItemQuantities = z.output<typeof itemQuantitiesSchema>;

/** The ids of photos that the caller uploaded with `POST /api/upload`. */
export const problemPhotosSchema = z._default(
  z.array(z.uuid()).check(z.maxLength(PROBLEM_PHOTOS_MAX, 'Please choose at most 3 photos')),
  [],
);

export const REPRINT_NOTE_MAX = 500;
const REPEATS_MAX = 100;
/** Body of `POST /api/admin/orders/{id}/reprints`. */
export const requestReprintRequestSchema = z.object({
  items: itemQuantitiesSchema,
  reason: problemKindSchema,
  /** For admins. */
  note: z._default(
    z.string().check(z.trim(), z.maxLength(REPRINT_NOTE_MAX, 'Please use at most 500 characters for the note')),
    '',
  ),
  photos: problemPhotosSchema,
  /** Absent: the order's address. */
  address: z.optional(shippingAddressSchema),
  /** The customer's report that the reprint settles. */
  reportId: z.optional(z.uuid()),
  /** The admin has read the answer to that report. Absent: a report that was answered is refused. */
  isReportAnswered: z.optional(z.boolean()),
  /** Earlier reprints of the same items that were displayed to the admin. */
  repeats: z._default(z.array(z.uuid()).check(z.maxLength(REPEATS_MAX)), []),
});
export type RequestReprintRequest = z.input<typeof requestReprintRequestSchema>;
export type ReprintRequest = z.output<typeof requestReprintRequestSchema>;

/**
 * Body of `POST /api/admin/orders/{id}/reprints/{reprintId}/sent`: an admin sent the reprint. `replaces`, once it is sent: the number
 * that was wrong. Null: the parcel had no number before. Absent: the number of the first parcel.
 */
export const markReprintSentRequestSchema = z.object({
  tracking: z._default(z.nullable(trackingSchema), null),
  replaces: z.nullish(z.string()),
});
export type MarkReprintSentRequest = z.input<typeof markReprintSentRequestSchema>;

/**
 * - waiting: for print files, or for the next attempt
 * - submitting: a request to the printer is running
 * - submitted: the printer has it, or an admin prints it by hand
 */
export const REPRINT_STATES = ['waiting', 'submitting', 'submitted', 'shipped', 'delivered', 'cancelled'] as const;
export type ReprintState = (typeof REPRINT_STATES)[number];

const reprintItemSchema = z.object({ orderItemId: z.uuid(), title: z.string(), quantity: z.int() });

/** What the customer sees of a reprint. */
export const reprintSchema = z.object({
  id: z.uuid(),
  state: z.enum(REPRINT_STATES),
  items: z.array(reprintItemSchema),
  requestedAt: z.iso.datetime(),
  tracking: z.nullable(parcelsSchema),
});
export type Reprint = z.infer<typeof reprintSchema>;

export const adminReprintSchema = z.extend(reprintSchema, {
  reason: problemKindSchema,
  note: z.nullable(z.string()),
  /** Paths of the customer's photos. */
  photoUrls: z.array(z.string()),
  reportId: z.nullable(z.uuid()),
  shippingAddress: shippingAddressSchema,
  /** `by-hand`: an admin prints and sends it. */
  isByHand: z.boolean(),
  /** Why it does not go on; null if nothing is wrong. */
  problem: z.nullable(z.string()),
  /** The printer's number. */
  externalId: z.nullable(z.string()),
  /** What the printer charges, in its currency: ISO 4217 in lower case. Null: it has not said so. */
  cost: z.nullable(z.object({ amount: moneySchema, currency: z.string() })),
  canBeCancelled: z.boolean(),
  /** `POST …/printing` tries the printer again, or asks it again. */
  canBeRetried: z.boolean(),
  /** An admin sent it, or corrects its tracking number. */
  canBeMarkedSent: z.boolean(),
});
export type AdminReprint = z.infer<typeof adminReprintSchema>;

export const reprintReader = readable(reprintSchema);
export type DisplayedReprint = z.output<typeof reprintReader>;

const readableAdminReprint = readable(adminReprintSchema);
export const adminReprintReader = z.extend(readableAdminReprint, {
  photoUrls: z.catch(z.array(z.string()), []),
  shippingAddress: shippingAddressReader,
  cost: orNull(readableAdminReprint.shape.cost),
  isByHand: z.catch(z.boolean(), false),
  canBeCancelled: z.catch(z.boolean(), false),
  canBeRetried: z.catch(z.boolean(), false),
  canBeMarkedSent: z.catch(z.boolean(), false),
});
export type DisplayedAdminReprint = z.output<typeof adminReprintReader>;
