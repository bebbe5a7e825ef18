import type { CustomerOrder } from '@shop/contracts/order';
import { ApiError, clearToasts, toast, useSingleFlight, type ToastContent } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { customerOrderQuery, setCustomerOrder, type OrderAccess } from '../placed-order/api/get-order.js';

const CONFLICT = 409;

interface OrderChange<Change> {
  access: OrderAccess;
  send: (change: Change) => Promise<CustomerOrder>;
  /** Said where it went well. */
  told: ToastContent | ((changed: CustomerOrder) => ToastContent);
  onDone: () => void;
}

/** Changes an order once, however often it is asked to; why it did not go is in `error`, to be told where the change was made. */
export function useOrderChange<Change>({ access, send, told, onDone }: OrderChange<Change>) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onMutate: clearToasts,
    onSuccess: (customerOrder) => {
      setCustomerOrder(queryClient, customerOrder);
      toast(typeof told === 'function' ? told(customerOrder) : told);
      onDone();
    },
    onError: (error) => {
      // The order is not what this page shows: it went to print meanwhile, or somebody else has changed it.
      if (error instanceof ApiError && error.status === CONFLICT)
        void queryClient.invalidateQueries({ queryKey: customerOrderQuery(access).queryKey });
    },
  });
  return { change: useSingleFlight(mutation), isPending: mutation.isPending, error: mutation.error };
}
