import { contactSummarySchema } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';

/** How often an open page looks for new requests. */
const REFETCH_INTERVAL_MS = 15_000;

export const requestSummaryQuery = queryOptions({
  queryKey: adminKeys.requestSummary,
  queryFn: ({ signal }) => api.get('/api/admin/contact-submissions/summary', contactSummarySchema, { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
});
