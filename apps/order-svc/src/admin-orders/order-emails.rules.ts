/** Which emails about an order can be sent again: those that are true now. */
import { ORDER_EMAIL_KINDS, type OrderEmailKind } from '@shop/contracts-order';
import type { Order } from '../orders/order.entity.js';

export interface EmailSubject {
  order: Pick<Order, 'status' | 'paymentStatus' | 'paidAt' | 'email' | 'anonymisedAt' | 'tracking' | 'returnedAt'>;
  isOutOfStock: boolean;
  hasOpenQuestion: boolean;
  hasChanges: boolean;
  hasRefund: boolean;
}

const isGoingOn = ({ order: { status, paidAt } }: EmailSubject): boolean => paidAt !== null && status !== 'cancelled';

const IS_TRUE: Readonly<Record<OrderEmailKind, (subject: EmailSubject) => boolean>> = {
  'order-confirmed': isGoingOn,
  'order-changed': (subject) => isGoingOn(subject) && subject.hasChanges,
  'order-unpaid': ({ order }) => order.status === 'created' && order.paymentStatus === 'failed',
  'order-out-of-stock': ({ isOutOfStock }) => isOutOfStock,
  'order-question': ({ hasOpenQuestion }) => hasOpenQuestion,
  'order-printing': ({ order }) => order.status === 'processing',
  'order-shipped': ({ order }) => order.status === 'shipped',
  'order-parcel': ({ order }) => order.status === 'shipped' && order.tracking !== null,
  'order-returned': ({ order }) => order.returnedAt !== null,
  'order-delivered': ({ order }) => order.status === 'delivered',
  'order-cancelled': ({ order }) => order.status === 'cancelled',
  'order-refunded': ({ hasRefund }) => hasRefund,
};

/** Empty for an order without an email, and after the erasure of its customer. */
export const listTrueEmails = (subject: EmailSubject): OrderEmailKind[] =>
  subject.order.email === null || subject.order.anonymisedAt !== null
    ? []
    : ORDER_EMAIL_KINDS.filter((kind) => IS_TRUE[kind](subject));
