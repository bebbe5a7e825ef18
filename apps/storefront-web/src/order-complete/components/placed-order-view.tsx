import type { PlacedOrder } from '@shop/contracts/order';
import { Button, Spinner } from '@shop/web-ui';
import { CreditCard, Landmark } from 'lucide-react';
import { Link } from 'react-router-dom';
import { WITH_BANK } from '../../placed-order/payment-words.js';
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

function FailedPayment({ reason }: { reason: string | null }) {
  return (
    <OrderNews
      icon={<CreditCard aria-hidden className="size-10" />}
      title="Your payment didn't go through"
      text={`${reason ? `${reason} ` : ''}Nothing was charged, and your cart is still there.`}
      actions={
        <Button asChild size="lg">
          <Link to="/checkout">Back to Checkout</Link>
        </Button>
      }
    />
  );
}

const SPOKEN = { confirming: 'The payment is being confirmed', paid: 'The payment has arrived, and the order is made', cancelled: 'This order was cancelled', failed: 'The payment did not go through' } as const;

/** What has come of the payment, for those who don't see the page change. */
export function spokenOutcome(placed: PlacedOrder | undefined, saysFailed: boolean): string {
  if (placed === undefined) return SPOKEN.confirming;
  if (placed.state === 'paid') return placed.order.status === 'cancelled' ? SPOKEN.cancelled : SPOKEN.paid;
  return placed.state === 'failed' || saysFailed ? SPOKEN.failed : SPOKEN.confirming;
}

/** `saysFailed`: the provider sent the browser back with a failure that the server may not have heard of yet. */
export function PlacedOrderView({ placed, saysFailed }: { placed: PlacedOrder; saysFailed: boolean }) {
  switch (placed.state) {
    case 'paid':
      return <PaidOrder order={placed.order} />;
    case 'failed':
      return <FailedPayment reason={placed.paymentMessage} />;
    case 'open':
      if (saysFailed) return <FailedPayment reason={placed.paymentMessage} />;
      return placed.isWithBank ? <PaymentWithBank /> : <ConfirmingPayment />;
  }
}
