import * as z from 'zod/mini';
import { type Readable, moneySchema, orAbsent, orNull, readable, timelineEntrySchema } from '@shop/contracts-common';
import { adminOrderQuestionSchema } from './order-question.js';
import { orderEmailKindSchema } from './order-emails.js';
import { paymentProviderSchema } from './checkout.js';
import { parcelReturnSchema, parcelsSchema, trackingSchema } from './parcels.js';
import { orderItemFallbacks, orderItemSchema, orderSchema, orderStatusSchema } from './order.js';
import { problemReportReader, problemReportSchema } from './problem-report.js';
import { adminReprintReader, adminReprintSchema } from './reprint.js';
import { shippingAddressReader } from './shipping-address.js';

/** `by-hand`: an admin sends the print files to a printer. */
export const PRINT_PROVIDERS = ['sandbox', 'printful', 'by-hand'] as const;
export const printProviderSchema = z.enum(PRINT_PROVIDERS);
export type PrintProviderName = z.infer<typeof printProviderSchema>;

/**
 * - held: the change window is open; the customer may change the order
 * - waiting: for print files, or for the next attempt
 * - submitting: a request to the printer is running
 * - submitted: the printer has the order
 * - cancelled: the order will not be printed
 */
export const FULFILMENT_STATES = ['change-window', 'waiting', 'submitting', 'submitted', 'cancelled'] as const;

/** Why an order is held back from the printer. `question`: the shop has asked the customer. */
export const FULFILMENT_HOLD_KINDS = ['dispute', 'payment-review', 'fraud-warning', 'question'] as const;
export type FulfilmentHoldKind = (typeof FULFILMENT_HOLD_KINDS)[number];

export const fulfilmentHoldSchema = z.object({
  id: z.uuid(),
  kind: z.enum(FULFILMENT_HOLD_KINDS),
  openedAt: z.iso.datetime(),
});
export type FulfilmentHold = z.infer<typeof fulfilmentHoldSchema>;
export type DisplayedHold = Readable<FulfilmentHold>;

const HOLDS_MAX = 100;
export const HOLD_REASON_MAX = 200;
/** Body of `POST /api/admin/orders/{id}/holds/release`. `holds`: the ids of those that the admin has decided about. */
export const releaseHoldsRequestSchema = z.object({
  holds: z.array(z.uuid()).check(z.minLength(1, 'Please name the holds'), z.maxLength(HOLDS_MAX)),
  reason: z
    .string('Reason is required')
    .check(
      z.trim(),
      z.minLength(1, 'Reason is required'),
      z.maxLength(HOLD_REASON_MAX, 'Please use at most 200 characters for the reason'),
    ),
});
export type ReleaseHoldsRequest = z.input<typeof releaseHoldsRequestSchema>;

/** State of printing, for admins. */
export const fulfilmentSchema = z.object({
  state: z.enum(FULFILMENT_STATES),
  provider: printProviderSchema,
  /** End of the change window. */
  dueAt: z.iso.datetime(),
  /** Attempts to submit the order to the printer. */
  attempts: z.int(),
  nextTryAt: z.nullable(z.iso.datetime()),
  /** Why printing is delayed, in a plain sentence; null if it is not. */
  reason: z.nullable(z.string()),
  /** The printer's order number. */
  externalId: z.nullable(z.string()),
});
export type Fulfilment = z.infer<typeof fulfilmentSchema>;
export type DisplayedFulfilment = Readable<Fulfilment>;

/**
 * Body of `PATCH /api/admin/orders/{id}/status`. `tracking` is allowed with the status `shipped` only, and optional.
 */
export const changeOrderStatusRequestSchema = z
  .object({ status: orderStatusSchema, tracking: z.nullish(trackingSchema) })
  .check(
    z.refine(({ status, tracking }) => !tracking || status === 'shipped', {
      path: ['tracking'],
      message: 'Only a shipped order has a tracking number',
    }),
  );
export type ChangeOrderStatusRequest = z.input<typeof changeOrderStatusRequestSchema>;

