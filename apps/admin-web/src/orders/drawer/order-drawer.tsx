import { changeOrderNoteRequestSchema, type DisplayedAdminOrderDetail } from '@shop/contracts-order';
import { getErrorMessage, isConflict, useSingleFlight } from '@shop/web-kit';
import { Button, ErrorState, Field, StatusBadge, Textarea } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { ListSkeleton } from '../../lists/admin-list.js';
import { RelativeTime } from '../../relative-time.js';
import { findRowElement, useOpenedItem } from '../../url-state.js';
import { Timeline } from '../../timeline/timeline.js';
import { useDraft } from '../../forms.js';
import { orderQuery, useNoteChange } from '../orders.queries.js';
import { OrderAddress } from './order-delivery.js';
import { CustomerQuestions } from './order-questions.js';
import { OrderEmails } from './order-emails.js';
import { OrderHolds } from './order-holds.js';
import { OrderItems } from './order-items.js';
import { OrderPayment } from './order-payment.js';
import { OrderPrinting } from './order-printing.js';
import { OrderProblems } from './order-problems.js';
import { OrderReprints } from './order-reprints.js';
import { OrderStatusActions } from './order-status-actions.js';
import { OrderTracking } from './order-tracking.js';

/** A note among admins. It is saved by its button; unsaved input survives closing the order. */
function OrderNote({ order: { id, note, version } }: { order: DisplayedAdminOrderDetail }) {
  const [draft, setDraft] = useDraft(`order-note:${id}`);
  // The version of the note that the draft is to replace. Null: the newest.
  const [replaced, setReplaced] = useDraft(`order-note-version:${id}`);
  const [validationError, setValidationError] = useState<string>();
  const change = useNoteChange();
  const changeOnce = useSingleFlight(change);
  const saved = note ?? '';
  const text = draft ?? saved;
  const isChanged = text.trim() !== saved;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = changeOrderNoteRequestSchema.safeParse({ note: text });
    setValidationError(parsed.error?.issues[0]?.message);
    if (!parsed.success || !isChanged) return;
    changeOnce(
      { id, version: replaced ?? version, note: parsed.data.note },
      {
        onSuccess: () => {
          setDraft(null);
          setReplaced(null);
        },
        onError: (failure) => isConflict(failure) && setReplaced(null),
      },
    );
  };
  const handleChange = (typed: string): void => {
    if (draft === null) setReplaced(version ?? null);
    setDraft(typed);
  };

  const error = validationError ?? (change.error ? getErrorMessage(change.error) : undefined);
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <Field label="Note" hint="Among admins; the customer finds it in a download of their data" error={error}>
        <Textarea
          rows={3}
          value={text}
          onChange={({ currentTarget }) => handleChange(currentTarget.value)}
          readOnly={change.isPending}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="outline" size="sm" disabledFocusable={change.isPending || !isChanged}>
          {change.isPending ? 'Saving...' : 'Save Note'}
        </Button>
        {isChanged && !change.isPending && <span className="text-sm text-muted-foreground">Not saved yet</span>}
      </div>
    </form>
  );
}

function OrderDetails({ order }: { order: DisplayedAdminOrderDetail & { isFromList: boolean } }) {
  return (
    <div className="grid gap-9">
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StatusBadge status={order.status} />
          <RelativeTime at={order.createdAt} className="text-muted-foreground" />
        </p>
        <OrderStatusActions order={order} />
      </div>
      <OrderHolds order={order} />
      <CustomerQuestions order={order} />
      <OrderProblems order={order} />
      {order.isFromList && (
        <p className="text-muted-foreground">This shop’s server has no more details of its orders.</p>
      )}
      {order.items.length > 0 && <OrderItems order={order} />}
      <div className="grid gap-9 sm:grid-cols-2">
        <OrderAddress order={order} />
        <OrderPayment order={order} />
        <OrderPrinting order={order} />
        <OrderTracking order={order} />
      </div>
      <OrderReprints order={order} />
      {!order.isFromList && (
        <>
          <OrderEmails order={order} />
          <OrderNote order={order} />
          <Timeline entries={order.timeline} />
        </>
      )}
    </div>
  );
}

interface NeighboursProps {
  id: string;
  /** The loaded rows of the list. */
  ids: readonly string[];
  onMove: (id: string) => void;
  /** Loads the next page of the list, and returns all loaded rows. Absent: all are loaded. */
  loadMore?: () => Promise<readonly string[]>;
}

/** The list as it was when the open order was last in it: a change may take the order out of a view. */
function useListAround({ id, ids }: Pick<NeighboursProps, 'id' | 'ids'>): readonly string[] {
  const [last, setLast] = useState(ids);
  if (!ids.includes(id)) return last;
  if (ids !== last) setLast(ids);
  return ids;
}

/** The rows before and after the open one. Nothing for an order that was never in the list. */
function Neighbours({ id, ids, onMove, loadMore }: NeighboursProps) {
  const list = useListAround({ id, ids });
  const at = list.indexOf(id);
  if (at === -1) return null;
  const [previous, next] = [list[at - 1], list[at + 1]];
  const moveOn = async (): Promise<void> => {
    const rows = next === undefined && loadMore ? await loadMore() : list;
    const place = rows.indexOf(id);
    const after = place === -1 ? undefined : rows[place + 1];
    if (after !== undefined) onMove(after);
  };
  return (
    <div className="mb-5 flex gap-2">
      <Button
        variant="outline"
        size="sm"
        disabledFocusable={previous === undefined}
        onClick={() => previous && onMove(previous)}
      >
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabledFocusable={next === undefined && !loadMore}
        onClick={() => void moveOn()}
      >
        Next
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}

function OrderById({ onClose, ...neighbours }: NeighboursProps & { onClose: () => void }) {
  const { id } = neighbours;
  const { data: order, isPending, error, refetch } = useQuery(orderQuery(id));
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent
        title={order ? `Order ${order.orderNumber}` : 'Order'}
        returnFocusTo={() => findRowElement('order', id)}
      >
        <Neighbours {...neighbours} />
        {isPending && <ListSkeleton />}
        {order && <OrderDetails key={id} order={order} />}
        {!order && error && <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      </DrawerContent>
    </Dialog>
  );
}

/** The details of the order in the URL (`?order=id`). `ids`: the loaded rows of the list behind it. */
export function OrderDrawer({ ids = [], loadMore }: { ids?: readonly string[] } & Pick<NeighboursProps, 'loadMore'>) {
  const { id, close, replace } = useOpenedItem('order');
  return id && <OrderById id={id} ids={ids} loadMore={loadMore} onMove={replace} onClose={close} />;
}
