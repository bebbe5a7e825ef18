import type { TimelineEntry } from '@shop/contracts-common';
import type { DisplayedUserDetail } from '@shop/contracts-identity';
import { useQuery } from '@tanstack/react-query';
import { CUSTOMER_ROWS, customerOrdersQuery } from '../customers/customer-orders.queries.js';
import { Timeline } from '../timeline/timeline.js';
import { userRequestsQuery } from './users.queries.js';

const toEntry = (id: string, at: string, action: string, summary: string): TimelineEntry => ({
  ...{ id, at, action, summary },
  ...{ actor: null, before: null, after: null },
});

/** What happened to an account, with the newest orders and requests of its owner. Absent without any: the server has no timeline of users. */
export function UserTimeline({ user }: { user: DisplayedUserDetail }) {
  const { data: orders = [] } = useQuery(customerOrdersQuery({ userId: user.id }));
  const { data: requests = [] } = useQuery(userRequestsQuery(user));
  if (!user.timeline) return null;
  const entries = [
    ...user.timeline,
    ...orders.map(({ id, createdAt, orderNumber }) =>
      toEntry(id, createdAt, 'order.placed', `Order ${orderNumber} was placed.`),
    ),
    ...requests.map(({ id, createdAt, subject }) =>
      toEntry(id, createdAt, 'contact.received', subject ? `A request came in: ${subject}` : 'A request came in.'),
    ),
  ].sort((a, b) => b.at.localeCompare(a.at));
  const isCut = orders.length === CUSTOMER_ROWS || requests.length === CUSTOMER_ROWS;
  return (
    <div>
      <Timeline entries={entries} />
      {isCut && (
        <p className="mt-3 text-sm text-muted-foreground">
          With the newest {CUSTOMER_ROWS} orders and {CUSTOMER_ROWS} requests.
        </p>
      )}
    </div>
  );
}
