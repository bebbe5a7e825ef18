import { usePageRestore } from '@shop/web-kit';
import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { PAYMENT_MUTATION_KEY } from './payment-form.js';

/**
 * Makes the form usable again after Back from the page of a bank or a payment provider: out of the back/forward cache,
 * the payment call still waits for the redirect. An answer that arrives nevertheless is handled as always.
 */
export function usePaymentReset(...mutations: Pick<UseMutationResult, 'isPending' | 'reset'>[]): void {
  const queryClient = useQueryClient();
  usePageRestore(() => {
    for (const { isPending, reset } of mutations) if (isPending) reset();
    const cache = queryClient.getMutationCache();
    for (const payment of cache.findAll({ mutationKey: PAYMENT_MUTATION_KEY, status: 'pending' }))
      cache.remove(payment);
  });
}
