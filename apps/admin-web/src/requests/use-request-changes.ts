import type { Open } from '@shop/contracts/common';
import { changeContactStatus, replyToContactRequest } from '@shop/contracts/routes';
import type {
  ContactReplyRequest,
  ContactStatus,
  DisplayedSubmission,
  DisplayedSubmissionDetail,
} from '@shop/contracts/support';
import { api, toast } from '@shop/web-kit';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { invalidateShortLists, updateRow } from '../lists/list-query.js';

function setCachedStatus(queryClient: QueryClient, id: string, status: Open<ContactStatus>): void {
  updateRow<DisplayedSubmission>(queryClient, adminKeys.requests, id, { status });
  queryClient.setQueryData<DisplayedSubmissionDetail>(adminKeys.request(id), (known) => known && { ...known, status });
}

/** Refetches lists, request and summary. After an error too: another admin may have changed the request in between. */
const refreshRequest = (queryClient: QueryClient, id: string): Promise<unknown> =>
  Promise.all([
    invalidateShortLists(queryClient, adminKeys.requests),
    queryClient.invalidateQueries({ queryKey: adminKeys.request(id) }),
    queryClient.invalidateQueries({ queryKey: adminKeys.requestSummary }),
  ]);

/** Changes the status of a request. Optimistic: an error restores the old status. */
export function useRequestStatusChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: ContactStatus; from: Open<ContactStatus> }) =>
      api.call(changeContactStatus, { params: { id }, body: { status } }),
    onMutate: async ({ id, status }) => {
      await queryClient.cancelQueries({ queryKey: adminKeys.requests });
      setCachedStatus(queryClient, id, status);
    },
    onSuccess: () => toast({ title: 'Status updated' }),
    onError: (_error, { id, from }) => {
      setCachedStatus(queryClient, id, from);
      toast({ title: 'Update failed', description: 'Could not update submission status', variant: 'destructive' });
    },
    onSettled: (_data, _error, { id }) => refreshRequest(queryClient, id),
  });
}

/** Sends a reply, which marks the request as replied. The same `id` is sent once. */
export function useReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ requestId, ...body }: ContactReplyRequest & { requestId: string }) =>
      api.call(replyToContactRequest, { params: { id: requestId }, body }),
    onSuccess: (_data, { requestId }) => {
      setCachedStatus(queryClient, requestId, 'replied');
      toast({ title: 'Reply sent' });
    },
    onSettled: (_data, _error, { requestId }) => refreshRequest(queryClient, requestId),
  });
}
