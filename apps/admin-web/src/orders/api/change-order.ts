import {
  adminOrderDetailReader,
  type DisplayedAdminOrderDetail,
  type ChangeOrderStatusRequest,
  type OrderStatus,
  type RefundOrderRequest,
  type ShippingAddress,
} from '@shop/contracts/order';
import type { Open } from '@shop/contracts/common';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

export type OrderStatusChange = Omit<ChangeOrderStatusRequest, 'status'> & { id: string; status: Open<OrderStatus> };

export const changeOrderStatus = ({ id, ...change }: OrderStatusChange): Promise<unknown> =>
  api.patch(`/api/admin/orders/${encodeURIComponent(id)}/status`, change, z.unknown());

export const changeAddress = ({ id, address }: { id: string; address: ShippingAddress }): Promise<unknown> =>
  api.patch(`/api/admin/orders/${encodeURIComponent(id)}/address`, address, z.unknown());

export const retryPrinting = ({ id }: { id: string }): Promise<unknown> =>
  api.post(`/api/admin/orders/${encodeURIComponent(id)}/printing`, undefined, z.unknown());

export const recreatePrintFiles = ({ id }: { id: string }): Promise<unknown> =>
  api.post(`/api/admin/orders/${encodeURIComponent(id)}/print-files`, undefined, z.unknown());

export const saveNote = ({ id, note }: { id: string; note: string | null }): Promise<unknown> =>
  api.patch(`/api/admin/orders/${encodeURIComponent(id)}/note`, { note }, z.unknown());

/** `key`: idempotency key, the same for each attempt of one refund. */
export const refundOrder = ({
  id,
  key,
  ...refund
}: RefundOrderRequest & { id: string; key: string }): Promise<DisplayedAdminOrderDetail> =>
  api.post(`/api/admin/orders/${encodeURIComponent(id)}/refunds`, refund, adminOrderDetailReader, {
    headers: { 'idempotency-key': key },
  });
