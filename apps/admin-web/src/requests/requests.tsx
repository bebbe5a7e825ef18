import { toMailtoLink } from '@shop/contracts-identity';
import { contactStatusSchema, type DisplayedSubmission } from '@shop/contracts-support';
import type { listContactRequests, searchContactRequests } from '@shop/contracts-support/routes';
import { Card, EmptyState, StatusBadge } from '@shop/web-ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { adminKeys } from '../admin-keys.js';
import { invalidateShortLists, usePagedList } from '../lists/list-query.js';
import { AdminList, StatusFilter } from '../lists/admin-list.js';
import { SearchField, useSearch } from '../lists/search.js';
import { ListNotice } from '../lists/list-notice.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink, useUrlChoice } from '../url-state.js';
import { RequestDrawer } from './request-drawer.js';
import { findRequests, getRequestsList, requestSummaryQuery } from './requests.queries.js';
import { StatusActions } from './status-actions.js';

/** A click anywhere in the card opens the request; other links and buttons are above that area. */
export function RequestCard({ row: request }: { row: DisplayedSubmission }) {
  return (
    <Card className="relative p-5 transition-colors hover:border-border-strong">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-display text-lg font-bold [overflow-wrap:anywhere]">{request.name}</bdi>
            <StatusBadge status={request.status} />
          </p>
          <p className="text-muted-foreground">
            <a
              href={toMailtoLink(request.email)}
              className="relative z-1 rounded-sm break-all underline-offset-4 hover:underline"
            >
              {request.email}
            </a>{' '}
            <RelativeTime at={request.createdAt} className="before:mr-2 before:ml-1 before:content-['·']" />
          </p>
        </div>
        <div className="relative z-1">
          <StatusActions request={request} />
        </div>
      </div>
      <OpenItemLink
        kind="request"
        id={request.id}
        className="mt-3 block rounded-sm font-semibold break-words [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-card"
      >
        <bdi>{request.subject}</bdi>
      </OpenItemLink>
      <p dir="auto" className="mt-1 line-clamp-2 max-w-[75ch] [overflow-wrap:anywhere] text-muted-foreground">
        {request.message}
      </p>
    </Card>
  );
}

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
  const search = useSearch('requests');
  const query = usePagedList<typeof listContactRequests | typeof searchContactRequests>(
    search.words === undefined ? getRequestsList({ status }) : findRequests(search.words, { status }),
  );
  useRefetchOnNewRequest();
  return (
    <section aria-label="Customer Requests">
      <ListNotice rows="requests">
        <div className="mb-6 grid items-end gap-4 sm:flex">
          <SearchField search={search} label="Find requests" hint="Name, email, subject or order number" />
          <StatusFilter
            label="Request status"
            options={contactStatusSchema.options}
            value={status}
            onChange={setStatus}
          />
        </div>
        <AdminList
          query={query}
          label="Requests"
          words={search.words}
          Row={RequestCard}
          empty={
            status ? (
              <EmptyState icon={SearchX} title="No customer requests match the selected filter" />
            ) : (
              <NoRequests />
            )
          }
        />
        <RequestDrawer />
      </ListNotice>
    </section>
  );
}
