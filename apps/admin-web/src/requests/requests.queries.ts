import type { Open } from '@shop/contracts-common';
import {
  changeContactStatus,
  getContactRequest,
  getContactSummary,
  listContactRequests,
  replyToContactRequest,
  searchContactRequests,
} from '@shop/contracts-support/routes';
import {
  type ContactReplyRequest,
  type ContactStatus,
  contactSubmissionDetailReader,
  contactSubmissionReader,
  type DisplayedSubmission,
  type DisplayedSubmissionDetail,
} from '@shop/contracts-support';
import { api, toast, toIfMatch } from '@shop/web-kit';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../admin-keys.js';
import { isMissingCall } from '../failures.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';
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

export const findRequests = (
  words: string,
  filters: { status?: ContactStatus },
): ListDefinition<typeof searchContactRequests> => ({
  listKey: adminKeys.requests,
  route: searchContactRequests,
  firstPageUrl: api.url(searchContactRequests, { query: { limit: ROWS_PER_PAGE, ...filters } }),
  words,
  filters,
});

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

function updateCached(
  queryClient: QueryClient,
  id: string,
  change: Partial<Pick<DisplayedSubmission, 'status' | 'version'>>,
): void {
  updateRow<DisplayedSubmission>(queryClient, adminKeys.requests, id, change);
  queryClient.setQueryData<DisplayedSubmissionDetail>(
    adminKeys.request(id),
    (known) => known && { ...known, ...change },
  );
}

/** The request that a change is based on. `version` is absent if the server has none. */
interface SeenRequest {
  id: string;
  version: string | undefined;
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
  return useAdminMutation({
    list: adminKeys.requests,
    mutationFn: ({ id, version, status }: SeenRequest & { status: ContactStatus; from: Open<ContactStatus> }) =>
      api.call(changeContactStatus, { params: { id }, body: { status }, headers: toIfMatch(version) }),
    onMutate: async ({ id, status }) => {
      await queryClient.cancelQueries({ queryKey: adminKeys.requests });
      updateCached(queryClient, id, { status });
    },
    onSuccess: ({ version }, { id }) => {
      // A long list is not loaded again.
      updateCached(queryClient, id, { version });
      toast({ title: 'Status updated' });
    },
    onError: (_error, { id, from }) => {
      updateCached(queryClient, id, { status: from });
      toast({ title: 'Update failed', description: 'Could not update submission status', variant: 'destructive' });
    },
    onSettled: (_data, _error, { id }) => refreshRequest(queryClient, id),
  });
}

interface Sent {
  requestId: string;
  version: string | undefined;
}

/** Sends a reply, which marks the request as replied. The same `id` is sent once. */
export function useReply() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: adminKeys.requests,
    mutationFn: ({ requestId, version, ...body }: ContactReplyRequest & Sent) =>
      api.call(replyToContactRequest, { params: { id: requestId }, body, headers: toIfMatch(version) }),
    onSuccess: (_data, { requestId }) => {
      updateCached(queryClient, requestId, { status: 'replied' });
      toast({ title: 'Reply sent' });
    },
    onSettled: (_data, _error, { requestId }) => refreshRequest(queryClient, requestId),
  });
}
