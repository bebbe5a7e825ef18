import { listSelectedPrintFiles } from '@shop/contracts-art/routes';
import type { DisplayedBulkAction, StartBulkActionRequest } from '@shop/contracts-order';
import {
  getBulkAction,
  listBulkActions,
  previewBulkAction,
  retryBulkAction,
  startBulkAction,
} from '@shop/contracts-order/routes';
import { api } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';
import { useAdminMutation } from '../../lists/use-admin-mutation.js';

const POLL_MS = 1_000;

export const isRunning = ({ counts }: Pick<DisplayedBulkAction, 'counts'>): boolean => counts.pending > 0;

export const bulkActionQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.bulkAction(id),
    queryFn: ({ signal }) => api.call(getBulkAction, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

export const bulkActionsQuery = queryOptions({
  queryKey: adminKeys.bulkActions,
  queryFn: ({ signal }) => api.call(listBulkActions, { signal }),
  staleTime: 0,
});

export const bulkPreviewQuery = (request: StartBulkActionRequest) =>
  queryOptions({
    queryKey: adminKeys.bulkPreview(request),
    queryFn: ({ signal }) => api.call(previewBulkAction, { body: request, signal }),
    staleTime: 0,
  });

/** Reads only, at the press of a button. */
export const useBulkPreview = () =>
  useAdminMutation({
    list: null,
    mutationFn: (body: StartBulkActionRequest) => api.call(previewBulkAction, { body }),
  });

export const printFilesQuery = (orderNumbers: readonly string[]) =>
  queryOptions({
    queryKey: adminKeys.selectedPrintFiles(orderNumbers),
    queryFn: ({ signal }) => api.call(listSelectedPrintFiles, { query: { orders: orderNumbers.join(',') }, signal }),
    staleTime: 0,
  });

/** `key`: idempotency key, the same for each attempt of one action. The dialog shows errors. */
export function useBulkStart() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: null,
    mutationFn: ({ key, request }: { key: string; request: StartBulkActionRequest }) =>
      api.call(startBulkAction, { body: request, headers: { 'idempotency-key': key } }),
    onSuccess: (action) => queryClient.setQueryData(adminKeys.bulkAction(action.id), action),
  });
}

/** The dialog shows errors. */
export function useBulkRetry() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: null,
    mutationFn: (id: string) => api.call(retryBulkAction, { params: { id } }),
    onSuccess: (action) => queryClient.setQueryData(adminKeys.bulkAction(action.id), action),
  });
}
