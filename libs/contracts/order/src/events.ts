import * as z from 'zod/mini';
import { defineEvent, moneySchema } from '@shop/contracts-common';
import { foundDiscrepanciesSchema } from './admin-money.js';
import { variantSelectionsSchema, orderItemPrintSchema } from './cart.js';
import { parcelsSchema } from './parcels.js';
import { variantIdsSchema } from './printful-catalogue.js';
import { refundSummarySchema } from './refund-summary.js';
import { orderLinkSchema } from './order-link.js';
import { orderEmailChanged, orderLinksEnded, orderCodeRequested, orderEmailRequested } from './order-email-events.js';
import {
  orderProblemAnswered,
  orderProblemReported,
  orderReprintEnded,
  orderReprintRequested,
  orderReprintReturned,
  orderReprintSent,
} from './reprint-events.js';
import { orderClaimed, orderReviewDue } from './review-events.js';
import { shopSettingsChanged } from './shop-events.js';
import { orderItemSchema, orderSchema, orderStatusSchema } from './order.js';

/** Null for a guest's order. */
const ownerSchema = z.nullable(z.uuid());

const ownedOrderSchema = z.object({ order: orderSchema, userId: z.nullable(z.uuid()) });

/**
 * `print` null: the catalogue's event had not arrived before the payment. `revision` counts the changes of the item.
 */
const printableItemSchema = z.extend(orderItemSchema, {
  print: z.nullish(orderItemPrintSchema),
  revision: z._default(z.int().check(z.positive()), 1),
});

const printableOrderSchema = z.object({
  order: z.extend(orderSchema, { items: z.array(printableItemSchema) }),
  userId: z.nullable(z.uuid()),
  link: orderLinkSchema,
  /** What the customer may have to pay at the door. Absent: nothing. */
  customsNotice: z.optional(z.string()),
});

