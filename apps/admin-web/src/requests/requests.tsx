import { contactStatusSchema } from '@shop/contracts/support';
import { EmptyState } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useUrlChoice } from '../address/use-url-choice.js';
import { adminKeys } from '../admin-keys.js';
import { PagedList } from '../lists/paged-list.js';
import { askListsAgain, usePagedList } from '../lists/paged-query.js';
import { StatusFilter } from '../lists/status-filter.js';
import { requestSummaryQuery } from './api/get-summary.js';
import { requestsList } from './api/list-requests.js';
import { RequestCard } from './request-card.js';
import { RequestSheet } from './request-sheet.js';

export const NoRequests = () => <EmptyState icon={Inbox} title="No customer requests yet" />;

/** Somebody has written since: the list is asked again. */
function useNewArrivals(): void {
  const queryClient = useQueryClient();
  const total = useQuery(requestSummaryQuery).data?.total;
  const known = useRef(total);
  useEffect(() => {
    if (total !== undefined && known.current !== undefined && total > known.current)
      void askListsAgain(queryClient, adminKeys.requests);
    known.current = total ?? known.current;
  }, [total, queryClient]);
}

export function Requests() {
  const [status, setStatus] = useUrlChoice('status', contactStatusSchema.options);
  const query = usePagedList(requestsList({ status }));
  useNewArrivals();
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
      <RequestSheet />
    </section>
  );
}
