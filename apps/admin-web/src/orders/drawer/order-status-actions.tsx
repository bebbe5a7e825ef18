import { zodResolver } from '@hookform/resolvers/zod';
import type { Open } from '@shop/contracts/common';
import {
  trackingSchema,
  type DisplayedAdminOrderDetail,
  type OrderStatus,
  type Tracking,
  type TrackingForm,
} from '@shop/contracts/order';
import { useSingleFlight, type SingleFlight } from '@shop/web-kit';
import { Button, Field, Input } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { getCancellationPrompt, getStatusChangeLabel } from '../order-status-change.rules.js';
import { useOrderStatusChange, type OrderStatusChange } from '../orders.queries.js';

type Fields = Record<'carrier' | 'number' | 'url', string>;
const EMPTY_FIELDS: Fields = { carrier: '', number: '', url: '' };

const isEmpty = (fields: TrackingForm): boolean => Object.values(fields).every((text) => !text?.trim());
const trackingResolver = zodResolver(trackingSchema) as unknown as Resolver<Fields, unknown, Tracking>;
/** Either all fields are empty (no tracking), or carrier and number are required. */
const resolver: Resolver<Fields, unknown, Tracking | Fields> = (fields, context, options) =>
  isEmpty(fields) ? { values: fields, errors: {} } : trackingResolver(fields, context, options);

interface Props {
  isSending: boolean;
  onSend: (tracking: Tracking | null) => void;
}

/** Asks for tracking data before an order is marked as shipped. */
function ShippingForm({ isSending, onSend }: Props) {
  const form = useForm({ resolver, defaultValues: EMPTY_FIELDS });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) => onSend(isEmpty(fields) ? null : { ...fields, url: fields.url || null }));
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Carrier" error={errors.carrier?.message}>
        <Input autoComplete="off" {...form.register('carrier')} />
      </Field>
      <Field label="Tracking number" error={errors.number?.message}>
        <Input autoComplete="off" spellCheck={false} {...form.register('number')} />
      </Field>
      <Field label="Tracking address" hint="Optional" error={errors.url?.message}>
        <Input inputMode="url" placeholder="https://" autoComplete="off" {...form.register('url')} />
      </Field>
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
