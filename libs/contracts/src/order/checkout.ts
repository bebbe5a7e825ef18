import * as z from 'zod/mini';
import { dollars, moneySchema } from '../common/index.js';
import { emailSchema } from '../identity/index.js';
import { refundSummarySchema } from './refund-summary.js';
import { orderSchema } from './order.js';

export const paymentProviderSchema = z.enum(['stripe', 'sandbox']);
export type PaymentProviderName = z.infer<typeof paymentProviderSchema>;

/** `GET /api/checkout/config` (D25, D44). */
export const checkoutConfigSchema = z.object({
  provider: paymentProviderSchema,
  publishableKey: z.nullable(z.string()),
});
export type CheckoutConfig = z.infer<typeof checkoutConfigSchema>;

/**
 * Answer of `POST /api/checkout/shipping` (D23): the order as it can be paid now. `revision` names exactly this: these pieces at
 * these prices, this total, this address. `clientSecret` is empty where the provider takes the money without asking the shop
 * (Stripe) and a guest's e-mail is missing yet (D44): `POST /api/checkout/payment` answers with it.
 */
export const checkoutSchema = z.object({
  clientSecret: z.string(),
  orderNumber: z.string(),
  revision: z.string(),
  order: orderSchema,
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** `POST /api/checkout/payment`, just before the money is given: is the order still what is shown? `email`: a guest's, kept with the order. */
export const paymentRequestSchema = z.object({
  orderNumber: z.string().check(z.minLength(1), z.maxLength(50)),
  revision: z.string().check(z.minLength(1), z.maxLength(100)),
  email: z.optional(emailSchema),
});
export type PaymentRequest = z.input<typeof paymentRequestSchema>;

/** With this secret, and no other, exactly what was shown is paid. */
export const readyPaymentSchema = z.object({ clientSecret: z.string() });
export type ReadyPayment = z.infer<typeof readyPaymentSchema>;

/** Said by server and page alike where the order is no longer what a page shows. `total` as `"61.83"`. */
export const orderChangedSentence = (total: string): string =>
  `Your order was changed in another tab and comes to ${dollars(total)} now. Please look at it again before you pay.`;

/** `POST /api/checkout/email` `{clientSecret, email}`: a guest's e-mail, asked for in the payment step (D13b, D44). 204. */
export const checkoutEmailRequestSchema = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  email: emailSchema,
});
export type CheckoutEmailRequest = z.infer<typeof checkoutEmailRequestSchema>;

/**
 * `GET /api/checkout/orders/{paymentIntentId}`: what `/order-complete` shows (D28), to the session or account that
 * placed the order; asks the provider where the order is still open (D26). `paymentMessage`: why it failed. `isWithBank`: it
 * is open because a bank works on it, or waits for its customer, for days. `moneyBack`: where the money is that was taken although the
 * order is not paid; left out where none was.
 */
export const placedOrderSchema = z.object({
  state: z.enum(['paid', 'open', 'failed']),
  paymentMessage: z.nullable(z.string()),
  isWithBank: z.optional(z.boolean()),
  moneyBack: z.optional(refundSummarySchema),
  order: orderSchema,
});
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

/**
 * `POST /api/sandbox/payments/confirm`: the sandbox's own card form (D25). Digits with or without spaces.
 * 200 `{paymentIntentId, status}`, or 402-like refusals as 422 with the card sentence. `amountCents`: the total that the
 * form stands beside; 409 where the order costs something else by now.
 */
export const sandboxConfirmRequestSchema = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  cardNumber: z.pipe(
    z.pipe(
      z.string().check(z.trim()),
      z.transform((value) => value.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{12,19}$/, 'Your card number is incomplete.')),
  ),
  expiry: z
    .string()
    .check(z.trim(), z.regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, "Your card's expiration date is incomplete.")),
  cvc: z.string().check(z.trim(), z.regex(/^\d{3,4}$/, "Your card's security code is incomplete.")),
  amountCents: z.optional(z.int().check(z.positive())),
});
export type SandboxConfirmRequest = z.input<typeof sandboxConfirmRequestSchema>;

/** What a bank asks its customer to agree to. */
export const sandboxChallengeSchema = z.object({ amount: moneySchema, last4: z.string() });
export type SandboxChallenge = z.infer<typeof sandboxChallengeSchema>;

/** `requires_action`: the bank asks its customer first, `challenge` says what. `processing`: it answers later. */
export const sandboxConfirmationSchema = z.object({
  paymentIntentId: z.string(),
  status: z.enum(['succeeded', 'processing', 'requires_action']),
  challenge: z.optional(sandboxChallengeSchema),
});
export type SandboxConfirmation = z.infer<typeof sandboxConfirmationSchema>;

/** `POST /api/sandbox/payments/challenge`: what the customer answers the bank; declined like the card form's own refusals. */
export const sandboxChallengeRequestSchema = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  answer: z.enum(['complete', 'fail']),
});
export type SandboxChallengeRequest = z.infer<typeof sandboxChallengeRequestSchema>;
