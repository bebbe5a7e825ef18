import type { MarkReprintSentRequest, RequestReprintRequest } from '@shop/contracts-order';
import {
  answerProblem,
  cancelReprint,
  markReprintSent,
  requestReprint,
  retryReprint,
} from '@shop/contracts-order/routes';
import { api, getErrorMessage, toast, toIfMatch } from '@shop/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
import { refreshOrder, type SeenOrder } from './orders.queries.js';

/** After an error too: another admin or the printer may have changed it in between. */
function useOrderRefresh() {
  const queryClient = useQueryClient();
  return (_data: unknown, _error: Error | null, { id }: { id: string }) => refreshOrder(queryClient, id);
}

/** The form shows errors. */
export function useProblemAnswer() {
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, reportId, answer }: { id: string; reportId: string; answer: string }) =>
      api.call(answerProblem, { params: { id, reportId }, body: { answer } }),
    onSuccess: () => toast({ title: 'Report answered', description: 'The customer gets your answer by email.' }),
    onSettled: useOrderRefresh(),
  });
}

/** `key`: idempotency key, the same for each attempt of one reprint. The form shows errors. */
export function useReprintRequest() {
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, key, request }: SeenOrder & { key: string; request: RequestReprintRequest }) =>
      api.call(requestReprint, {
        params: { id },
        body: request,
        headers: { 'idempotency-key': key, ...toIfMatch(version) },
      }),
    onSuccess: () => toast({ title: 'Items are sent again', description: 'The customer gets an email.' }),
    onSettled: useOrderRefresh(),
  });
}

interface ReprintIds {
  id: string;
  reprintId: string;
}

type SeenReprint = ReprintIds & SeenOrder;

export function useReprintRetry() {
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: (ids: ReprintIds) => api.call(retryReprint, { params: { ...ids } }),
    onSuccess: () => toast({ title: 'The printer was asked again' }),
    onError: (error) => toast({ title: 'Update failed', description: getErrorMessage(error), variant: 'destructive' }),
    onSettled: useOrderRefresh(),
  });
}

/** An admin has sent it, or corrects its tracking number. The form shows errors. */
export function useReprintShipping() {
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({
      id,
      version,
      reprintId,
      isCorrection: _,
      ...body
    }: SeenReprint & MarkReprintSentRequest & { isCorrection: boolean }) =>
      api.call(markReprintSent, { params: { id, reprintId }, body, headers: toIfMatch(version) }),
    onSuccess: (_data, { isCorrection }) =>
      toast({
        title: isCorrection ? 'Tracking number saved' : 'Marked as sent',
        description: 'The customer gets an email.',
      }),
    onSettled: useOrderRefresh(),
  });
}

/** The dialog shows errors. */
export function useReprintCancellation() {
  return useAdminMutation({
    list: adminKeys.orders,
    mutationFn: ({ id, version, reprintId }: SeenReprint) =>
      api.call(cancelReprint, { params: { id, reprintId }, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Not sent again' }),
    onSettled: useOrderRefresh(),
  });
}
