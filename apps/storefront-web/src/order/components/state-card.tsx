import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { Button, Card } from '@shop/web-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ParcelLinks } from '../../placed-order/components/parcel-links.js';
import { OrderSteps } from '../../placed-order/components/order-steps.js';
import { StatusAnnouncer } from '../../placed-order/components/status-announcer.js';
import { orderSteps, describeOrderState, getOrderPhase } from '../../placed-order/order-state.js';
import { PHASE_STYLES } from '../../placed-order/phase-styles.js';

interface Props {
  customerOrder: DisplayedCustomerOrder;
  /** The page was opened by an email link, possibly on another device. */
  isByLink: boolean;
  /** Shown within the change window, and while an item is out of stock. */
  actions: ReactNode;
}

/** A guest's cart belongs to the browser it was filled in. */
const CART_IN_OTHER_BROWSER =
  'To pay again, go to the checkout in the browser you ordered with: your cart is kept there.';

/** The state of the order and the actions it allows. */
export function StateCard({ customerOrder, isByLink, actions }: Props) {
  const phase = getOrderPhase(customerOrder);
  const { title, text } = describeOrderState(customerOrder);
  const { icon: Icon, background } = PHASE_STYLES[phase];
  return (
    <Card className="flex flex-col gap-7 p-6 sm:p-8">
      <StatusAnnouncer title={title} />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <span className={`grid size-14 shrink-0 place-items-center rounded-full text-tint-foreground ${background}`}>
          <Icon aria-hidden className="size-7" />
        </span>
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-display text-2xl font-bold">{title}</h2>
          <p className="mt-1 text-pretty [overflow-wrap:anywhere] text-muted-foreground">{text}</p>
          {phase === 'unpaid' && isByLink && (
            <p className="mt-1 text-pretty text-muted-foreground">{CART_IN_OTHER_BROWSER}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full empty:hidden">
          {phase === 'unpaid' && (
            <Button asChild>
              <Link to="/checkout">Back to Checkout</Link>
            </Button>
          )}
          {phase === 'shipped' && <ParcelLinks tracking={customerOrder.tracking} />}
          {(phase === 'changeable' || phase === 'out-of-stock') && actions}
        </div>
      </div>
      <OrderSteps steps={orderSteps(customerOrder)} />
    </Card>
  );
}
