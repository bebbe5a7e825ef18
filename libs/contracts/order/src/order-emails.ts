import * as z from 'zod/mini';

/** The kinds of emails about an order. */
export const ORDER_EMAIL_KINDS = [
  'order-confirmed',
  'order-changed',
  'order-unpaid',
  'order-out-of-stock',
  'order-question',
  'order-printing',
  'order-shipped',
  'order-parcel',
  'order-returned',
  'order-delivered',
  'order-cancelled',
  'order-refunded',
] as const;
export const orderEmailKindSchema = z.enum(ORDER_EMAIL_KINDS);
export type OrderEmailKind = z.infer<typeof orderEmailKindSchema>;

/** `order-reprint` and `problem-answered` can't be sent again from the order, which has several of them. */
const ORDER_EMAIL_NAMES: Readonly<Record<OrderEmailKind | 'order-reprint' | 'problem-answered', string>> = {
  'order-confirmed': 'Order confirmation',
  'order-changed': 'Order changed',
  'order-unpaid': 'Payment failed',
  'order-out-of-stock': 'Out of stock',
  'order-question': 'Question',
  'order-printing': 'Being printed',
  'order-shipped': 'On its way',
  'order-parcel': 'Parcel',
  'order-returned': 'Parcel came back',
  'order-delivered': 'Delivered',
  'order-cancelled': 'Order cancelled',
  'order-refunded': 'Refund',
  'order-reprint': 'Items sent again',
  'problem-answered': 'Answer to a report',
};

/** Emails that are never sent again. */
const OTHER_EMAIL_NAMES = { 'order-code': 'Code for changes', 'order-review': 'Request for a review' };

/** For people; a kind of a newer server has its own name. */
export const getOrderEmailName = (kind: string): string =>
  (({ ...ORDER_EMAIL_NAMES, ...OTHER_EMAIL_NAMES }) as Readonly<Record<string, string>>)[kind] ?? kind;

/** Ids of providers are shorter. */
const ABOUT_MAX = 200;

/** Body of `POST /api/admin/orders/{id}/emails`. */
export const sendEmailAgainRequestSchema = z.object({
  kind: orderEmailKindSchema,
  /** The email that is sent again. */
  emailId: z.uuid(),
  /** What the email is about, as the list of emails has it: the refund, or the question. */
  about: z.nullish(z.string().check(z.maxLength(ABOUT_MAX))),
});
export type SendEmailAgainRequest = z.infer<typeof sendEmailAgainRequestSchema>;
