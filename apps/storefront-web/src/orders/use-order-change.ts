import {
  ORDER_BEING_PRINTED,
  ORDER_CANCELLED,
  type ChangeOrderItemRequest,
  type DisplayedCustomerOrder,
} from '@shop/contracts/order';
import { changeOrderItem } from '@shop/contracts/routes';
import { api, ApiError, clearToasts, toast, useSingleFlight, type ToastContent } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerOrderQuery, setCustomerOrder, toOrderCall, type OrderAccess } from './order.queries.js';

/** Props of every dialog that changes an order. */
export interface OrderChangeProps {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
  onClose: () => void;
}

/** Why the order can no longer be changed; null while it can. */
export function getTooLateMessage({
  order,
  changeableUntil,
  isOutOfStock,
}: Pick<DisplayedCustomerOrder, 'order' | 'changeableUntil' | 'isOutOfStock'>): string | null {
  if (order.status === 'cancelled') return ORDER_CANCELLED;
  return changeableUntil === null && !isOutOfStock ? ORDER_BEING_PRINTED : null;
}

const CONFLICT = 409;

/** Changes the placement, or the size at the same price. */
export function sendItemChange(
  access: OrderAccess,
  itemId: string,
  body: ChangeOrderItemRequest,
): Promise<DisplayedCustomerOrder> {
  const { params, query } = toOrderCall(access);
  return api.call(changeOrderItem, { params: { ...params, itemId }, query, body });
}

interface OrderChange<Change> {
  access: OrderAccess;
  send: (change: Change) => Promise<DisplayedCustomerOrder>;
  /** The toast after a successful change. */
  successToast: ToastContent | ((changed: DisplayedCustomerOrder) => ToastContent);
  onDone: () => void;
}

/** Sends one change of an order at a time. The dialog shows `error`; there is no error toast. */
export function useOrderChange<Change>({ access, send, successToast, onDone }: OrderChange<Change>) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onMutate: clearToasts,
    onSuccess: (customerOrder) => {
      setCustomerOrder(queryClient, customerOrder);
      toast(typeof successToast === 'function' ? successToast(customerOrder) : successToast);
      onDone();
    },
    onError: (error) => {
      // The order differs from the displayed one: its change window is over, or it was changed elsewhere.
      if (error instanceof ApiError && error.status === CONFLICT)
        void queryClient.invalidateQueries({ queryKey: customerOrderQuery(access).queryKey });
    },
  });
  return { submitChange: useSingleFlight(mutation), isPending: mutation.isPending, error: mutation.error };
}
