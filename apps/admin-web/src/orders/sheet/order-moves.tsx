import type { AdminOrderDetail, OrderStatus } from '@shop/contracts/order';
import { useSingleFlight, type SingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useState } from 'react';
import type { OrderMove } from '../api/change-order.js';
import { cancellationOf, moveLabel } from '../order-moves.rules.js';
import { useOrderMove } from '../use-order-changes.js';
import { ShippingForm } from './shipping-form.js';

/** Moves that ask something first. */
type Asking = 'shipped' | 'cancelled';
const asksFirst = (status: OrderStatus): status is Asking => status === 'shipped' || status === 'cancelled';

interface DialogProps {
  order: AdminOrderDetail;
  isMoving: boolean;
  onMove: SingleFlight<unknown, OrderMove>;
  onClose: () => void;
}

function CancelDialog({ order, isMoving, onMove, onClose }: DialogProps) {
  const { warning, label } = cancellationOf(order);
  return (
    <DialogContent title={`Cancel order ${order.orderNumber}?`} description={warning}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onClose}>
          Keep Order
        </Button>
        <Button
          variant="destructive"
          shut={isMoving}
          onClick={() => onMove({ id: order.id, status: 'cancelled' }, { onSuccess: onClose, onError: onClose })}
        >
          {isMoving ? 'Cancelling...' : label}
        </Button>
      </div>
    </DialogContent>
  );
}

function ShipDialog({ order, isMoving, onMove, onClose }: DialogProps) {
  return (
    <DialogContent
      title="Mark as shipped"
      description="The customer is told by e-mail, with the tracking number where there is one."
    >
      <ShippingForm
        isSending={isMoving}
        onSend={(tracking) => onMove({ id: order.id, status: 'shipped', tracking }, { onSuccess: onClose })}
      />
    </DialogContent>
  );
}

/** A button for each move the server allows now (D27, D42). */
export function OrderMoves({ order }: { order: AdminOrderDetail }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const move = useOrderMove();
  const moveOnce = useSingleFlight(move);
  const close = (): void => setAsking(null);
  const start = (status: OrderStatus): void => {
    if (asksFirst(status)) setAsking(status);
    else moveOnce({ id: order.id, status });
  };
  if (order.nextStatuses.length === 0) return null;

  return (
    <div role="group" aria-label="Move the order on" className="flex flex-wrap gap-3">
      {order.nextStatuses.map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'outline' : 'default'}
          shut={move.isPending}
          onClick={() => start(status)}
        >
          {moveLabel(status)}
        </Button>
      ))}
      <Dialog open={asking !== null} onOpenChange={close}>
        {asking === 'shipped' && (
          <ShipDialog order={order} isMoving={move.isPending} onMove={moveOnce} onClose={close} />
        )}
        {asking === 'cancelled' && (
          <CancelDialog order={order} isMoving={move.isPending} onMove={moveOnce} onClose={close} />
        )}
      </Dialog>
    </div>
  );
}
