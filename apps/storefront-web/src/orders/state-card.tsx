import type { DisplayedCustomerOrder } from '@shop/contracts-order';
import { Button, Card, cn } from '@shop/web-ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { OrderArrival } from '../delivery/order-arrival.js';
import { ParcelLinks } from './delivery.js';
import { describeOrderState, getOrderPhase, isOnTheWay } from './order-state.js';
import { orderSteps, type OrderStep } from './order-steps.js';
import { PHASE_STYLES, StatusAnnouncer } from './status-message.js';

/** The line from the previous step: vertical on a phone, horizontal on a larger screen. */
const CONNECTOR =
  'absolute forced-color-adjust-none -top-4 left-4.25 h-4 w-0.5 sm:top-4.25 sm:right-[calc(50%+1.5rem)] sm:left-[calc(-50%+1.5rem)] sm:h-0.5 sm:w-auto';

function Step({ step: { name, state }, number }: { step: OrderStep; number: number }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative flex min-w-0 items-center gap-3 pb-4 last:pb-0 sm:flex-1 sm:flex-col sm:gap-2 sm:px-1 sm:pb-0 sm:text-center"
    >
      {number > 1 && <span aria-hidden className={cn(CONNECTOR, state === 'upcoming' ? 'bg-border' : 'bg-primary')} />}
      <span
        aria-hidden
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full border-2 font-bold',
          state === 'done' && 'border-primary bg-primary text-primary-foreground',
          state === 'current' && 'border-primary bg-card text-primary-text',
          state === 'upcoming' && 'border-border-strong bg-card text-muted-foreground',
        )}
      >
        {state === 'done' ? <Check className="size-5" /> : number}
      </span>
      <span
        className={cn(
          'min-w-0 text-pretty [overflow-wrap:anywhere]',
          state === 'current' ? 'font-bold' : state === 'done' ? 'font-semibold' : 'text-muted-foreground',
        )}
      >
        {name}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </li>
  );
}

/** The progress of an order. */
function OrderSteps({ steps }: { steps: readonly OrderStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Progress of your order" className="flex flex-col sm:flex-row">
      {steps.map((step, index) => (
        <Step key={index} step={step} number={index + 1} />
      ))}
    </ol>
  );
}

interface Props {
  customerOrder: DisplayedCustomerOrder;
  /** The page was opened by an email link, possibly on another device. */
  isByLink: boolean;
  /** Buttons of what the customer can do now; null if there is nothing. */
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
          {isOnTheWay(phase) && (
            <OrderArrival
              arrival={customerOrder.order.arrival}
              className="mt-1 text-pretty text-muted-foreground [&_strong]:text-foreground"
            />
          )}
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
          {actions}
        </div>
      </div>
      <OrderSteps steps={orderSteps(customerOrder)} />
    </Card>
  );
}
