import { toMailtoLink } from '@shop/contracts/identity';
import type { DisplayedSubmissionDetail } from '@shop/contracts/support';
import { getErrorMessage } from '@shop/web-kit';
import { Card, ErrorState, StatusBadge } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { findRowElement, useOpenedItem } from '../routing/open-item.js';
import { ListSkeleton } from '../lists/list-skeleton.js';
import { RelativeTime } from '../relative-time.js';
import { Timeline } from '../timeline/timeline.js';
import { requestQuery } from './requests.queries.js';
import { ReplyForm } from './reply-form.js';
import { StatusActions } from './status-actions.js';

function Reply({ reply }: { reply: DisplayedSubmissionDetail['replies'][number] }) {
  return (
    <li>
      <Card className="ml-6 bg-muted p-5 sm:ml-12">
        <p className="mb-2 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          <bdi className="font-semibold text-foreground">{reply.author}</bdi> replied{' '}
          <RelativeTime at={reply.createdAt} />
        </p>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {reply.message}
        </p>
      </Card>
    </li>
  );
}

function RequestDetails({ request }: { request: DisplayedSubmissionDetail & { isFromList: boolean } }) {
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <StatusBadge status={request.status} />
        <div>
          <StatusActions request={request} />
        </div>
      </div>
      <Card className="p-5">
        <p className="mb-3 text-muted-foreground [overflow-wrap:anywhere]">
          <bdi className="font-semibold text-foreground">{request.name}</bdi>{' '}
          <a href={toMailtoLink(request.email)} className="underline underline-offset-4">
            {request.email}
          </a>{' '}
          <RelativeTime at={request.createdAt} className="before:mr-2 before:ml-1 before:content-['·']" />
        </p>
        <h3 dir="auto" className="mb-2 text-lg font-bold [overflow-wrap:anywhere]">
          {request.subject}
        </h3>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {request.message}
        </p>
      </Card>
      {request.replies.length > 0 && (
        <ol aria-label="Replies" className="grid gap-4">
          {request.replies.map((reply) => (
            <Reply key={reply.id} reply={reply} />
          ))}
        </ol>
      )}
      {request.canBeReplied && <ReplyForm request={request} />}
      {request.isFromList ? (
        <p className="text-muted-foreground">This shop’s server has no replies and no timeline of its requests.</p>
      ) : (
        <Timeline entries={request.timeline} />
      )}
    </div>
  );
}

function RequestById({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: request, isPending, error, refetch } = useQuery(requestQuery(id));
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent title={request?.subject || 'Customer request'} returnFocusTo={() => findRowElement('request', id)}>
        {isPending && <ListSkeleton />}
        {request && <RequestDetails request={request} />}
        {!request && error && <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      </DrawerContent>
    </Dialog>
  );
}

/** The details of the request in the URL (`?request=id`). */
export function RequestDrawer() {
  const { id, close } = useOpenedItem('request');
  return id && <RequestById key={id} id={id} onClose={close} />;
}
