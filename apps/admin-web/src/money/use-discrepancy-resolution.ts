import { sentenceOf, toast, useSingleFlight } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { resolveDiscrepancy } from './api/resolve-discrepancy.js';

/** Mends once, however often it is asked to. Nothing is shown as mended before the server has said so: money hangs on it. */
export function useDiscrepancyResolution() {
  const queryClient = useQueryClient();
  const resolution = useMutation({
    mutationFn: resolveDiscrepancy,
    onSuccess: ({ sentence }) => toast({ title: 'Mended', description: sentence }),
    onError: (error) => toast({ title: 'Not mended', description: sentenceOf(error), variant: 'destructive' }),
    // After a refusal too: somebody else may have mended it meanwhile.
    onSettled: (_answer, _error, { orderId }) =>
      Promise.all([
        ...[adminKeys.money, adminKeys.stats, adminKeys.orders].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
        orderId && queryClient.invalidateQueries({ queryKey: adminKeys.order(orderId) }),
      ]),
  });
  return { resolve: useSingleFlight(resolution), isPending: resolution.isPending };
}
