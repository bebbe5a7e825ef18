import { formatDollars } from '@shop/contracts-common';
import {
  describeRefunds,
  hasRetainedMoney,
  type DisplayedCustomerOrder,
  type DisplayedOrder,
  type DisplayedOrderItem,
  type DisplayedPlacedOrder,
} from '@shop/contracts-order';
import { formatCompactDateTime, useCurrentUser } from '@shop/web-kit';
import { Button, Card, cn, Skeleton, Spinner } from '@shop/web-ui';
import { CreditCard, Landmark, PartyPopper, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { GiftMessage } from '../delivery/gift-message.js';
import { OrderArrival } from '../delivery/order-arrival.js';
import { GuestSession } from '../guest-session/guest-session.js';
import { orderPath } from '../paths.js';
import { PrintReceipt } from '../orders/receipt.js';
import {
  AMOUNT_MISMATCH_TEXT,
  BANK_PROCESSING_TEXT,
  describeOrderState,
  getOrderPhase,
  isOnTheWay,
} from '../orders/order-state.js';
import { PHASE_STYLES, StatusAnnouncer, StatusMessage } from '../orders/status-message.js';
import { useLiveOrder } from '../orders/use-live-order.js';
import { AddressLines } from '../orders/delivery.js';
import { useIsAnonymous } from '../use-sign-in-state.js';
import { CreateAccount } from './create-account.js';
import { OrderLines, SummaryRows } from '../orders/order-lines.js';

/** Tells what happens next with the order. */
function NextStep({ customerOrder }: { customerOrder: DisplayedCustomerOrder }) {
  const { changeableUntil } = customerOrder;
  const { title, text } = describeOrderState(customerOrder);
  const phase = getOrderPhase(customerOrder);
  const { icon: Icon, background } = PHASE_STYLES[phase];
  return (
    <div className={`flex items-center gap-3 rounded-control px-4 py-3 text-tint-foreground ${background}`}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 text-pretty [overflow-wrap:anywhere]">
        {changeableUntil === null || phase !== 'changeable' ? (
          <>
            <strong>{title}.</strong> {text}
          </>
        ) : (
          <>
            <strong>You can change or cancel until {formatCompactDateTime(changeableUntil)}.</strong> After that, we
            print it.
          </>
        )}
      </p>
      <StatusAnnouncer title={title} />
    </div>
  );
}

/** As high as the usual text, so that the layout does not shift. */
const NextStepSkeleton = () => (
  <Skeleton className="flex items-center gap-3 px-4 py-3">
    <span className="size-5 shrink-0" />
    <span className="invisible text-pretty">
      <strong>You can change or cancel until {formatCompactDateTime(new Date())}.</strong> After that, we print it.
    </span>
  </Skeleton>
);

const THANKS = { heading: 'Thank you for your order!', icon: PartyPopper, background: 'bg-mint' };
const CANCELLED = { heading: 'Your order was cancelled', ...PHASE_STYLES.cancelled };

/** The order may have been cancelled since the payment; then there is no thank-you. */
function Greeting({ order: { status, orderNumber } }: { order: DisplayedOrder }) {
  const { heading, icon: Icon, background } = status === 'cancelled' ? CANCELLED : THANKS;
  return (
    <header className="flex flex-col items-center gap-4 text-center">
      <span className={`grid size-20 place-items-center rounded-full text-tint-foreground ${background}`}>
        <Icon aria-hidden className="size-10" />
      </span>
      <h1 className="font-display text-4xl font-extrabold tracking-tight sm:text-5xl">{heading}</h1>
      <p className="text-lg text-muted-foreground">
        Your order number is <strong className="font-bold whitespace-nowrap text-foreground">{orderNumber}</strong>.
      </p>
    </header>
  );
}

function PaidOrder({ order }: { order: DisplayedOrder }) {
  const { user } = useCurrentUser();
  const isAnonymous = useIsAnonymous({ error: null });
  const { data: customerOrder, isPending } = useLiveOrder({ orderId: order.id, key: null });
  const current = customerOrder?.order ?? order;
  const accountEmail = isAnonymous && current.status !== 'cancelled' ? current.email : null;
  const getPrint = ({ id }: DisplayedOrderItem) =>
    customerOrder?.prints.find(({ orderItemId }) => orderItemId === id)?.product;
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-8">
      <Greeting order={current} />
      <Card className="flex flex-col gap-6 p-6 sm:p-8">
        {isPending && <NextStepSkeleton />}
        {customerOrder && <NextStep customerOrder={customerOrder} />}
        <OrderLines items={current.items} getPrint={getPrint} />
        <div className="flex flex-col gap-4 border-t-2 border-border pt-5">
          {isOnTheWay(customerOrder ? getOrderPhase(customerOrder) : 'changeable') && (
            <OrderArrival arrival={current.arrival} />
          )}
          <div>
            <h2 className="font-bold">Goes to</h2>
            <AddressLines address={current.shippingAddress} className="text-muted-foreground" />
          </div>
          {current.giftMessage && <GiftMessage message={current.giftMessage} />}
          {current.email && (
            <p className="[overflow-wrap:anywhere] text-muted-foreground">Emails about it go to {current.email}.</p>
          )}
        </div>
        <SummaryRows
          className="border-t-2 border-border pt-5"
          rows={[
            { label: 'Subtotal', value: formatDollars(order.subtotal) },
            { label: 'Shipping', value: formatDollars(order.shipping) },
            { label: 'Tax', value: formatDollars(order.tax) },
          ]}
          total={{ label: 'Total', value: formatDollars(order.total) }}
        />
      </Card>
      <div
        className={cn(
          'flex flex-wrap justify-center gap-3 max-sm:*:w-full',
          user && 'sm:max-lg:mx-auto sm:max-lg:max-w-md lg:-mx-20',
        )}
      >
        <Button asChild size="lg">
          <Link to={orderPath(order.id)}>View Your Order</Link>
        </Button>
        {user && (
          <Button asChild size="lg" variant="outline">
            <Link to="/orders">My Orders</Link>
          </Button>
        )}
        {(customerOrder ?? isPending) && <PrintReceipt customerOrder={customerOrder} size="lg" />}
        <Button asChild size="lg" variant="outline">
          <Link to="/products">Continue Shopping</Link>
        </Button>
      </div>
      {accountEmail && <CreateAccount email={accountEmail} />}
      <GuestSession displayedOrderId={order.id} hasAccountForm={accountEmail !== null} />
    </div>
  );
}

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
