import { contactStatusSchema } from '@shop/contracts/support';
import { EmptyState } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useUrlChoice } from '../routing/use-url-choice.js';
import { adminKeys } from '../admin-keys.js';
import { PagedList } from '../lists/paged-list.js';
import { invalidateShortLists, usePagedList } from '../lists/list-query.js';
import { StatusFilter } from '../lists/status-filter.js';
import { getRequestsList, requestSummaryQuery } from './requests.queries.js';
import { RequestCard } from './request-card.js';
import { RequestDrawer } from './request-drawer.js';

export const NoRequests = () => <EmptyState icon={Inbox} title="No customer requests yet" />;

/** Refetches the list when the summary shows that a new request has arrived. */
function useRefetchOnNewRequest(): void {
  const queryClient = useQueryClient();
  const total = useQuery(requestSummaryQuery).data?.total;
  const lastTotal = useRef(total);
  useEffect(() => {
    if (total !== undefined && lastTotal.current !== undefined && total > lastTotal.current)
      void invalidateShortLists(queryClient, adminKeys.requests);
    lastTotal.current = total ?? lastTotal.current;
  }, [total, queryClient]);
}

export function Requests() {
  const [status, setStatus] = useUrlChoice('status', contactStatusSchema.options);
  const query = usePagedList(getRequestsList({ status }));
  useRefetchOnNewRequest();
  return (
    <section aria-label="Customer Requests">
      <div className="mb-6 flex">
        <StatusFilter
          label="Request status"
          options={contactStatusSchema.options}
          value={status}
          onChange={setStatus}
        />
      </div>
      <PagedList
        query={query}
        label="Requests"
        Row={RequestCard}
        empty={
          status ? <EmptyState icon={SearchX} title="No customer requests match the selected filter" /> : <NoRequests />
        }
      />
      <RequestDrawer />
    </section>
  );
}
