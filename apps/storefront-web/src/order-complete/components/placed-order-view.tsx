import { hasRetainedMoney, describeRefunds, type DisplayedPlacedOrder } from '@shop/contracts/order';
import { Button, Spinner } from '@shop/web-ui';
import { CreditCard, Landmark, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AMOUNT_MISMATCH_TEXT, BANK_PROCESSING_TEXT } from '../../placed-order/payment-texts.js';
import { StatusMessage } from '../../purchase/status-message.js';
import { PaidOrder } from './paid-order.js';

export function ConfirmingPayment() {
  return (
    <div role="status">
      <StatusMessage
        icon={<Spinner className="size-10" />}
        title="We're confirming your payment…"
        text="This takes only a moment. You can leave this page open."
      />
    </div>
  );
}

function BankProcessing() {
  return (
    <div role="status">
      <StatusMessage
        icon={<Landmark aria-hidden className="size-10" />}
        title="We're confirming your payment…"
        text={BANK_PROCESSING_TEXT}
      />
    </div>
  );
}

function PaymentAmountMismatch() {
  return (
    <div role="status">
      <StatusMessage
        icon={<Scale aria-hidden className="size-10" />}
        title="We're checking your payment"
        text={AMOUNT_MISMATCH_TEXT}
      />
    </div>
  );
}

function FailedPayment({
  reason,
  refundSummary,
}: {
  reason: string | null;
  refundSummary: DisplayedPlacedOrder['refundSummary'];
}) {
  const money = refundSummary
    ? describeRefunds(refundSummary).join(' ')
    : 'Nothing was charged, and your cart is still there.';
  return (
    <StatusMessage
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

const isAmountMismatch = ({ state, refundSummary }: DisplayedPlacedOrder): boolean =>
  state === 'open' && refundSummary !== undefined && hasRetainedMoney(refundSummary);
/**
 * True also if the money of an open order went back, or if the provider reported a failure that the server does not
 * know yet.
 */
const hasFailed = ({ state, refundSummary }: DisplayedPlacedOrder, hasRedirectFailed: boolean): boolean =>
  state === 'failed' || refundSummary !== undefined || hasRedirectFailed;

const ANNOUNCEMENTS = {
  confirming: 'The payment is being confirmed',
  amountMismatch: 'The payment is being checked',
  paid: 'The payment has arrived, and the order is made',
  cancelled: 'This order was cancelled',
  failed: 'The payment did not go through',
} as const;

/** The payment result for screen readers. */
export function getPaymentAnnouncement(
  placedOrder: DisplayedPlacedOrder | undefined,
  hasRedirectFailed: boolean,
): string {
  if (placedOrder === undefined) return ANNOUNCEMENTS.confirming;
  if (placedOrder.state === 'paid')
    return placedOrder.order.status === 'cancelled' ? ANNOUNCEMENTS.cancelled : ANNOUNCEMENTS.paid;
  if (isAmountMismatch(placedOrder)) return ANNOUNCEMENTS.amountMismatch;
  return hasFailed(placedOrder, hasRedirectFailed) ? ANNOUNCEMENTS.failed : ANNOUNCEMENTS.confirming;
}

/** `hasRedirectFailed`: the provider redirected the browser with a failure status. */
export function PlacedOrderView({
  placedOrder,
  hasRedirectFailed,
}: {
  placedOrder: DisplayedPlacedOrder;
  hasRedirectFailed: boolean;
}) {
  if (placedOrder.state === 'paid') return <PaidOrder order={placedOrder.order} />;
  if (isAmountMismatch(placedOrder)) return <PaymentAmountMismatch />;
  if (hasFailed(placedOrder, hasRedirectFailed))
    return <FailedPayment reason={placedOrder.paymentMessage} refundSummary={placedOrder.refundSummary} />;
  return placedOrder.isAwaitingBank ? <BankProcessing /> : <ConfirmingPayment />;
}
