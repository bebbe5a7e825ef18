import * as z from 'zod/mini';
import { defineEvent, moneySchema } from '../common/index.js';
import { foundDiscrepanciesSchema } from './admin-money.js';
import { parcelsSchema } from './admin-order.js';
import { orderItemPrintSchema } from './item-print.js';
import { refundSummarySchema } from './refund-summary.js';
import { orderItemSchema, orderSchema, orderStatusSchema } from './order.js';

const ownedOrderSchema = z.object({ order: orderSchema, userId: z.nullable(z.uuid()) });

/** `print` null: the catalogue had not told of it when the order was placed, nor when it was paid. `revision` counts the changes since. */
const printableItemSchema = z.extend(orderItemSchema, {
  print: z.nullish(orderItemPrintSchema),
  revision: z._default(z.int().check(z.positive()), 1),
});

/** For whoever gets a letter of this order: the key of its page, and until when it may be changed there. */
export const orderLinkSchema = z.object({ key: z.string(), changeableUntil: z.nullable(z.iso.datetime()) });
export type OrderLink = z.infer<typeof orderLinkSchema>;
/** Left out by the version before. */
const link = z.optional(orderLinkSchema);

const printableOrderSchema = z.object({
  order: z.extend(orderSchema, { items: z.array(printableItemSchema) }),
  userId: z.nullable(z.uuid()),
  link,
});

export const orderPlaced = defineEvent(
  'order.placed',
  'order-svc',
  'A shipping address was given: the order and its payment intent exist.',
  ownedOrderSchema,
);
export const orderPaid = defineEvent(
  'order.paid',
  'order-svc',
  'The provider said, signed, that the whole amount was paid. Carries what the printer needs of each item.',
  printableOrderSchema,
);
export const orderChanged = defineEvent(
  'order.changed',
  'order-svc',
  'During the hold its customer changed what is printed of a paid order, or where it goes; or an admin where it goes, before the printer had it. `what`, in plain words, names no person.',
  // `isByShop`: an admin did it.
  z.extend(printableOrderSchema, { what: z.array(z.string()), isByShop: z.optional(z.boolean()) }),
);
export const orderPrintFilesRequested = defineEvent(
  'order.print-files-requested',
  'order-svc',
  'An admin has the print files made again that a paid order lacks: those items count another revision, and nothing else of the order is changed.',
  printableOrderSchema,
);
export const orderPaymentFailed = defineEvent(
  'order.payment-failed',
  'order-svc',
  'A payment was declined; the customer may try again.',
  z.object({
    orderId: z.uuid(),
    orderNumber: z.string(),
    message: z.string(),
    // Only of one that its bank worked on for a while: its customer has gone, and was told that we write. Left out by the version before.
    awaited: z.optional(z.object({ order: orderSchema, link })),
  }),
);
export const orderStatusChanged = defineEvent(
  'order.status-changed',
  'order-svc',
  'An order moved on (D27). Carries the whole order as it is now, with the e-mail, and where its parcel is.',
  z.object({
    orderId: z.uuid(),
    orderNumber: z.string(),
    from: orderStatusSchema,
    to: orderStatusSchema,
    order: orderSchema,
    tracking: z.nullable(parcelsSchema),
    link,
    // Only of one that was cancelled; left out by the version before.
    moneyBack: z.optional(refundSummarySchema),
    // Only of one that ends while its bank still works on the payment: its customer was told that we write.
    wasAwaitingBank: z.optional(z.boolean()),
    // Nobody has said so, and nobody is written to: nothing was heard of the parcel for long (D47).
    isAssumed: z.optional(z.boolean()),
  }),
);
export const orderRefunded = defineEvent(
  'order.refunded',
  'order-svc',
  'The provider has given money back, all of it or a part; told once for each refund.',
  // `refundId`: the provider's, `currency`: left out, the shop's; an event of the version before has neither.
  z.object({
    order: orderSchema,
    amount: moneySchema,
    refundId: z.optional(z.string()),
    currency: z.optional(z.string()),
    link,
  }),
);
export const ordersAnonymised = defineEvent(
  'orders.anonymised',
  'order-svc',
  'No order and no cart names this person any more; orders that were on their way have arrived or were cancelled before.',
  z.object({ userId: z.uuid() }),
);
export const moneyDifferencesFound = defineEvent(
  'money-differences.found',
  'order-svc',
  'Payments, orders and print jobs do not agree, and no admin was told of it yet. Names no customer.',
  foundDiscrepanciesSchema,
);

export const orderEvents = [
  orderPlaced,
  orderPaid,
  orderChanged,
  orderPrintFilesRequested,
  orderPaymentFailed,
  orderStatusChanged,
  orderRefunded,
  ordersAnonymised,
  moneyDifferencesFound,
] as const;