/**
 * Body of `PATCH /api/admin/orders/{id}/tracking`: the parcel as it is. `replaces`: the number that was wrong; absent or null: the
 * parcel had no number before.
 */
export const correctTrackingRequestSchema = z.extend(trackingSchema, { replaces: z.nullish(z.string()) });
export type CorrectTrackingRequest = z.input<typeof correctTrackingRequestSchema>;

export const NOTE_MAX = 2_000;
/** Body of `PATCH /api/admin/orders/{id}/note`. An empty note becomes null. */
export const changeOrderNoteRequestSchema = z.object({
  note: z.nullable(
    z.pipe(
      z
        .string('The note must be text')
        .check(z.trim(), z.maxLength(NOTE_MAX, 'Please use at most 2,000 characters for the note')),
      z.transform((note) => note || null),
    ),
  ),
});
export type ChangeOrderNoteRequest = z.input<typeof changeOrderNoteRequestSchema>;

export const adminOrderItemSchema = z.extend(orderItemSchema, {
  mockupUrl: z.nullable(z.string()),
  /** The PNG for the printer; null until it is rendered. `dpi`: resolution of the artwork at its printed size. */
  printFile: z.nullable(
    z.object({
      id: z.uuid(),
      url: z.string(),
      widthPx: z.int(),
      heightPx: z.int(),
      dpi: z.int(),
    }),
  ),
  /** Why there can be no print file; null if there is no failure. */
  printFileFailure: z.nullable(z.string()),
});
export type AdminOrderItem = z.infer<typeof adminOrderItemSchema>;

export const adminOrderItemReader = z.extend(readable(adminOrderItemSchema), orderItemFallbacks);
export type DisplayedAdminOrderItem = z.output<typeof adminOrderItemReader>;

export const orderPaymentSchema = z.object({
  provider: paymentProviderSchema,
  paymentIntentId: z.nullable(z.string()),
  paidAt: z.nullable(z.iso.datetime()),
  /** Currency of the payment, its refunds and disputes: ISO 4217 in lower case. Optional: screens work without it. */
  currency: z.optional(z.string()),
  /** Why the last attempt was declined. */
  message: z.nullable(z.string()),
  /** The amount that can still be refunded. */
  refundable: moneySchema,
  /** `refundedAt` null: the provider has not confirmed the refund yet. */
  refunds: z.array(
    z.object({
      /** Idempotency key of the refund; absent if the refund was made at the provider. */
      id: z.optional(z.uuid()),
      amount: moneySchema,
      reason: z.string(),
      requestedAt: z.iso.datetime(),
      refundedAt: z.nullable(z.iso.datetime()),
      /** The provider's reason for a final failure; an admin must act. */
      failure: z.nullable(z.string()),
      /** The provider's term for what an accepted refund waits for: `insufficient_funds`, `charge_pending`, `processing` … */
      pendingReason: z.optional(z.string()),
    }),
  ),
  /** Chargebacks. The shop answers them at the provider. */
  disputes: z.array(
    z.object({
      id: z.string(),
      amount: moneySchema,
      /** The provider's value, for example `product_not_received`. */
      reason: z.string(),
      /** The provider's value, for example `needs_response`. */
      status: z.string(),
      respondBy: z.nullable(z.iso.datetime()),
      openedAt: z.iso.datetime(),
      closedAt: z.nullable(z.iso.datetime()),
    }),
  ),
});
export type OrderPayment = z.infer<typeof orderPaymentSchema>;

const readablePayment = readable(orderPaymentSchema);
const orderPaymentReader = z.extend(readablePayment, {
  provider: orNull(readablePayment.shape.provider),
  refundable: z.catch(readablePayment.shape.refundable, '0.00'),
  refunds: z.catch(readablePayment.shape.refunds, []),
  disputes: z.catch(readablePayment.shape.disputes, []),
});
export type DisplayedPayment = z.output<typeof orderPaymentReader>;
const UNKNOWN_PAYMENT: DisplayedPayment = {
  provider: null,
  paymentIntentId: null,
  paidAt: null,
  message: null,
  refundable: '0.00',
  refunds: [],
  disputes: [],
};

