import { getContactRequest, getContactSummary, listContactRequests } from '@shop/contracts/routes';
import { contactSubmissionDetailReader, contactSubmissionReader, type ContactStatus } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../admin-keys.js';
import { getItem, ROWS_PER_PAGE, type ListDefinition } from '../lists/list-query.js';
import { isMissingCall } from '../failures.js';

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