export const orderPlaced = defineEvent(
  'order.placed',
  'order-svc',
  { readBy: [] },
  'A customer has entered a shipping address: the order and its payment intent exist.',
  ownedOrderSchema,
);
export const orderPaid = defineEvent(
  'order.paid',
  'order-svc',
  { readBy: ['art-svc', 'support-svc'] },
  'The payment provider has confirmed the payment of the whole amount. Contains the print data of each item.',
  printableOrderSchema,
);
export const orderChanged = defineEvent(
  'order.changed',
  'order-svc',
  { readBy: ['art-svc', 'support-svc'] },
  'A paid order was changed: its items or address by the customer during the change window or after a question of the shop, or its address by an admin before printing. `what` lists the changes in plain words without personal data.',
  // `isByAdmin`: an admin made the change. `questionId`: the shop's open question, which the change may answer.
  z.extend(printableOrderSchema, {
    what: z.array(z.string()),
    isByAdmin: z.optional(z.boolean()),
    questionId: z.optional(z.uuid()),
  }),
);
export const orderOutOfStock = defineEvent(
  'order.out-of-stock',
  'order-svc',
  { readBy: ['catalog-svc', 'support-svc'] },
  'The printer refused a paid order, because it has no more of these items. The catalogue closes them; the customer chooses another size or cancels.',
  z.object({
    order: orderSchema,
    userId: z.nullable(z.uuid()),
    items: z.array(
      z.object({
        orderItemId: z.uuid(),
        productId: z.uuid(),
        title: z.string(),
        variantSelections: variantSelectionsSchema,
        variantIds: z.optional(variantIdsSchema),
      }),
    ),
    link: orderLinkSchema,
  }),
);
const askedOrderSchema = z.object({
  order: orderSchema,
  userId: ownerSchema,
  questionId: z.uuid(),
  question: z.string(),
  link: orderLinkSchema,
});
export const orderQuestionAsked = defineEvent(
  'order.question-asked',
  'order-svc',
  { readBy: ['support-svc'] },
  'An admin has asked the customer about a paid order, which is not printed until an admin continues it.',
  askedOrderSchema,
);
export const orderQuestionAnswered = defineEvent(
  'order.question-answered',
  'order-svc',
  { readBy: ['support-svc'] },
  'The customer has answered a question about an order. The order goes on when an admin lets it.',
  z.extend(askedOrderSchema, { answer: z.string() }),
);
export const orderPrintFilesRequested = defineEvent(
  'order.print-files-requested',
  'order-svc',
  { readBy: ['art-svc'] },
  'An admin has requested the missing print files of a paid order again. The items concerned have a new revision; the order is unchanged otherwise.',
  printableOrderSchema,
);
export const orderPaymentFailed = defineEvent(
  'order.payment-failed',
  'order-svc',
  { readBy: ['support-svc'] },
  'A payment was declined. The customer can try again.',
  z.object({
    orderId: z.uuid(),
    orderNumber: z.string(),
    message: z.string(),
    // Present if the payment failed after days of processing at the bank: the customer was promised an email.
    delayedFailure: z.optional(z.object({ order: orderSchema, userId: ownerSchema, link: orderLinkSchema })),
  }),
);
export const orderStatusChanged = defineEvent(
  'order.status-changed',
  'order-svc',
  { readBy: ['art-svc', 'order-svc', 'support-svc'] },
  'The status of an order has changed. Contains the order with its email address, and the tracking of its parcels.',
  z.object({
    orderId: z.uuid(),
    orderNumber: z.string(),
    from: orderStatusSchema,
    to: orderStatusSchema,
    order: orderSchema,
    userId: ownerSchema,
    tracking: z.nullable(parcelsSchema),
    link: orderLinkSchema,
    // Present if the order was cancelled.
    refundSummary: z.optional(refundSummarySchema),
    // true if the order ends while its payment is still being processed at the bank: the customer was promised an
    // email.
    wasAwaitingBank: z.optional(z.boolean()),
    // The shop assumes the delivery, as there was no tracking update for a long time. No email is sent.
    isAssumed: z.optional(z.boolean()),
  }),
);
export const orderParcelsChanged = defineEvent(
  'order.parcels-changed',
  'order-svc',
  { readBy: ['support-svc'] },
  'Parcels of a shipped order have another tracking number, or one more parcel was sent. Contains all parcels.',
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    tracking: parcelsSchema,
    // `sent-again`: an earlier parcel came back.
    what: z.enum(['sent', 'sent-again', 'corrected']),
    // The tracking numbers that are new.
    numbers: z.array(z.string()).check(z.minLength(1)),
    link: orderLinkSchema,
  }),
);
export const orderParcelReturned = defineEvent(
  'order.parcel-returned',
  'order-svc',
  { readBy: ['support-svc'] },
  'A parcel of an order came back to the printer. The customer is asked for a better address.',
  // `reason`: the text of the carrier or the printer; null if there is none.
  z.object({ order: orderSchema, userId: ownerSchema, reason: z.nullable(z.string()), link: orderLinkSchema }),
);
export const orderRefunded = defineEvent(
  'order.refunded',
  'order-svc',
  { readBy: ['order-svc', 'support-svc'] },
  'The payment provider has confirmed a full or partial refund. Published once for each refund.',
  // `refundId` is the provider's id.
  z.object({
    order: orderSchema,
    userId: ownerSchema,
    amount: moneySchema,
    refundId: z.string(),
    currency: z.string(),
    link: orderLinkSchema,
  }),
);
export const orderAnonymised = defineEvent(
  'order.anonymised',
  'order-svc',
  { readBy: ['art-svc', 'catalog-svc', 'support-svc'] },
  'An order no longer contains personal data, because its customer was erased, or because it was never paid. Photos of its problems are deleted, whosever they are, as are its reviews and the text of its emails.',
  z.object({ orderId: z.uuid() }),
);
export const ordersAnonymised = defineEvent(
  'orders.anonymised',
  'order-svc',
  { readBy: ['identity-svc', 'art-svc'] },
  'Orders and carts no longer contain personal data of an erased user. Open orders were delivered or cancelled before.',
  z.object({ userId: z.uuid() }),
);
export const moneyDiscrepanciesFound = defineEvent(
  'money-differences.found',
  'order-svc',
  { readBy: ['support-svc'] },
  'New discrepancies between payments, orders and printing, for an email to the admins. Names no customer.',
  foundDiscrepanciesSchema,
);

export const orderEvents = [
  orderPlaced,
  orderPaid,
  orderChanged,
  orderEmailChanged,
  orderLinksEnded,
  orderCodeRequested,
  orderEmailRequested,
  orderOutOfStock,
  orderQuestionAsked,
  orderQuestionAnswered,
  orderPrintFilesRequested,
  orderPaymentFailed,
  orderStatusChanged,
  orderParcelsChanged,
  orderParcelReturned,
  orderRefunded,
  orderProblemReported,
  orderProblemAnswered,
  orderReprintRequested,
  orderReprintSent,
  orderReprintReturned,
  orderReprintEnded,
  orderReviewDue,
  orderClaimed,
  orderAnonymised,
  ordersAnonymised,
  moneyDiscrepanciesFound,
  shopSettingsChanged,
] as const;
