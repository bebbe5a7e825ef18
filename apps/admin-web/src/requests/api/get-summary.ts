import { contactSubmissionReader, contactSummarySchema } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import { isMissingCall } from '../../missing-call.js';

/** How often an open page looks for new requests. */
const REFETCH_INTERVAL_MS = 15_000;

interface RequestSummary {
  /** Number of unread requests. */
  new: number;
  total: number;
  /** The server has no summary: the numbers are counted in the list. */
  isCounted: boolean;
}

const statusesSchema = z.array(z.pick(contactSubmissionReader, { status: true }));

async function countRequests(signal: AbortSignal): Promise<RequestSummary> {
  const requests = await api.get('/api/admin/contact-submissions', statusesSchema, { signal });
  return { new: requests.filter(({ status }) => status === 'new').length, total: requests.length, isCounted: true };
}

async function getSummary(client: QueryClient, signal: AbortSignal): Promise<RequestSummary> {
  if (client.getQueryData<RequestSummary>(adminKeys.requestSummary)?.isCounted) return countRequests(signal);
  try {
    const summary = await api.get('/api/admin/contact-submissions/summary', contactSummarySchema, { signal });
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
