import {
  adminOrderDetailSchema,
  type AdminOrderDetail,
  type ChangeOrderStatusRequest,
  type RefundOrderRequest,
  type ShippingAddress,
} from '@shop/contracts/order';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export type OrderStatusChange = ChangeOrderStatusRequest & { id: string };

export const changeOrderStatus = ({ id, ...change }: OrderStatusChange): Promise<unknown> =>
  api.patch(`/api/admin/orders/${id}/status`, change, z.unknown());

export const changeAddress = ({ id, address }: { id: string; address: ShippingAddress }): Promise<unknown> =>
  api.patch(`/api/admin/orders/${id}/address`, address, z.unknown());

export const retryPrinting = ({ id }: { id: string }): Promise<unknown> =>
  api.post(`/api/admin/orders/${id}/printing`, undefined, z.unknown());

export const recreatePrintFiles = ({ id }: { id: string }): Promise<unknown> =>
  api.post(`/api/admin/orders/${id}/print-files`, undefined, z.unknown());

export const saveNote = ({ id, note }: { id: string; note: string | null }): Promise<unknown> =>
  api.patch(`/api/admin/orders/${id}/note`, { note }, z.unknown());

/** `key`: idempotency key, the same for each attempt of one refund. */
export const refundOrder = ({
  id,
  key,
  ...refund
}: RefundOrderRequest & { id: string; key: string }): Promise<AdminOrderDetail> =>
  api.post(`/api/admin/orders/${id}/refunds`, refund, adminOrderDetailSchema, { headers: { 'idempotency-key': key } });
