import { moneyBackWords, type PlacedOrder } from '@shop/contracts/order';
import { Button, Spinner } from '@shop/web-ui';
import { CreditCard, Landmark, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PAYMENT_HELD, WITH_BANK } from '../../placed-order/payment-words.js';
import { OrderNews } from '../../purchase/order-news.js';
import { PaidOrder } from './paid-order.js';

export function ConfirmingPayment() {
  return (
    <div role="status">
      <OrderNews icon={<Spinner className="size-10" />} title="We're confirming your payment…" text="This takes only a moment. You can leave this page open." />
    </div>
  );
}

function PaymentWithBank() {
  return (
    <div role="status">
      <OrderNews icon={<Landmark aria-hidden className="size-10" />} title="We're confirming your payment…" text={WITH_BANK} />
    </div>
  );
}

function PaymentHeld() {
  return (
    <div role="status">
      <OrderNews icon={<Scale aria-hidden className="size-10" />} title="We're checking your payment" text={PAYMENT_HELD} />
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

const SPOKEN = { confirming: 'The payment is being confirmed', held: 'The payment is being checked', paid: 'The payment has arrived, and the order is made', cancelled: 'This order was cancelled', failed: 'The payment did not go through' } as const;

/** What has come of the payment, for those who don't see the page change. */
export function spokenOutcome(placed: PlacedOrder | undefined, saysFailed: boolean): string {
  if (placed === undefined) return SPOKEN.confirming;
  if (placed.state === 'paid') return placed.order.status === 'cancelled' ? SPOKEN.cancelled : SPOKEN.paid;
  if (placed.state === 'open' && placed.moneyBack) return SPOKEN.held;
  return placed.state === 'failed' || saysFailed ? SPOKEN.failed : SPOKEN.confirming;
}

/** `saysFailed`: the provider sent the browser back with a failure that the server may not have heard of yet. */
export function PlacedOrderView({ placed, saysFailed }: { placed: PlacedOrder; saysFailed: boolean }) {
  switch (placed.state) {
    case 'paid':
      return <PaidOrder order={placed.order} />;
    case 'failed':
      return <FailedPayment reason={placed.paymentMessage} moneyBack={placed.moneyBack} />;
    case 'open':
      if (placed.moneyBack) return <PaymentHeld />;
      if (saysFailed) return <FailedPayment reason={placed.paymentMessage} moneyBack={undefined} />;
      return placed.isWithBank ? <PaymentWithBank /> : <ConfirmingPayment />;
  }
}
