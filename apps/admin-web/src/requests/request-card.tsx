import type { ContactSubmission } from '@shop/contracts/support';
import { formatRelative, toast } from '@shop/web-kit';
import { Button, Card, StatusBadge } from '@shop/web-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { changeStatus } from './api/change-status.js';
import { statusActions } from './status-actions.rules.js';

function StatusActions({ request }: { request: ContactSubmission }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: changeStatus,
    onSuccess: () => toast({ title: 'Status updated' }),
    onError: () => toast({ title: 'Update failed', description: 'Could not update submission status', variant: 'destructive' }),
    // After a refusal too: somebody else may have moved it meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.requests }),
  });

  return (
    <div className="flex flex-wrap gap-2">
      {statusActions(request.status).map(({ label, status }) => (
        <Button key={status} variant="outline" size="sm" disabled={change.isPending} onClick={() => change.mutate({ id: request.id, status })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

export function RequestCard({ request }: { request: ContactSubmission }) {
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-display text-lg font-bold">{request.name}</span>
            <StatusBadge status={request.status} />
          </p>
          <p className="text-muted-foreground">
            <a href={`mailto:${request.email}`} className="rounded-sm break-all underline-offset-4 hover:underline">
              {request.email}
            </a>
            <time dateTime={request.createdAt} className="before:mx-2 before:content-['·']">
              {formatRelative(request.createdAt)}
            </time>
          </p>
        </div>
        <StatusActions request={request} />
      </div>
      <p className="mt-3 font-semibold break-words">{request.subject}</p>
      <p className="mt-1 line-clamp-2 max-w-[75ch] break-words text-muted-foreground">{request.message}</p>
    </Card>
  );
}
