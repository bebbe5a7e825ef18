import type { Open } from '@shop/contracts/common';
import {
  changeContactStatus,
  getContactRequest,
  getContactSummary,
  listContactRequests,
  replyToContactRequest,
} from '@shop/contracts/routes';
import {
  type ContactReplyRequest,
  type ContactStatus,
  contactSubmissionDetailReader,
  contactSubmissionReader,
  type DisplayedSubmission,
  type DisplayedSubmissionDetail,
} from '@shop/contracts/support';
import { api, toast } from '@shop/web-kit';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../admin-keys.js';
import { isMissingCall } from '../failures.js';
import { getItem, invalidateShortLists, type ListDefinition, ROWS_PER_PAGE, updateRow } from '../lists/list-query.js';

/** How often an open page looks for new requests. */
const REFETCH_INTERVAL_MS = 15_000;

interface RequestSummary {
  /** Number of unread requests. */
  new: number;
  total: number;
  /** The server has no summary: the numbers are counted in the list. */
  isCounted: boolean;
}

/** For a server without a summary. */
const listStatuses = { ...listContactRequests, reader: z.pick(contactSubmissionReader, { status: true }) } as const;

async function countRequests(signal: AbortSignal): Promise<RequestSummary> {
  const requests = await api.call(listStatuses, { signal });
  return { new: requests.filter(({ status }) => status === 'new').length, total: requests.length, isCounted: true };
}

async function getSummary(client: QueryClient, signal: AbortSignal): Promise<RequestSummary> {
  if (client.getQueryData<RequestSummary>(adminKeys.requestSummary)?.isCounted) return countRequests(signal);
  try {
    const summary = await api.call(getContactSummary, { signal });
    return { ...summary, isCounted: false };
  } catch (error) {
    if (!isMissingCall(error)) throw error;
    return countRequests(signal);
  }
}

/** The server's summary covers all pages of the list. A server without it (spec, section 7) sends the whole list. */
export const requestSummaryQuery = queryOptions({
  queryKey: adminKeys.requestSummary,
  queryFn: ({ client, signal }) => getSummary(client, signal),
  refetchInterval: REFETCH_INTERVAL_MS,
});

/** Number of unread requests; 0 until it is loaded. */
export const useUnreadCount = (): number => useQuery(requestSummaryQuery).data?.new ?? 0;

export const getRequestsList = (
  filters: { status?: ContactStatus } = {},
  limit = ROWS_PER_PAGE,
): ListDefinition<typeof listContactRequests> => ({
  listKey: adminKeys.requests,
  route: listContactRequests,
  firstPageUrl: api.url(listContactRequests, { query: { limit, ...filters } }),
  filters,
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.request(id),
    queryFn: ({ signal }) =>
      getItem(
        id,
        () => api.call(getContactRequest, { params: { id }, signal }),
        () => api.call({ ...listContactRequests, reader: contactSubmissionDetailReader }, { signal }),
      ),
  });

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
