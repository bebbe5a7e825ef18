import type { DisplayedDiscrepancy } from '@shop/contracts/order';
import { resolveDiscrepancy } from '@shop/contracts/routes';
import { api, getErrorMessage, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';

/** Resolves a discrepancy once, even on a double click. Not optimistic, because money may move. */
export function useDiscrepancyResolution() {
  const queryClient = useQueryClient();
  const resolution = useMutation({
    mutationFn: ({ id }: DisplayedDiscrepancy) => api.call(resolveDiscrepancy, { params: { id } }),
    onSuccess: ({ message }) => toast({ title: 'Resolved', description: message }),
    onError: (error) => toast({ title: 'Not resolved', description: getErrorMessage(error), variant: 'destructive' }),
    // After an error too: another admin may have resolved it in between.
    onSettled: (_data, _error, { orderId }) =>
      Promise.all([
        ...[adminKeys.money, adminKeys.stats, adminKeys.orders].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
        orderId && queryClient.invalidateQueries({ queryKey: adminKeys.order(orderId) }),
      ]),
  });
  return { resolve: useSingleFlight(resolution), isPending: resolution.isPending };
}
