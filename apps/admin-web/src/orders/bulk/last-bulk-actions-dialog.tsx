import { getErrorMessage } from '@shop/web-kit';
import { ErrorState, Spinner } from '@shop/web-ui';
import { DialogContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../relative-time.js';
import { describeCounts, getBulkTitle } from './bulk-action-dialog.js';
import { bulkActionsQuery } from './bulk.queries.js';

export function LastBulkActionsDialog({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useQuery(bulkActionsQuery);
  return (
    <DialogContent
      title="Bulk actions"
      description="The last ones of all admins. Results are kept for 30 days."
      className="max-w-xl"
    >
      {!data &&
        (error ? (
          <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading" />
        ))}
      {data?.length === 0 && (
        <p className="text-muted-foreground">Nothing yet. Select orders in the list to start one.</p>
      )}
      <ul role="list" className="grid gap-2">
        {data?.map(({ id, kind, startedBy, startedAt, counts }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="grid w-full gap-0.5 rounded-control border border-border px-4 py-3 text-left [overflow-wrap:anywhere] transition-colors hover:border-border-strong hover:bg-muted"
            >
              <span className="font-semibold">{getBulkTitle(kind)}</span>
              <span>{describeCounts(counts)}</span>
              <span className="text-sm text-muted-foreground">
                {startedBy}, <RelativeTime at={startedAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </DialogContent>
  );
}
