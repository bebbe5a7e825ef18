import { formatCents } from '@shop/contracts/common';
import type { AdminOrder, Order as OrderView, OrderItem as OrderItemView } from '@shop/contracts/order';
import type { OrderItem } from './order-item.entity.js';
import type { Order } from './order.entity.js';

const toOrderItem = (item: OrderItem): OrderItemView => ({
  id: item.id,
  productId: item.productId,
  title: item.title,
  imageUrl: item.imageUrl,
  generatedImage: item.generatedImageUrl === null ? null : { id: item.generatedImageId, url: item.generatedImageUrl },
  variantSelections: item.variantSelections,
  designConfig: item.designConfig,
  quantity: item.quantity,
  unitPrice: formatCents(item.unitPriceCents),
  subtotal: formatCents(item.subtotalCents),
});

export const toAdminOrder = (order: Order): AdminOrder => ({
  id: order.id,
  orderNumber: order.orderNumber,
  createdAt: order.createdAt.toISOString(),
  status: order.status,
  paymentStatus: order.paymentStatus,
  email: order.email,
  total: formatCents(order.totalCents),
  shippingAddress: order.shippingAddress,
});

export const toOrder = (order: Order, items: readonly OrderItem[]): OrderView => ({
  ...toAdminOrder(order),
  subtotal: formatCents(order.subtotalCents),
  shipping: formatCents(order.shippingCents),
  tax: formatCents(order.taxCents),
  items: items.map(toOrderItem),
});
