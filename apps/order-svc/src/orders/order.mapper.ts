import { formatCents, type EventPayload } from '@shop/contracts-common';
import type {
  AdminOrder,
  RefundSummary,
  Order as OrderView,
  orderPaid,
  OrderItem as OrderItemView,
  OwnOrder,
  ParcelReturn,
} from '@shop/contracts-order';
import { findChangeWindowEnd, isPaymentInProgress, isAwaitingBank } from './order.rules.js';
import type { OrderItem } from './order-item.entity.js';
import type { Order } from './order.entity.js';

export const toOrderItem = (item: OrderItem): OrderItemView => ({
  id: item.id,
  productId: item.productId,
  title: item.title,
  imageUrl: item.imageUrl,
  generatedImage: item.generatedImageUrl === null ? null : { id: item.generatedImageId, url: item.generatedImageUrl },
  variantSelections: item.variantSelections,
  ...(item.category !== null && { category: item.category }),
  designConfig: item.designConfig,
  scaleSense: item.scaleSense,
  quantity: item.quantity,
  unitPrice: formatCents(item.unitPriceCents),
  subtotal: formatCents(item.subtotalCents),
  mockupUrl: item.mockupUrl,
  ...(item.missingChoices.length > 0 && { missingChoices: item.missingChoices }),
});

/** The fields of an order in the admins' list. */
export type ListedOrder = Pick<
  Order,
  'id' | 'orderNumber' | 'createdAt' | 'status' | 'paymentStatus' | 'email' | 'totalCents' | 'shippingAddress'
> & {
  isOnHold?: boolean;
  /** In the list only. */
  hasOpenProblem?: boolean;
  /** In the list only. */
  isReprinted?: boolean;
  /** In the list only. */
  hasReturnedParcel?: boolean;
  /** In the list only. */
  returnedCents?: number;
};

export const toAdminOrder = (order: ListedOrder): AdminOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  createdAt: order.createdAt.toISOString(),
  status: order.status,
  paymentStatus: order.paymentStatus,
  email: order.email,
  total: formatCents(order.totalCents),
  shippingAddress: order.shippingAddress,
  ...(order.isOnHold && { isOnHold: true }),
  ...(order.hasOpenProblem && { hasOpenProblem: true }),
  ...(order.isReprinted && { isReprinted: true }),
  ...(order.hasReturnedParcel && { hasReturnedParcel: true }),
  ...(order.returnedCents && { returned: formatCents(order.returnedCents) }),
});

const toAmounts = (order: Order): Pick<OrderView, 'subtotal' | 'shipping' | 'tax'> => ({
  subtotal: formatCents(order.subtotalCents),
  shipping: formatCents(order.shippingCents),
  tax: formatCents(order.taxCents),
});

export const toOrder = (order: Order, items: readonly OrderItem[]): OrderView => ({
  ...toAdminOrder(order),
  ...toAmounts(order),
  ...(order.arrival && { arrival: order.arrival }),
  ...(order.giftMessage && { giftMessage: order.giftMessage }),
  items: items.map(toOrderItem),
});

/** A parcel that is back, and was not sent again. */
export const toParcelReturn = ({ returnedAt, parcelReturn }: Order): { parcelReturn?: ParcelReturn } =>
  returnedAt && parcelReturn ? { parcelReturn: { at: returnedAt.toISOString(), ...parcelReturn } } : {};

/** The customer must choose another size or colour, or cancel. A shipped or cancelled order needs no choice. */
export const isOutOfStock = ({ status }: Pick<Order, 'status'>, items: readonly OrderItem[]): boolean =>
  (status === 'paid' || status === 'processing') && items.some((item) => item.isOutOfStock);

export const toOwnOrder = (
  order: Order,
  items: readonly OrderItem[],
  { refundSummary, isPaymentUnderReview }: { refundSummary: RefundSummary; isPaymentUnderReview: boolean },
): OwnOrder => ({
  ...toOrder(order, items),
  changeableUntil: findChangeWindowEnd(order)?.toISOString() ?? null,
  tracking: order.tracking,
  ...toParcelReturn(order),
  refundSummary,
  ...(isOutOfStock(order, items) && { isOutOfStock: true }),
  ...(isPaymentUnderReview && { isPaymentUnderReview }),
  ...(isAwaitingBank(order) && { isAwaitingBank: true }),
  isPaymentInProgress: isPaymentInProgress(order),
});

export const toPrintableOrder = (
  order: Order,
  items: readonly OrderItem[],
): EventPayload<typeof orderPaid>['order'] => ({
  ...toOrder(order, []),
  items: items.map((item) => ({ ...toOrderItem(item), print: item.print, revision: item.revision })),
});
