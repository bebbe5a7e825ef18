import * as z from 'zod/mini';
import { moneySchema, orAbsent, orNull, readable, createPageQuerySchema } from '@shop/contracts-common';
import { parcelReturnSchema, parcelsSchema } from './parcels.js';
import { requestedPlacementSchema, variantSelectionsSchema, orderItemPrintSchema } from './cart.js';
import { orderFallbacks, orderReader, orderSchema } from './order.js';
import { orderQuestionSchema } from './order-question.js';
import { orderProblemsReader, orderProblemsSchema } from './problem-report.js';
import { refundSummarySchema } from './refund-summary.js';
import { reprintReader, reprintSchema } from './reprint.js';

const inchesSchema = z.object({ width: z.number(), height: z.number() });

/** What is printed for one item of an order. */
export const orderPrintSchema = z.object({
  orderItemId: z.uuid(),
  /** `failed`: the shop must act. */
  state: z.enum(['making', 'ready', 'failed']),
  /** Small view of the print file; null until it is rendered, also after a change. */
  fileUrl: z.nullable(z.string()),
  mockupUrl: z.nullable(z.string()),
  /** Print area at 300 dpi in the chosen size; null if the product is unknown. */
  areaPx: z.nullable(z.object({ widthPx: z.int(), heightPx: z.int() })),
  areaInches: z.nullable(inchesSchema),
  /** Printed size of the picture along its own width and height, without the parts beyond the print area. */
  printedInches: z.nullable(inchesSchema),
  /** Resolution of the artwork at its printed size; null until the print file is rendered. */
  dpi: z.nullable(z.int()),
  /**
   * The product as ordered, used to change the placement even if the product has changed since; null if it is unknown.
   */
  product: z.nullable(orderItemPrintSchema),
  /** Whether the product is sold now. If not, size and colour cannot be changed. */
  isSold: z.boolean(),
  /** The printer has no more of it: `choices` are those that it can be replaced by at no extra charge. Absent: no. */
  isOutOfStock: z.optional(z.boolean()),
  /**
   * Sizes and colours that cost no more than what was paid, including the chosen ones. `refund` is what the customer gets
   * back for this choice, with its tax.
   */
  choices: z.array(z.object({ selections: variantSelectionsSchema, refund: moneySchema })),
});
export type OrderPrint = z.infer<typeof orderPrintSchema>;

export const ORDER_TIMELINE_TYPES = [
  'placed',
  'paid',
  'changed',
  'question-asked',
  'question-answered',
  'processing',
  'shipped',
  'parcel-sent',
  'tracking-corrected',
  'parcel-returned',
  'delivered',
  'cancelled',
  'refunded',
  'refund-failed',
  'problem-reported',
  'problem-answered',
  'reprint-requested',
  'reprint-sent',
  'reprint-delivered',
  'reprint-cancelled',
] as const;

/** One event in the order's history, for its customer. */
export const orderTimelineEntrySchema = z.object({
  at: z.iso.datetime(),
  type: z.enum(ORDER_TIMELINE_TYPES),
  detail: z.nullable(z.string()),
});
export type OrderTimelineEntry = z.infer<typeof orderTimelineEntrySchema>;

/** End of the change window; null: it is over. */
const changeableUntilSchema = z.nullable(z.iso.datetime());

/** The bank or its customer needs days to complete the payment. Absent: no. */
const isAwaitingBankSchema = z.optional(z.boolean());

/** A payment is running or has just begun; false: the customer is not paying. Optional: screens work without it. */
const isPaymentInProgressSchema = z.optional(z.boolean());

/** An item is out of stock at the printer: the customer chooses another size or colour, or cancels. Absent: no. */
const isOutOfStockSchema = z.optional(z.boolean());

/** The shop has asked the customer, and prints nothing until it goes on. Absent: no. */
const questionSchema = z.optional(orderQuestionSchema);
/** The payment is disputed, reviewed or suspected, so the order is not printed for now. Absent: no. */
const isPaymentUnderReviewSchema = z.optional(z.boolean());

/** A parcel came back, and was not sent again: the customer may correct the address. Absent: none. */
const optionalReturnSchema = z.optional(parcelReturnSchema);

