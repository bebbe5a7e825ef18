import type { Open } from '@shop/contracts-common';
import type { BulkActionKind, DisplayedBulkAction } from '@shop/contracts-order';
import { getErrorMessage, useSingleFlight } from '@shop/web-kit';
import { Button, ErrorState, FormError, Spinner } from '@shop/web-ui';
import { DialogContent } from '@shop/web-ui/dialog';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminKeys } from '../../admin-keys.js';
import { bulkActionQuery, isRunning, useBulkRetry } from './bulk.queries.js';
import { countOrders, OrderNote, OrderNotes } from './order-notes.js';

const TITLES: Readonly<Record<BulkActionKind, string>> = {
  'start-processing': 'Start Processing',
  'set-tracking': 'Tracking numbers',
};

/** A kind of a newer server is named as it is. */
export const getBulkTitle = (kind: Open<BulkActionKind>): string =>
  Object.hasOwn(TITLES, kind) ? TITLES[kind as BulkActionKind] : kind;

/** `38 done, 1 skipped, 1 failed` */
export const describeCounts = ({ pending, done, skipped, failed }: DisplayedBulkAction['counts']): string =>
  [
    [pending, 'to do'],
    [done, 'done'],
    [skipped, 'skipped'],
    [failed, 'failed'],
  ]
    .flatMap(([count, what]) => (count ? `${count} ${what}` : []))
    .join(', ');

const GROUPS = [
  ['failed', 'Failed'],
  ['skipped', 'Skipped'],
  ['pending', 'To do'],
  ['done', 'Done'],
] as const;

function Rows({ rows }: Pick<DisplayedBulkAction, 'rows'>) {
  return GROUPS.map(([state, label]) => {
    const own = rows.filter((row) => row.state === state);
    if (own.length === 0) return null;
    const isOpen = state === 'failed' || state === 'skipped';
    return (
      <details key={state} open={isOpen}>
        <summary className="cursor-pointer rounded-sm py-2.5 font-semibold">
          {label} ({own.length})
        </summary>
        <OrderNotes label={label}>
          {own.map(({ orderNumber, message }, index) => (
            <OrderNote key={index} before={orderNumber}>
              {message}
            </OrderNote>
          ))}
        </OrderNotes>
      </details>
    );
  });
}

interface ResultProps {
  action: DisplayedBulkAction;
  onOpen: (name: string | null) => void;
}

function Result({ action, onOpen }: ResultProps) {
  const { id, counts, rows } = action;
  const retry = useBulkRetry();
  const retryOnce = useSingleFlight(retry);
  const queryClient = useQueryClient();
  const running = isRunning(action);
  useEffect(() => {
    if (running) return;
    for (const queryKey of [adminKeys.orders, adminKeys.stats, adminKeys.money])
      void queryClient.invalidateQueries({ queryKey });
  }, [running, queryClient]);
  // An unknown order stays unknown.
  const retryable = rows.filter(({ state, orderId }) => state === 'failed' && orderId !== null).length;
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <progress
          aria-label="Progress"
          max={rows.length}
          value={rows.length - counts.pending}
          className="h-2 w-full accent-primary"
        />
        <p role="status" className="font-semibold">
          {describeCounts(counts)}
        </p>
        {running && (
          <p className="text-sm text-muted-foreground">
            You can close this. The shop goes on, and “Bulk actions” shows the result.
          </p>
        )}
      </div>
      <div className="grid gap-2">
        <Rows rows={rows} />
      </div>
      <FormError message={retry.error && getErrorMessage(retry.error)} />
      <div className="flex flex-wrap justify-end gap-3">
        {retryable > 0 && !running && (
          <Button variant="outline" disabledFocusable={retry.isPending} onClick={() => retryOnce(id)}>
            {retry.isPending ? 'Trying...' : `Try ${countOrders(retryable)} again`}
          </Button>
        )}
        <Button onClick={() => onOpen(null)}>Close</Button>
      </div>
    </div>
  );
}

/** A bulk action while it runs and afterwards. It is in the URL, so that a reload finds it. */
export function BulkActionDialog({ id, onOpen }: { id: string; onOpen: (name: string | null) => void }) {
  const { data, error, refetch } = useQuery(bulkActionQuery(id));
  return (
    <DialogContent
      title={data ? getBulkTitle(data.kind) : 'Bulk action'}
      description={data && `${countOrders(data.rows.length)}, started by ${data.startedBy}`}
      className="max-w-xl"
    >
      {data && <Result action={data} onOpen={onOpen} />}
      {!data &&
        (error ? (
          <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading" />
        ))}
    </DialogContent>
  );
}
