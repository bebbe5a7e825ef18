import * as z from 'zod/mini';
import { createCustomerListQuerySchema, readable } from '@shop/contracts-common';
import { adminOrderSchema, orderStatusSchema, paymentStatusSchema } from './order.js';
import { shippingAddressReader } from './shipping-address.js';

/**
 * - needs-me: on hold, an article is sold out, not printed, a problem or a parcel that came back, or to be printed by hand
 * - change-window: the customer may still change it
 * - waiting: on hold, or an article is sold out
 */
export const ORDER_VIEWS = [
  'needs-me',
  'change-window',
  'waiting',
  'printing-failed',
  'partly-refunded',
  'came-back',
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

const TIME_INVALID = 'Please send a time with its zone, such as 2026-11-20T00:00:00Z';
/** Query of `GET /api/admin/orders`; ties by id. `from` and `to`: placed at or after, and before. */
const filters = {
  status: z.optional(orderStatusSchema),
  paymentStatus: z.optional(paymentStatusSchema),
  view: z.optional(z.enum(ORDER_VIEWS, `View must be one of ${ORDER_VIEWS.join(', ')}`)),
  from: z.optional(z.iso.datetime({ offset: true, error: TIME_INVALID })),
  to: z.optional(z.iso.datetime({ offset: true, error: TIME_INVALID })),
  sort: z.optional(z.enum(['newest', 'oldest'], 'Sort must be newest or oldest')),
};
/** `userId`: only this user's orders. */
export const adminOrdersQuerySchema = z.extend(createCustomerListQuerySchema(), {
  ...filters,
  userId: z.optional(z.uuid()),
});
export type AdminOrdersQuery = z.output<typeof adminOrdersQuerySchema>;

/** Query of `GET /api/admin/orders.csv`: all orders with these filters, as a file. */
export const adminOrdersFileQuerySchema = z.object(filters);
export type AdminOrdersFileQuery = z.output<typeof adminOrdersFileQuerySchema>;

/** An order in the admin app's lists. */
const readableListed = readable(adminOrderSchema);
export const adminOrderReader = z.extend(readableListed, {
  shippingAddress: shippingAddressReader,
  articles: z.catch(readableListed.shape.articles, undefined),
  waitsFor: z.catch(readableListed.shape.waitsFor, undefined),
});
export type DisplayedAdminOrder = z.output<typeof adminOrderReader>;