/** Answer of `GET /api/admin/orders/{id}` and of the calls that change the order. */
export const adminOrderDetailSchema = z.extend(orderSchema, {
  /** null: the order of a guest or of an erased account. */
  userId: z.nullable(z.uuid()),
  note: z.nullable(z.string()),
  tracking: z.nullable(parcelsSchema),
  /** A parcel came back, and was not sent again. Absent: none. */
  parcelReturn: z.optional(parcelReturnSchema),
  /** Allowed status changes for admins. */
  nextStatuses: z.array(orderStatusSchema),
  payment: orderPaymentSchema,
  items: z.array(adminOrderItemSchema),
  timeline: z.array(timelineEntrySchema),
  /** null: the order was never paid. */
  fulfilment: z.nullable(fulfilmentSchema),
  isOnHold: z.optional(z.boolean()),
  /** Why the order must not be printed yet, oldest first. Absent: no reason. */
  holds: z.optional(z.array(fulfilmentHoldSchema)),
  /** The order is paid, not sent or its parcel came back, and no printer has it: `PATCH /api/admin/orders/{id}/address` is allowed. */
  canChangeAddress: z.boolean(),
  /** A print file has failed or is overdue; an admin can request it again. */
  isPrintFileMissing: z.boolean(),
  /** What the shop has asked the customer, newest first. Optional: screens work without it. */
  questions: z.optional(z.array(adminOrderQuestionSchema)),
  /** The customer can be asked: the order is paid, and no printer has it. Optional: screens work without it. */
  canBeAsked: z.optional(z.boolean()),
  /** What the customer reported, newest first. Optional: screens work without it. */
  problems: z.optional(z.array(problemReportSchema)),
  /** Items that are sent again, newest first. Optional: screens work without it. */
  reprints: z.optional(z.array(adminReprintSchema)),
  /** Items can be sent again: the order was sent, and its money is with the shop. Optional: screens work without it. */
  canBeReprinted: z.optional(z.boolean()),
  /** The order was paid: there is a receipt as PDF. Absent: no. */
  hasReceipt: z.optional(z.boolean()),
  /** The emails that can be sent again, because they are true now. Optional: screens work without it. */
  emailKinds: z.optional(z.array(orderEmailKindSchema)),
  /** When name, address and email were removed. */
  anonymisedAt: z.nullable(z.iso.datetime()),
  /** For `If-Match`. */
  version: z.string(),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetailSchema>;

const readableDetail = readable(adminOrderDetailSchema);
/** An open order in the admin app: only the fields of the lists are certain. */
export const adminOrderDetailReader = z.extend(readableDetail, {
  shippingAddress: shippingAddressReader,
  giftMessage: orAbsent(z.string()),
  subtotal: orNull(readableDetail.shape.subtotal),
  shipping: orNull(readableDetail.shape.shipping),
  tax: orNull(readableDetail.shape.tax),
  nextStatuses: z.catch(readableDetail.shape.nextStatuses, []),
  payment: z.catch(orderPaymentReader, UNKNOWN_PAYMENT),
  items: z.catch(z.array(adminOrderItemReader), []),
  timeline: z.catch(readableDetail.shape.timeline, []),
  holds: z.catch(readableDetail.shape.holds, undefined),
  canChangeAddress: z.catch(z.boolean(), false),
  isPrintFileMissing: z.catch(z.boolean(), false),
  version: orAbsent(readableDetail.shape.version),
  questions: orAbsent(z.array(adminOrderQuestionSchema)),
  canBeAsked: orAbsent(z.boolean()),
  problems: orAbsent(z.array(problemReportReader)),
  reprints: orAbsent(z.array(adminReprintReader)),
  canBeReprinted: orAbsent(z.boolean()),
  emailKinds: orAbsent(z.array(z.string())),
});
export type DisplayedAdminOrderDetail = z.output<typeof adminOrderDetailReader>;
