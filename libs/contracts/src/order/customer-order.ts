import { orderItemPrintSchema } from './item-print.js';
import * as z from 'zod/mini';
import { moneySchema } from '../common/index.js';
import { parcelsSchema } from './admin-order.js';
import { designConfigSchema, variantSelectionsSchema } from './cart.js';
import { refundSummarySchema } from './refund-summary.js';
import { orderSchema } from './order.js';

const inchesSchema = z.object({ width: z.number(), height: z.number() });

/** What is printed of one item of an order. */
export const orderPrintSchema = z.object({
  orderItemId: z.uuid(),
  /** `failed`: the shop sees to it. */
  state: z.enum(['making', 'ready', 'failed']),
  /** A small view of the very file that is printed; null until it was made, and again after a change. */
  fileUrl: z.nullable(z.string()),
  mockupUrl: z.nullable(z.string()),
  /** The print area at 300 dpi, in the chosen size; null where nobody knows the product any more. */
  areaPx: z.nullable(z.object({ widthPx: z.int(), heightPx: z.int() })),
  areaInches: z.nullable(inchesSchema),
  /** Of what is printed of the picture, along its own width and height: what lies beyond the area is cut off and doesn't count. */
  printedInches: z.nullable(inchesSchema),
  /** Of the artwork at its printed size; null until the file was made. */
  dpi: z.nullable(z.int()),
  /** The product as it was ordered: its placement is changed on this, whatever has become of the product. Null where nobody knew it. */
  product: z.nullable(orderItemPrintSchema),
  /** Whether the catalogue sells the product now: one that it does not keeps its size. */
  isSold: z.boolean(),
  /** What it may be changed to at the same price, the present choice included. */
  sizes: z.array(z.object({ selections: variantSelectionsSchema, label: z.string() })),
});
export type OrderPrint = z.infer<typeof orderPrintSchema>;

export const ORDER_MOMENTS = [
  'placed',
  'paid',
  'changed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'refund-failed',
] as const;

/** One thing that happened to an order, as its customer reads it. */
export const orderMomentSchema = z.object({
  at: z.iso.datetime(),
  what: z.enum(ORDER_MOMENTS),
  detail: z.nullable(z.string()),
});
export type OrderMoment = z.infer<typeof orderMomentSchema>;

/** Until when the customer may change or cancel; null: no more. */
const changeableUntilSchema = z.nullable(z.iso.datetime());

/** A bank works on the payment, or waits for its customer, for days; left out: no. */
const isAwaitingBankSchema = z.optional(z.boolean());

/** A payment is on its way, or was begun a moment ago; false: nobody pays this order now. Left out by the version before. */
const isPaymentInProgressSchema = z.optional(z.boolean());

/** Answer of `GET /api/orders/{orderId}`, of the calls that change it, and of its stream. */
export const customerOrderSchema = z.object({
  order: orderSchema,
  /** When the shop began to look, to the microsecond, always in the same form: of two answers the one with the later moment is the newer. Left out by the version before. */
  readAt: z.optional(z.iso.datetime()),
  /** Why the last payment was declined. */
  paymentMessage: z.nullable(z.string()),
  isWithBank: isAwaitingBankSchema,
  isPaymentAwaited: isPaymentInProgressSchema,
  changeableUntil: changeableUntilSchema,
  tracking: z.nullable(parcelsSchema),
  refunds: z.array(
    z.object({
      amount: moneySchema,
      requestedAt: z.iso.datetime(),
      refundedAt: z.nullable(z.iso.datetime()),
      /** Left out by the version before. */
      state: z.optional(z.enum(['on-its-way', 'back', 'failed'])),
    }),
  ),
  /** Left out by the version before. */
  moneyBack: z.optional(refundSummarySchema),
  /** Oldest first. */
  timeline: z.array(orderMomentSchema),
  /** One for each item, in the items' order. */
  prints: z.array(orderPrintSchema),
});
export type CustomerOrder = z.infer<typeof customerOrderSchema>;

/** An order in `GET /api/orders`; `moneyBack` is left out by the version before. */
export const ownOrderSchema = z.extend(orderSchema, {
  changeableUntil: changeableUntilSchema,
  tracking: z.nullable(parcelsSchema),
  moneyBack: z.optional(refundSummarySchema),
  isWithBank: isAwaitingBankSchema,
  isPaymentAwaited: isPaymentInProgressSchema,
});
export type OwnOrder = z.infer<typeof ownOrderSchema>;

const KEY_MAX = 200;
/** Query of the calls on one order: the key of the signed link in its letters, for whoever has no session. */
export const orderKeyQuerySchema = z.object({ key: z.optional(z.string().check(z.maxLength(KEY_MAX))) });
export type OrderKeyQuery = z.infer<typeof orderKeyQuerySchema>;

/** Without the defaults of a new line: what is not said is missing. */
const { x, y, scale, rotation } = designConfigSchema.shape;
const completeDesignSchema = z.object({
  x: x.def.innerType,
  y: y.def.innerType,
  scale: scale.def.innerType,
  rotation: rotation.def.innerType,
});

const NOTHING_TO_CHANGE = 'Please say what to change: the placement or the size';

/** Body of `PATCH /api/orders/{orderId}/items/{itemId}`: what is left out stays. */
export const changeOrderItemRequestSchema = z
  .object({
    /** All four, within the sliders' bounds (D18a). */
    designConfig: z.optional(completeDesignSchema),
    /** Whole, too; at the same price only. */
    variantSelections: z.optional(variantSelectionsSchema),
  })
  .check(
    z.refine(
      ({ designConfig, variantSelections }) => designConfig !== undefined || variantSelections !== undefined,
      NOTHING_TO_CHANGE,
    ),
  );
export type ChangeOrderItemRequest = z.input<typeof changeOrderItemRequestSchema>;

/** The one sentence of every change that comes after the hold. */
export const ORDER_BEING_PRINTED = 'This order is already being printed and can no longer be changed.';

/** The one sentence of every change that comes after the cancellation. */
export const ORDER_CANCELLED = 'This order was cancelled and can no longer be changed.';