/** Answer of `GET /api/orders/{orderId}`, of the calls that change the order, and of its event stream. */
export const customerOrderSchema = z.object({
  order: orderSchema,
  /**
   * false: the caller has only the link of an email, and changes need a code that is sent to the order's address. Absent in the
   * stream, and optional: a refused change asks for the code as well.
   */
  canChange: z.optional(z.boolean()),
  /** A guest's paid order: a signed-in customer with the link of its emails can add it to the account. Absent: no. */
  isGuestOrder: z.optional(z.boolean()),
  /**
   * When the server read the order, in microseconds. Clients ignore an answer that is older than the displayed one.
   * Optional: screens work without it.
   */
  readAt: z.optional(z.iso.datetime()),
  /** Why the last payment was declined. */
  paymentMessage: z.nullable(z.string()),
  isAwaitingBank: isAwaitingBankSchema,
  isPaymentInProgress: isPaymentInProgressSchema,
  changeableUntil: changeableUntilSchema,
  isOutOfStock: isOutOfStockSchema,
  question: questionSchema,
  isPaymentUnderReview: isPaymentUnderReviewSchema,
  tracking: z.nullable(parcelsSchema),
  parcelReturn: optionalReturnSchema,
  /** Items that are sent again, newest first. Absent: none. */
  reprints: z.optional(z.array(reprintSchema)),
  /** Optional: screens work without it. */
  problems: z.optional(orderProblemsSchema),
  refunds: z.array(
    z.object({
      amount: moneySchema,
      requestedAt: z.iso.datetime(),
      refundedAt: z.nullable(z.iso.datetime()),
      /** Optional: screens work without it. */
      state: z.optional(z.enum(['on-its-way', 'back', 'failed'])),
    }),
  ),
  /** Optional: screens work without it. */
  refundSummary: z.optional(refundSummarySchema),
  /** The order was paid: there is a receipt as PDF. Absent: no. */
  hasReceipt: z.optional(z.boolean()),
  /** Oldest first. */
  timeline: z.array(orderTimelineEntrySchema),
  /** One for each item, in the items' order. */
  prints: z.array(orderPrintSchema),
});
export type CustomerOrder = z.infer<typeof customerOrderSchema>;

const readableCustomerOrder = readable(customerOrderSchema);
const readablePrint = readable(orderPrintSchema);
const printReader = z.extend(readablePrint, {
  product: orNull(orderItemPrintSchema),
  choices: z.catch(readablePrint.shape.choices, []),
});
export type DisplayedPrint = z.output<typeof printReader>;

export const customerOrderReader = z.extend(readableCustomerOrder, {
  order: orderReader,
  question: orAbsent(orderQuestionSchema),
  refunds: z.catch(readableCustomerOrder.shape.refunds, []),
  reprints: orAbsent(z.array(reprintReader)),
  problems: orderProblemsReader,
  timeline: z.catch(readableCustomerOrder.shape.timeline, []),
  prints: z.catch(z.array(printReader), []),
});
export type DisplayedCustomerOrder = z.output<typeof customerOrderReader>;

/** An order in `GET /api/orders`. `refundSummary` is optional: screens work without it. */
export const ownOrderSchema = z.extend(orderSchema, {
  changeableUntil: changeableUntilSchema,
  isOutOfStock: isOutOfStockSchema,
  question: questionSchema,
  isPaymentUnderReview: isPaymentUnderReviewSchema,
  tracking: z.nullable(parcelsSchema),
  parcelReturn: optionalReturnSchema,
  refundSummary: z.optional(refundSummarySchema),
  isAwaitingBank: isAwaitingBankSchema,
  isPaymentInProgress: isPaymentInProgressSchema,
});
export type OwnOrder = z.infer<typeof ownOrderSchema>;

export const ownOrderReader = z.extend(readable(ownOrderSchema), {
  ...orderFallbacks,
  question: orAbsent(orderQuestionSchema),
});
export type DisplayedOwnOrder = z.output<typeof ownOrderReader>;

const KEY_MAX = 200;
/** Query of the calls on one order: the key of the signed link in emails, for callers without a session. */
export const orderKeyQuerySchema = z.object({ key: z.optional(z.string().check(z.maxLength(KEY_MAX))) });
export type OrderKeyQuery = z.infer<typeof orderKeyQuerySchema>;

const NOTHING_TO_CHANGE = 'Please say what to change: the artwork, the placement, the size or the color';

/** Body of `PATCH /api/orders/{orderId}/items/{itemId}`: absent fields stay as they are. */
export const changeOrderItemRequestSchema = z
  .object({
    /** All four values, within the bounds of the sliders. */
    designConfig: z.optional(requestedPlacementSchema),
    /** The complete selections, at the price that was paid or a lower one. */
    variantSelections: z.optional(variantSelectionsSchema),
    /** Another artwork of the caller's own. */
    generatedImageId: z.optional(z.uuid()),
  })
  .check(
    z.refine(
      ({ designConfig, variantSelections, generatedImageId }) =>
        designConfig !== undefined || variantSelections !== undefined || generatedImageId !== undefined,
      NOTHING_TO_CHANGE,
    ),
  );
export type ChangeOrderItemRequest = z.input<typeof changeOrderItemRequestSchema>;

/** Message of all changes after the change window. */
export const ORDER_BEING_PRINTED = 'This order is already being printed and can no longer be changed.';

/** Message of all changes while the payment is in doubt, after the change window. */
export const ORDER_ON_HOLD =
  'This order is on hold while we check your payment, so it can’t be changed now. Nothing is printed before we are done.';

/** Message to a customer who adds an order that another account has. */
export const ORDER_IN_OTHER_ACCOUNT = 'This order already belongs to another account.';

/** Message of all changes after the cancellation. */
export const ORDER_CANCELLED = 'This order was cancelled and can no longer be changed.';

/** Query of `GET /api/orders`; newest first, ties by id. */
export const OWN_ORDERS_LIMIT = { default: 50, max: 500 } as const;
export const ownOrdersQuerySchema = createPageQuerySchema(OWN_ORDERS_LIMIT.default, OWN_ORDERS_LIMIT.max);
/** `GET /api/guest/orders` answers a guest's newest orders. */
export const GUEST_ORDERS_MAX = 20;
export type OwnOrdersQuery = z.output<typeof ownOrdersQuerySchema>;
