import type { Open } from '@shop/contracts/common';
import type { DisplayedAdminOrderDetail, OrderStatus, Tracking } from '@shop/contracts/order';
import { useSingleFlight, type SingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { getCancellationPrompt, getStatusChangeLabel } from '../order-status-change.rules.js';
import { EMPTY_TRACKING, TrackingInputs, trackingResolver, type TrackingFields } from './tracking-fields.js';
import { useOrderStatusChange, type OrderStatusChange } from '../orders.queries.js';

const isEmpty = (fields: TrackingFields | Tracking): boolean => Object.values(fields).every((text) => !text?.trim());
/** Either all fields are empty (no tracking), or carrier and number are required. */
const resolver: Resolver<TrackingFields, unknown, Tracking | TrackingFields> = (fields, context, options) =>
  isEmpty(fields) ? { values: fields, errors: {} } : trackingResolver(fields, context, options);

interface Props {
  isSending: boolean;
  onSend: (tracking: Tracking | null) => void;
}

/** Asks for tracking data before an order is marked as shipped. */
function ShippingForm({ isSending, onSend }: Props) {
  const form = useForm({ resolver, defaultValues: EMPTY_TRACKING });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) => onSend(isEmpty(fields) ? null : { ...fields, url: fields.url || null }));
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TrackingInputs register={form.register} errors={errors} />
      <p className="text-sm text-muted-foreground">Leave all three empty for a parcel that can’t be tracked.</p>
      <Button type="submit" size="lg" disabledFocusable={isSending}>
        {isSending ? 'Saving...' : 'Mark Shipped'}
      </Button>
    </form>
  );
}

/** Statuses that open a dialog first. */
type DialogStatus = 'shipped' | 'cancelled';
const needsDialog = (status: Open<OrderStatus>): status is DialogStatus =>
  status === 'shipped' || status === 'cancelled';

interface DialogProps {
  order: DisplayedAdminOrderDetail;
  isPending: boolean;
  onChange: SingleFlight<unknown, OrderStatusChange>;
  onClose: () => void;
}

function CancelDialog({ order, isPending, onChange, onClose }: DialogProps) {
  const { warning, label } = getCancellationPrompt(order);
  return (
    <DialogContent title={`Cancel order ${order.orderNumber}?`} description={warning}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Keep Order
        </Button>
        <Button
          variant="destructive"
          disabledFocusable={isPending}
          onClick={() =>
            onChange(
              { id: order.id, version: order.version, status: 'cancelled' },
              { onSuccess: onClose, onError: onClose },
            )
          }
        >
          {isPending ? 'Cancelling...' : label}
        </Button>
      </div>
    </DialogContent>
  );
}

function ShipDialog({ order, isPending, onChange, onClose }: DialogProps) {
  return (
    <DialogContent
      title="Mark as shipped"
      description="The customer is told by e-mail, with the tracking number where there is one."
    >
      <ShippingForm
        isSending={isPending}
        onSend={(tracking) =>
          onChange({ id: order.id, version: order.version, status: 'shipped', tracking }, { onSuccess: onClose })
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
    if (needsDialog(status)) setOpenDialog(status);
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
