import { addOrderToAccount } from '@shop/contracts-order/routes';
import { api, getErrorMessage, queryKeys, toast, useSingleFlight } from '@shop/web-kit';
import { Button, FormError } from '@shop/web-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCodeGate } from './code-gate.js';
import { setCustomerOrder, toOrderCall, type OrderAccess } from './order.queries.js';

/** Offers a signed-in customer who followed the link of an email to keep a guest's order. */
export function AddToAccount({ access }: { access: OrderAccess }) {
  const queryClient = useQueryClient();
  const sendWithCode = useCodeGate();
  const add = useMutation({
    mutationFn: () => sendWithCode(() => api.call(addOrderToAccount, toOrderCall(access))),
    onSuccess: (customerOrder) => {
      setCustomerOrder(queryClient, customerOrder);
      void queryClient.invalidateQueries({ queryKey: queryKeys.orders, exact: true });
      toast({ title: 'Added to your orders', description: 'You find it in My Orders.' });
    },
  });
  const addOnce = useSingleFlight(add);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-muted px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        <strong>This order is in no account.</strong> Add it to yours to find it on every device.
      </p>
      <Button variant="outline" disabledFocusable={add.isPending} onClick={() => addOnce()}>
        {add.isPending ? 'Adding...' : 'Add to my orders'}
      </Button>
      <FormError message={add.error && getErrorMessage(add.error)} />
    </div>
  );
}
