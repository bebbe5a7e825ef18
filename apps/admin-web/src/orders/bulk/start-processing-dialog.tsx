import type { StartBulkActionRequest } from '@shop/contracts-order';
import { formatFullDateTime, getErrorMessage, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, ErrorState, FormError, Spinner } from '@shop/web-ui';
import { DialogContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectedOrder } from '../selection.js';
import { bulkPreviewQuery, useBulkStart } from './bulk.queries.js';
import { countOrders, OrderNote, OrderNotes } from './order-notes.js';

interface Props {
  orders: readonly SelectedOrder[];
  onStarted: (id: string) => void;
  onClose: () => void;
}

/** Says what would happen, and asks about orders that their customers may still change. */
export function StartProcessingDialog({ orders, onStarted, onClose }: Props) {
  const ids = orders.map(({ id }) => id);
  const preview = useQuery(bulkPreviewQuery({ kind: 'start-processing', orders: ids }));
  const [isConfirmed, setConfirmed] = useState(false);
  const start = useBulkStart();
  const startOnce = useSingleFlight(start);
  const getKey = useIdempotencyKey();

  const rows = preview.data ?? [];
  const startable = rows.filter(({ problem }) => problem === null);
  const refused = rows.filter(({ problem }) => problem !== null);
  const changeable = startable.filter(({ changeableUntil }) => changeableUntil);
  const count = startable.length - (isConfirmed ? 0 : changeable.length);

  const handleStart = (): void => {
    const chosen = startable.filter(({ changeableUntil }) => isConfirmed || !changeableUntil);
    const request: StartBulkActionRequest = {
      kind: 'start-processing',
      orders: chosen.flatMap(({ orderId }) => orderId ?? []),
      confirmed: isConfirmed ? changeable.flatMap(({ orderId }) => orderId ?? []) : [],
    };
    startOnce({ key: getKey(request), request }, { onSuccess: ({ id }) => onStarted(id) });
  };

  return (
    <DialogContent title="Start Processing" description="The printer gets the orders, or you print them yourself.">
      {preview.isPending && <Spinner label="Loading" />}
      {preview.error && <ErrorState message={getErrorMessage(preview.error)} onRetry={() => void preview.refetch()} />}
      {preview.data && (
        <div className="grid gap-5">
          {changeable.length > 0 && (
            <div className="grid gap-2">
              <p>
                The customers of {countOrders(changeable.length)} may still change or cancel. Once processing has
                started, they can’t.
              </p>
              <OrderNotes label="In the change window">
                {changeable.map(({ orderId, orderNumber, changeableUntil }) => (
                  <OrderNote key={orderId} before={orderNumber}>
                    until {changeableUntil && formatFullDateTime(changeableUntil)}
                  </OrderNote>
                ))}
              </OrderNotes>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  checked={isConfirmed}
                  onChange={(event) => setConfirmed(event.currentTarget.checked)}
                  className="size-4.5 shrink-0 accent-primary"
                />
                Start {changeable.length === 1 ? 'it' : 'them'} all the same
              </label>
            </div>
          )}
          {refused.length > 0 && (
            <div className="grid gap-2">
              <p>{countOrders(refused.length)} can’t be started:</p>
              <OrderNotes label="Not started">
                {refused.map(({ orderNumber, problem }, index) => (
                  <OrderNote key={index} before={orderNumber}>
                    {problem}
                  </OrderNote>
                ))}
              </OrderNotes>
            </div>
          )}
          <FormError message={start.error && getErrorMessage(start.error)} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button disabledFocusable={count === 0 || start.isPending} onClick={handleStart}>
              {start.isPending ? 'Starting...' : count === 0 ? 'Nothing to start' : `Start ${countOrders(count)}`}
            </Button>
          </div>
        </div>
      )}
    </DialogContent>
  );
}
