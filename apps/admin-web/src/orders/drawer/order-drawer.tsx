import type { DisplayedAdminOrderDetail } from '@shop/contracts/order';
import { getErrorMessage } from '@shop/web-kit';
import { ErrorState, StatusBadge } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { findRowElement, useOpenedItem } from '../../routing/open-item.js';
import { ListSkeleton } from '../../lists/list-skeleton.js';
import { RelativeTime } from '../../relative-time.js';
import { Timeline } from '../../timeline/timeline.js';
import { orderQuery } from '../orders.queries.js';
import { OrderAddress, OrderTracking } from './order-delivery.js';
import { OrderItems } from './order-items.js';
import { OrderStatusActions } from './order-status-actions.js';
import { OrderNote } from './order-note.js';
import { OrderPayment } from './order-payment.js';
import { OrderPrinting } from './order-printing.js';

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
      {!order.isFromList && (
        <>
          <OrderNote order={order} />
          <Timeline entries={order.timeline} />
        </>
      )}
    </div>
  );
}

function OrderById({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: order, isPending, error, refetch } = useQuery(orderQuery(id));
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent
        title={order ? `Order ${order.orderNumber}` : 'Order'}
        returnFocusTo={() => findRowElement('order', id)}
      >
        {isPending && <ListSkeleton />}
        {order && <OrderDetails order={order} />}
        {!order && error && <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      </DrawerContent>
    </Dialog>
  );
}

/** The details of the order in the URL (`?order=id`). */
export function OrderDrawer() {
  const { id, close } = useOpenedItem('order');
  return id && <OrderById key={id} id={id} onClose={close} />;
}
