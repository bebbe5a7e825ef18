import { z } from 'zod';
import { defineEvent } from '../common/index.js';
import { orderSchema, orderStatusSchema } from './order.js';

const ownedOrder = z.object({ order: orderSchema, userId: z.uuid().nullable() });

export const orderPlaced = defineEvent('order.placed', 'order-svc', 'A shipping address was given: the order and its payment intent exist.', ownedOrder);
export const orderPaid = defineEvent('order.paid', 'order-svc', 'The provider said, signed, that the whole amount was paid.', ownedOrder);
export const orderPaymentFailed = defineEvent(
  'order.payment-failed',
  'order-svc',
  'A payment was declined; the customer may try again.',
  z.object({ orderId: z.uuid(), orderNumber: z.string(), message: z.string() }),
);
export const orderStatusChanged = defineEvent(
  'order.status-changed',
  'order-svc',
  'An order moved on (D27).',
  z.object({ orderId: z.uuid(), orderNumber: z.string(), from: orderStatusSchema, to: orderStatusSchema }),
);

export const orderEvents = [orderPlaced, orderPaid, orderPaymentFailed, orderStatusChanged] as const;
