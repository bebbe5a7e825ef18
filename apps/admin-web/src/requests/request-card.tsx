import { toMailtoLink } from '@shop/contracts/identity';
import type { DisplayedSubmission } from '@shop/contracts/support';
import { Card, StatusBadge } from '@shop/web-ui';
import { OpenItemLink } from '../routing/open-item.js';
import { RelativeTime } from '../relative-time.js';
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
