import * as z from 'zod/mini';
import { formatDollars, orNull, readable } from '@shop/contracts-common';
import { emailSchema } from '@shop/contracts-identity';
import { refundSummarySchema } from './refund-summary.js';
import { orderReader, orderSchema } from './order.js';

export const paymentProviderSchema = z.enum(['stripe', 'sandbox']);
export type PaymentProviderName = z.infer<typeof paymentProviderSchema>;

/** `GET /api/checkout/config` */
export const checkoutConfigSchema = z.object({
  provider: paymentProviderSchema,
  /** Each provider that this page knows has one. */
  publishableKey: z.optional(z.string()),
  /** A module that defines `window.Stripe`, loaded in place of Stripe's own script. */
  scriptUrl: z.optional(z.string()),
  /** ISO 3166 codes of the countries that the shop delivers to. Optional: screens work without it. */
  countries: z.optional(z.array(z.string())),
});
export type CheckoutConfig = z.infer<typeof checkoutConfigSchema>;
export const checkoutConfigReader = readable(checkoutConfigSchema);

/**
 * Answer of `POST /api/checkout/shipping`: the order in its payable state. `revision` identifies its items, prices,
 * total and address.
 * `clientSecret` is empty if the guest's email is missing; then `POST /api/checkout/payment` returns it.
 */
export const checkoutSchema = z.object({
  clientSecret: z.string(),
  orderNumber: z.string(),
  revision: z.string(),
  order: orderSchema,
  /** What the customer should look at in the address before the payment. Nothing of it stops the order. */
  addressDoubts: z.optional(z.array(z.string())),
  /** What the customer may have to pay at the door. Absent: nothing. */
  customsNotice: z.optional(z.string()),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** Only the secret is certain. Without the order, the page shows the totals of its cart. */
export const checkoutReader = z.object({
  clientSecret: z.string(),
  orderNumber: orNull(z.string()),
  revision: orNull(z.string()),
  order: orNull(orderReader),
  addressDoubts: z.catch(z.array(z.string()), []),
  customsNotice: orNull(z.string()),
});
export type ConfirmedCheckout = z.output<typeof checkoutReader>;

/**
 * `POST /api/checkout/payment`, just before the payment: the server checks that the order is still what the page shows.
 * `email` is the guest's and is stored with the order.
 */
export const paymentRequestSchema = z.object({
  orderNumber: z.string().check(z.minLength(1), z.maxLength(50)),
  revision: z.string().check(z.minLength(1), z.maxLength(100)),
  email: z.optional(emailSchema),
});
export type PaymentRequest = z.input<typeof paymentRequestSchema>;

/** The secret pays exactly the displayed order. */
export const paymentSecretSchema = z.object({ clientSecret: z.string() });
export type PaymentSecret = z.infer<typeof paymentSecretSchema>;

/** Server and page show the same message when the order has changed. `total` as `"61.83"`. */
export const orderChangedMessage = (total: string): string =>
  `Your order was changed in another tab and comes to ${formatDollars(total)} now. Please look at it again before you pay.`;

/** `POST /api/checkout/email`: the email of a guest, entered in the payment step. Answer: 204. */
export const checkoutEmailRequestSchema = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  email: emailSchema,
});
export type CheckoutEmailRequest = z.infer<typeof checkoutEmailRequestSchema>;

/**
 * `GET /api/checkout/orders/{paymentIntentId}` for the page `/order-complete`, for the session or account that placed
 * the order. If the order is still open, the server asks the payment provider. `paymentMessage`: why the payment
 * failed.
 * `isAwaitingBank`: the bank or its customer needs days to complete the payment.
 * `refundSummary`: what becomes of money that was received although the order is not paid; absent if none was received.
 */
export const placedOrderSchema = z.object({
  state: z.enum(['paid', 'open', 'failed']),
  paymentMessage: z.nullable(z.string()),
  isAwaitingBank: z.optional(z.boolean()),
  refundSummary: z.optional(refundSummarySchema),
  order: orderSchema,
});
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

export const placedOrderReader = z.extend(readable(placedOrderSchema), { order: orderReader });
export type DisplayedPlacedOrder = z.output<typeof placedOrderReader>;

/** Body of the calls that correct the email of an order. */
export const correctEmailRequestSchema = z.object({ email: emailSchema });
