import * as z from 'zod/mini';
import { moneySchema, orAbsent, orNull, readable, signedSumSchema } from '@shop/contracts-common';
import { arrivalSchema } from './arrival.js';
import {
  designConfigReader,
  designConfigSchema,
  missingChoiceSchema,
  scaleSenseReader,
  storedScaleSense,
  variantSelectionsReader,
  variantSelectionsSchema,
} from './cart.js';
import { shippingAddressReader, shippingAddressSchema } from './shipping-address.js';

export const ORDER_STATUSES = ['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export const orderStatusSchema = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const;
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

export const orderItemSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  generatedImage: z.nullable(z.object({ id: z.uuid(), url: z.string() })),
  variantSelections: variantSelectionsSchema,
  /** Of the product as it was sold; names its choices. Absent: unknown. */
  category: z.optional(z.string()),
  designConfig: designConfigSchema,
  scaleSense: storedScaleSense,
  quantity: z.int(),
  unitPrice: moneySchema,
  subtotal: moneySchema,
  /** Picture of the product with the artwork on it; null until it is rendered after the payment. */
  mockupUrl: z.nullish(z.string()),
  /** What was not chosen, in an order from before it was required. Absent: everything is chosen. */
  missingChoices: z.optional(z.array(missingChoiceSchema)),
});
export type OrderItem = z.infer<typeof orderItemSchema>;

export const orderSchema = z.object({
  id: z.uuid(),
  orderNumber: z.string(),
  createdAt: z.iso.datetime(),
  status: orderStatusSchema,
  paymentStatus: paymentStatusSchema,
  email: z.nullable(z.string()),
  subtotal: moneySchema,
  shipping: moneySchema,
  tax: moneySchema,
  total: moneySchema,
  shippingAddress: shippingAddressSchema,
  /** The estimate at the payment, or at a later change of the address. Absent: unpaid, or the shop estimates nothing. */
  arrival: z.optional(arrivalSchema),
  /** Of a gift, in the customer's words. Absent: none. */
  giftMessage: z.optional(z.string()),
  items: z.array(orderItemSchema),
});
export type Order = z.infer<typeof orderSchema>;

const readableItem = readable(orderItemSchema);
/** Fields that an item on a page may lack. */
export const orderItemFallbacks = {
  productId: orNull(readableItem.shape.productId),
  title: z.catch(z.string(), 'Product'),
  generatedImage: orNull(z.object({ url: z.string() })),
  variantSelections: variantSelectionsReader,
  category: orAbsent(z.string()),
  designConfig: designConfigReader,
  scaleSense: scaleSenseReader,
  missingChoices: orAbsent(z.array(missingChoiceSchema)),
};
export const orderItemReader = z.extend(readableItem, orderItemFallbacks);
export type DisplayedOrderItem = z.output<typeof orderItemReader>;

const readableOrder = readable(orderSchema);
/** Fields that an order on a page may lack. */
export const orderFallbacks = {
  paymentStatus: orAbsent(readableOrder.shape.paymentStatus),
  shippingAddress: shippingAddressReader,
  arrival: orAbsent(arrivalSchema),
  giftMessage: orAbsent(z.string()),
  items: z.catch(z.array(orderItemReader), []),
};
export const orderReader = z.extend(readableOrder, orderFallbacks);
export type DisplayedOrder = z.output<typeof orderReader>;

/** Kinds of holds, and an article that the printer does not have. */
export const ORDER_WAITS = ['dispute', 'fraud-warning', 'payment-review', 'question', 'out-of-stock'] as const;

export const adminOrderSchema = z.extend(
  z.omit(orderSchema, { items: true, subtotal: true, shipping: true, tax: true, arrival: true, giftMessage: true }),
  {
    /** The order must not be printed before an admin decides. Absent: no. */
    isOnHold: z.optional(z.boolean()),
    /** A problem that the customer reported waits for an answer. Absent: no. */
    hasOpenProblem: z.optional(z.boolean()),
    /** Items are being sent again. Absent: no. */
    isReprinted: z.optional(z.boolean()),
    /** A parcel of the order, or of what is sent again, came back and was not sent again. Absent: no. */
    hasReturnedParcel: z.optional(z.boolean()),
    /** In dollars: refunds and lost disputes. Absent: nothing went back. */
    returned: z.optional(moneySchema),
    /** What was ordered, in lists. */
    articles: z.optional(
      z.array(
        z.object({
          title: z.string(),
          quantity: z.int(),
          /** Size and color, as they were chosen: `L`, `Black`. */
          choices: z.array(z.string()),
          /** Picture of the artwork or of the printed article. */
          pictureUrl: z.nullable(z.string()),
        }),
      ),
    ),
    /** Why it is not printed yet, in lists. Absent: nothing holds it. */
    waitsFor: z.optional(z.array(z.enum(ORDER_WAITS))),
  },
);
export type AdminOrder = z.infer<typeof adminOrderSchema>;

/**
 * Replaces name, address, city and ZIP code of erased customers' orders; the second line and the phone number are
 * removed. State and country stay for the tax.
 */
export const ERASED = 'Erased';

/** `GET /api/admin/stats` */
export const adminStatsSchema = z.object({
  totalOrders: z.int(),
  /** Received, less refunds and lost disputes. */
  totalRevenue: signedSumSchema,
  totalProducts: z.int(),
  totalUsers: z.int(),
});
export type AdminStats = z.infer<typeof adminStatsSchema>;
export const adminStatsReader = readable(adminStatsSchema);
