import type { Open } from '@shop/contracts-common';
import type { DisplayedAdminOrderDetail, OrderStatus } from '@shop/contracts-order';
import { formatFullDateTime, useSingleFlight, type SingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useSeenVersion } from '../../forms.js';
import { Permitted } from '../../session/permitted.js';
import { getCancellationPrompt, getStatusChangeLabel } from '../order-status-change.rules.js';
import { useOrderStatusChange, type OrderStatusChange } from '../orders.queries.js';
import { OptionalTrackingForm } from './tracking-fields.js';

/** Statuses that open a dialog first. */
type DialogStatus = 'processing' | 'shipped' | 'cancelled';
const needsDialog = (status: Open<OrderStatus>, { fulfilment }: DisplayedAdminOrderDetail): status is DialogStatus =>
  status === 'shipped' ||
  status === 'cancelled' ||
  (status === 'processing' && fulfilment?.state === 'change-window' && Date.parse(fulfilment.dueAt) > Date.now());

interface DialogProps {
  order: DisplayedAdminOrderDetail;
  isPending: boolean;
  onChange: SingleFlight<unknown, OrderStatusChange>;
  onClose: () => void;
}

function CancelDialog({ order, isPending, onChange, onClose }: DialogProps) {
  const { version } = useSeenVersion(order.version);
  const { warning, label, permission } = getCancellationPrompt(order);
  return (
    <DialogContent title={`Cancel order ${order.orderNumber}?`} description={warning}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Keep Order
        </Button>
        <Permitted permission={permission}>
          <Button
            variant="destructive"
            disabledFocusable={isPending}
            onClick={() =>
              onChange({ id: order.id, version, status: 'cancelled' }, { onSuccess: onClose, onError: onClose })
            }
          >
            {isPending ? 'Cancelling...' : label}
          </Button>
        </Permitted>
      </div>
    </DialogContent>
  );
}

/** For a start within the change window, which the customer was promised. */
function StartDialog({ order, isPending, onChange, onClose }: DialogProps) {
  const { version } = useSeenVersion(order.version);
  const until = order.fulfilment && formatFullDateTime(order.fulfilment.dueAt);
  return (
    <DialogContent
      title="Start processing now?"
      description={`The customer may still change or cancel this order until ${until}. Once processing has started, that is over.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Wait
        </Button>
        <Button
          disabledFocusable={isPending}
          onClick={() =>
            onChange({ id: order.id, version, status: 'processing' }, { onSuccess: onClose, onError: onClose })
          }
        >
          {isPending ? 'Starting...' : 'Start all the same'}
        </Button>
      </div>
    </DialogContent>
  );
}

function ShipDialog({ order, isPending, onChange, onClose }: DialogProps) {
  const { version, handleError } = useSeenVersion(order.version);
  return (
    <DialogContent
      title="Mark as shipped"
      description="The customer gets an email, with the tracking number where there is one."
    >
      <OptionalTrackingForm
        label="Mark Shipped"
        isSending={isPending}
        onSend={(tracking) =>
          onChange({ id: order.id, version, status: 'shipped', tracking }, { onSuccess: onClose, onError: handleError })
        }
      />
    </DialogContent>
  );
}

/** One button for each status that the server allows now. */
export function OrderStatusActions({ order }: { order: DisplayedAdminOrderDetail }) {
  const [openDialog, setOpenDialog] = useState<DialogStatus | null>(null);
  const change = useOrderStatusChange();
  const changeOnce = useSingleFlight(change);
  const close = (): void => setOpenDialog(null);
  const handleClick = (status: Open<OrderStatus>): void => {
    if (needsDialog(status, order)) setOpenDialog(status);
    else changeOnce({ id: order.id, version: order.version, status });
  };
  if (order.nextStatuses.length === 0) return null;

  return (
    <div role="group" aria-label="Move the order on" className="flex flex-wrap gap-3">
      {order.nextStatuses.map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'outline' : 'default'}
          disabledFocusable={change.isPending}
          onClick={() => handleClick(status)}
        >
          {getStatusChangeLabel(status)}
        </Button>
      ))}
      <Dialog open={openDialog !== null} onOpenChange={close}>
        {openDialog === 'processing' && (
          <StartDialog order={order} isPending={change.isPending} onChange={changeOnce} onClose={close} />
        )}
        {openDialog === 'shipped' && (
          <ShipDialog order={order} isPending={change.isPending} onChange={changeOnce} onClose={close} />
        )}
        {openDialog === 'cancelled' && (
          <CancelDialog order={order} isPending={change.isPending} onChange={changeOnce} onClose={close} />
        )}
      </Dialog>
    </div>
  );
}
