import * as z from 'zod/mini';
import { moneySchema, createPageQuerySchema, timelineEntrySchema } from '../common/index.js';
import { orderItemSchema, orderSchema, orderStatusSchema, paymentStatusSchema } from './order.js';
import { fulfilmentSchema } from './fulfilment.js';
import { paymentProviderSchema } from './checkout.js';

/** Query of `GET /api/admin/orders`; newest first, ties by id. */
export const ADMIN_ORDERS_LIMIT = { default: 100, max: 1_000 } as const;
const filters = { status: z.optional(orderStatusSchema), paymentStatus: z.optional(paymentStatusSchema) };
export const adminOrdersQuerySchema = z.extend(createPageQuerySchema(ADMIN_ORDERS_LIMIT.default, ADMIN_ORDERS_LIMIT.max), filters);
export type AdminOrdersQuery = z.output<typeof adminOrdersQuerySchema>;

/** Query of `GET /api/admin/orders.csv`: the whole list in these filters, as a file. */
export const adminOrdersFileQuerySchema = z.object(filters);
export type AdminOrdersFileQuery = z.output<typeof adminOrdersFileQuerySchema>;

const TRACKING_URL_INVALID = 'The tracking address must start with https://';
const isHttps = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

/** Where a parcel is: who carries it, under which number, and where to look. */
export const trackingSchema = z.object({
  carrier: z
    .string('Carrier is required')
    .check(
      z.trim(),
      z.minLength(1, 'Carrier is required'),
      z.maxLength(100, 'Please use at most 100 characters for the carrier'),
    ),
  number: z
    .string('Tracking number is required')
    .check(
      z.trim(),
      z.minLength(1, 'Tracking number is required'),
      z.maxLength(100, 'Please use at most 100 characters for the tracking number'),
    ),
  url: z._default(
    z.nullable(
      z.pipe(
        z.string(TRACKING_URL_INVALID).check(
          z.trim(),
          z.maxLength(500, 'Please use at most 500 characters for the tracking address'),
          z.refine((address) => address === '' || isHttps(address), TRACKING_URL_INVALID),
        ),
        z.transform((address) => address || null),
      ),
    ),
    null,
  ),
});
export type Tracking = z.output<typeof trackingSchema>;
/** Where an order's parcels are: the first of them, and what was sent apart from it. */
export const parcelsSchema = z.extend(trackingSchema, {
  /** Left out: there is one parcel. */
  further: z.optional(z.array(trackingSchema)),
  /** Something of the order is still to be sent. */
  isPartial: z.optional(z.boolean()),
});
export type Parcels = z.output<typeof parcelsSchema>;

export function parcelsOf({ carrier, number, url, further = [] }: Parcels): readonly Tracking[] {
  return [{ carrier, number, url }, ...further];
}

export type TrackingForm = z.input<typeof trackingSchema>;

/** Body of `PATCH /api/admin/orders/{id}/status` (D30b). `tracking` only with `shipped`, where it may be left out. */
export const changeOrderStatusRequestSchema = z
  .object({ status: orderStatusSchema, tracking: z.nullish(trackingSchema) })
  .check(
    z.refine(({ status, tracking }) => !tracking || status === 'shipped', {
      path: ['tracking'],
      message: 'Only a shipped order has a tracking number',
    }),
  );
export type ChangeOrderStatusRequest = z.input<typeof changeOrderStatusRequestSchema>;

export const NOTE_MAX = 2_000;
/** Body of `PATCH /api/admin/orders/{id}/note`. Nothing but spaces: no note. */
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
  /** The PNG for the press; null until it was made. `dpi`: of the artwork at its printed size. */
  printFile: z.nullable(
    z.object({
      id: z.uuid(),
      url: z.string(),
      widthPx: z.int(),
      heightPx: z.int(),
      dpi: z.int(),
    }),
  ),
  /** Why there can be no print file; null where nothing stands in its way. */
  printFileFailure: z.nullable(z.string()),
});
export type AdminOrderItem = z.infer<typeof adminOrderItemSchema>;

export const orderPaymentSchema = z.object({
  provider: paymentProviderSchema,
  paymentIntentId: z.nullable(z.string()),
  paidAt: z.nullable(z.iso.datetime()),
  /** In which it was paid, lower-case ISO 4217; its refunds and disputes are in it. Left out by the version before. */
  currency: z.optional(z.string()),
  /** Why the last attempt was declined. */
  message: z.nullable(z.string()),
  /** What was paid, has not gone back and is not on its way back. */
  refundable: moneySchema,
  /** `refundedAt` null: owed, the provider has not confirmed it yet. */
  refunds: z.array(
    z.object({
      /** The key under which the shop asked for it. Left out of one made at the provider itself, and by the version before. */
      id: z.optional(z.uuid()),
      amount: moneySchema,
      reason: z.string(),
      requestedAt: z.iso.datetime(),
      refundedAt: z.nullable(z.iso.datetime()),
      /** Why it did not go through in the end, in the provider's words; an admin has to see to it. */
      failure: z.nullable(z.string()),
    }),
  ),
  /** Customers who asked their bank for the money back; answered at the provider. */
  disputes: z.array(
    z.object({
      id: z.string(),
      amount: moneySchema,
      /** In the provider's words, as `product_not_received`. */
      reason: z.string(),
      /** In the provider's words, as `needs_response`. */
      status: z.string(),
      respondBy: z.nullable(z.iso.datetime()),
      openedAt: z.iso.datetime(),
      closedAt: z.nullable(z.iso.datetime()),
    }),
  ),
});
export type OrderPayment = z.infer<typeof orderPaymentSchema>;

/** Answer of `GET /api/admin/orders/{id}`, and of the calls that change it. */
export const adminOrderDetailSchema = z.extend(orderSchema, {
  /** Null: a guest's, or somebody's who was forgotten. */
  userId: z.nullable(z.uuid()),
  note: z.nullable(z.string()),
  tracking: z.nullable(parcelsSchema),
  /** Where an admin may move it now (D27, D42). */
  nextStatuses: z.array(orderStatusSchema),
  payment: orderPaymentSchema,
  items: z.array(adminOrderItemSchema),
  timeline: z.array(timelineEntrySchema),
  /** Null: it was never paid, or by a version that knew no printer. */
  fulfilment: z.nullable(fulfilmentSchema),
  /** It is paid, not sent, and no printer has it: `PATCH /api/admin/orders/{id}/address` is taken. */
  canChangeAddress: z.boolean(),
  /** An item's print file can't be made, or has been waited for too long: it can be asked for again. */
  lacksPrintFile: z.boolean(),
  /** When name, address and e-mail were taken out of it. */
  anonymisedAt: z.nullable(z.iso.datetime()),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetailSchema>;
