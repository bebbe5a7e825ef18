import { askCustomer, closeQuestion } from '@shop/contracts-order/routes';
import { api, toast, toIfMatch } from '@shop/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import { refreshOrder, type SeenOrder, showConflict } from './orders.queries.js';

/** `key`: idempotency key, the same for each attempt of one question. The form shows errors. */
export function useCustomerQuestion() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, key, question }: SeenOrder & { key: string; question: string }) =>
      api.call(askCustomer, {
        params: { id },
        body: { question },
        headers: { 'idempotency-key': key, ...toIfMatch(version) },
      }),
    onSuccess: () => toast({ title: 'The customer was asked', description: 'The order is on hold.' }),
    // After an error too: the customer or another admin may have changed it in between.
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}

/** The order shows errors. */
export function useQuestionClosing() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, questionId }: SeenOrder & { questionId: string }) =>
      api.call(closeQuestion, { params: { id, questionId }, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Question closed' }),
    onError: showConflict,
    onSettled: (_data, _error, { id }) => refreshOrder(queryClient, id),
  });
}
