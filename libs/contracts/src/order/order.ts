import { z } from 'zod';
import { moneySchema } from '../common/index.js';
import { designConfigSchema, variantSelectionsSchema } from './cart.js';

export const ORDER_STATUSES = ['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export const orderStatusSchema = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

export const PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const;
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

const line = (message: string, max = 200) =>
  z.string().trim().min(1, message).max(max, `Please use at most ${max} characters`);

export const shippingAddressSchema = z.object({
  name: line('Name is required'),
  address: line('Address is required', 300),
  city: line('City is required'),
  state: line('State is required'),
  zip: line('ZIP code is required', 20),
  country: line('Country is required', 100),
});
export type ShippingAddress = z.infer<typeof shippingAddressSchema>;

export const orderItemSchema = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  generatedImage: z.object({ id: z.uuid(), url: z.string() }).nullable(),
  variantSelections: variantSelectionsSchema,
  designConfig: designConfigSchema,
  quantity: z.number().int(),
  unitPrice: moneySchema,
  subtotal: moneySchema,
});
export type OrderItem = z.infer<typeof orderItemSchema>;

export const orderSchema = z.object({
  id: z.uuid(),
  orderNumber: z.string(),
  createdAt: z.iso.datetime(),
  status: orderStatusSchema,
  paymentStatus: paymentStatusSchema,
  email: z.string().nullable(),
  subtotal: moneySchema,
  shipping: moneySchema,
  tax: moneySchema,
  total: moneySchema,
  shippingAddress: shippingAddressSchema,
  items: z.array(orderItemSchema),
});
export type Order = z.infer<typeof orderSchema>;

export const adminOrderSchema = orderSchema.omit({ items: true, subtotal: true, shipping: true, tax: true });
export type AdminOrder = z.infer<typeof adminOrderSchema>;

/** D30 */
export const adminStatsSchema = z.object({
  totalOrders: z.number().int(),
  totalRevenue: moneySchema,
  totalProducts: z.number().int(),
  totalUsers: z.number().int(),
});
export type AdminStats = z.infer<typeof adminStatsSchema>;

/** Query of `GET /api/admin/orders`; newest first. */
export const ADMIN_ORDERS_LIMIT = { default: 500, max: 1_000 } as const;
export const adminOrdersQuerySchema = z.object({
  status: orderStatusSchema.optional(),
  paymentStatus: paymentStatusSchema.optional(),
  limit: z.coerce.number().int().min(1).max(ADMIN_ORDERS_LIMIT.max).default(ADMIN_ORDERS_LIMIT.default),
});
export type AdminOrdersQuery = z.output<typeof adminOrdersQuerySchema>;

/** Body of `PATCH /api/admin/orders/{id}/status` (D30b). */
export const changeOrderStatusRequestSchema = z.object({ status: orderStatusSchema });
export type ChangeOrderStatusRequest = z.infer<typeof changeOrderStatusRequestSchema>;
