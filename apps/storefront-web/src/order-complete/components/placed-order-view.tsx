import { isMoneyHeld, moneyBackWords, type PlacedOrder } from '@shop/contracts/order';
import { Button, Spinner } from '@shop/web-ui';
import { CreditCard, Landmark, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PAYMENT_HELD, WITH_BANK } from '../../placed-order/payment-words.js';
import { OrderNews } from '../../purchase/order-news.js';
import { PaidOrder } from './paid-order.js';

export function ConfirmingPayment() {
  return (
    <div role="status">
      <OrderNews
        icon={<Spinner className="size-10" />}
        title="We're confirming your payment…"
        text="This takes only a moment. You can leave this page open."
      />
    </div>
  );
}

function PaymentWithBank() {
  return (
    <div role="status">
      <OrderNews
        icon={<Landmark aria-hidden className="size-10" />}
        title="We're confirming your payment…"
        text={WITH_BANK}
      />
    </div>
  );
}

function PaymentHeld() {
  return (
    <div role="status">
      <OrderNews
        icon={<Scale aria-hidden className="size-10" />}
        title="We're checking your payment"
        text={PAYMENT_HELD}
      />
    </div>
  );
}

function FailedPayment({ reason, moneyBack }: { reason: string | null; moneyBack: PlacedOrder['moneyBack'] }) {
  const money = moneyBack ? moneyBackWords(moneyBack).join(' ') : 'Nothing was charged, and your cart is still there.';
  return (
    <OrderNews
      icon={<CreditCard aria-hidden className="size-10" />}
      title="Your payment didn't go through"
      text={`${reason ? `${reason} ` : ''}${money}`}
      actions={
        <Button asChild size="lg">
          <Link to="/checkout">Back to Checkout</Link>
        </Button>
      }
    />
  );
}

const isHeld = ({ state, moneyBack }: PlacedOrder): boolean =>
  state === 'open' && moneyBack !== undefined && isMoneyHeld(moneyBack);
/** The money of an open order went back at the provider, or the browser was sent back with a failure that the server may not have heard of yet. */
const hasFailed = ({ state, moneyBack }: PlacedOrder, saysFailed: boolean): boolean =>
  state === 'failed' || moneyBack !== undefined || saysFailed;

const SPOKEN = {
  confirming: 'The payment is being confirmed',
  held: 'The payment is being checked',
  paid: 'The payment has arrived, and the order is made',
  cancelled: 'This order was cancelled',
  failed: 'The payment did not go through',
} as const;

/** What has come of the payment, for those who don't see the page change. */
export function spokenOutcome(placed: PlacedOrder | undefined, saysFailed: boolean): string {
  if (placed === undefined) return SPOKEN.confirming;
  if (placed.state === 'paid') return placed.order.status === 'cancelled' ? SPOKEN.cancelled : SPOKEN.paid;
  if (isHeld(placed)) return SPOKEN.held;
  return hasFailed(placed, saysFailed) ? SPOKEN.failed : SPOKEN.confirming;
}

/** `saysFailed`: with that the provider sent the browser back. */
export function PlacedOrderView({ placed, saysFailed }: { placed: PlacedOrder; saysFailed: boolean }) {
  if (placed.state === 'paid') return <PaidOrder order={placed.order} />;
  if (isHeld(placed)) return <PaymentHeld />;
  if (hasFailed(placed, saysFailed))
    return <FailedPayment reason={placed.paymentMessage} moneyBack={placed.moneyBack} />;
  return placed.isWithBank ? <PaymentWithBank /> : <ConfirmingPayment />;
}
