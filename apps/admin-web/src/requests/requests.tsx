import { EmptyState } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { ListFrame } from '../list-frame.js';
import { requestsQuery } from './api/list-requests.js';
import { RequestCard } from './request-card.js';

export const NoRequests = () => <EmptyState icon={Inbox} title="No customer requests yet" />;

export function Requests() {
  return (
    <section aria-label="Customer Requests">
      <ListFrame query={useQuery(requestsQuery)} empty={<NoRequests />}>
        {(requests) => (
          <ul className="grid gap-4">
            {requests.map((request) => (
              <li key={request.id}>
                <RequestCard request={request} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
