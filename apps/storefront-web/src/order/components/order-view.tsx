import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { formatDate, useCurrentUser } from '@shop/web-kit';
import { Button, Card, cn } from '@shop/web-ui';
import { ArrowLeft, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OrderAccess } from '../../placed-order/order.queries.js';
import { PrintReceipt } from '../../placed-order/components/print-receipt.js';
import { getOrderPhase } from '../../placed-order/order-state.js';
import { AddressLines } from '../../purchase/address-lines.js';
import { CancelOrder } from './cancel-order.js';
import { ChangeAddress } from './change-address.js';
import { OrderTotals } from './order-totals.js';
import { OrderTimeline } from './order-timeline.js';
import { OrderedItems } from './ordered-items.js';
import { StateCard } from './state-card.js';

interface Props {
  access: OrderAccess;
  customerOrder: DisplayedCustomerOrder;
  /** The last request failed. */
  isOutOfDate: boolean;
}

/** An unpaid order has no receipt. */
const RECEIPT_STATUSES: ReadonlySet<string | undefined> = new Set(['paid', 'refunded']);

function Heading({ customerOrder }: { customerOrder: DisplayedCustomerOrder }) {
  const { user } = useCurrentUser();
  const { order } = customerOrder;
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {user && (
          <Link
            to="/orders"
            className="mb-2 inline-flex min-h-11 items-center gap-2 font-semibold text-primary-text underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden className="size-4.5" />
            My Orders
          </Link>
        )}
        <h1
          id="order-heading"
          tabIndex={-1}
          className="font-display text-3xl font-extrabold tracking-tight outline-none sm:text-5xl"
        >
          Order <span className="whitespace-nowrap">{order.orderNumber}</span>
        </h1>
        <p className="mt-2 text-lg text-muted-foreground">
          Placed on <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
        </p>
      </div>
      {RECEIPT_STATUSES.has(order.paymentStatus) && (
        <PrintReceipt customerOrder={customerOrder} className="max-sm:w-full" />
      )}
    </header>
  );
}

const OutOfDate = () => (
  <p
    role="status"
    className="mb-6 flex items-center gap-3 rounded-control bg-butter px-4 py-3 font-semibold text-tint-foreground"
  >
    <CloudOff aria-hidden className="size-5 shrink-0" />
    We can't reach the shop right now, so this may be out of date. We keep trying.
  </p>
);

/** The order page: state, items, amounts, and the changes that are still possible. */
export function OrderView({ access, customerOrder, isOutOfDate }: Props) {
  const [openDialog, setOpenDialog] = useState<'address' | 'cancel' | null>(null);
  const { order, timeline } = customerOrder;
  const hasItems = order.items.length > 0;
  const isChangeable = getOrderPhase(customerOrder) === 'changeable';
  const dialogProps = { access, customerOrder, onClose: () => setOpenDialog(null) };

  return (
    <>
      <Heading customerOrder={customerOrder} />
      {isOutOfDate && <OutOfDate />}
      <StateCard
        customerOrder={customerOrder}
        isByLink={access.key !== null}
        actions={
          <Button variant="outline" onClick={() => setOpenDialog('cancel')}>
            Cancel Order
          </Button>
        }
      />
      <div className={cn('mt-8 grid items-start gap-8', hasItems && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
        {hasItems && <OrderedItems access={access} customerOrder={customerOrder} />}
        {/* A server need not send the items; then the cards are side by side. */}
        <div className={cn('grid min-w-0 grid-cols-1 items-start gap-6', !hasItems && 'lg:grid-cols-3')}>
          <OrderTotals {...customerOrder} />
          <Card className="flex flex-col gap-3 p-6">
            <div className="flex min-h-11 items-center justify-between gap-4">
              <h2 className="font-display text-xl font-bold">Shipping Address</h2>
              {isChangeable && (
                <Button variant="link" size="sm" aria-label="Change address" onClick={() => setOpenDialog('address')}>
                  Change
                </Button>
              )}
            </div>
            <AddressLines address={order.shippingAddress} className="text-muted-foreground" />
            {order.email && (
              <p className="[overflow-wrap:anywhere] text-muted-foreground">Letters about it go to {order.email}.</p>
            )}
          </Card>
          {timeline.length > 0 && (
            <Card className="p-6">
              <OrderTimeline entries={timeline} />
            </Card>
          )}
        </div>
      </div>
      {openDialog === 'address' && <ChangeAddress {...dialogProps} />}
      {openDialog === 'cancel' && <CancelOrder {...dialogProps} />}
    </>
  );
}
