import {
  hasReceivedMoney,
  isFullyRefunded,
  hasRetainedMoney,
  isRefundFinal,
  describeRefunds,
  listParcels,
  type DisplayedCustomerOrder,
  type DisplayedOrder,
  type DisplayedOwnOrder,
  type Parcels,
  type Tracking,
} from '@shop/contracts/order';
import { formatCompactDateTime } from '@shop/web-kit';
import { getMoneyBack, getRefundState } from './money-back.js';
import { AMOUNT_MISMATCH_TEXT, BANK_PROCESSING_TEXT } from './payment-texts.js';

/**
 * The state of an order from the customer's point of view. `changeable`: paid and within its change window. `queued`:
 * paid and about to be printed. `out-of-stock`: the printer has no more of an item. `other`: a status that this version
 * does not know, or a new order whose payment is not known.
 */
export type OrderPhase =
  | 'confirming'
  | 'unpaid'
  | 'changeable'
  | 'queued'
  | 'out-of-stock'
  | 'printing'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'other';

/** The fields of an order that its state texts depend on; the order list and the order page both have them. */
export interface OrderStateInput extends Pick<
  DisplayedOwnOrder,
  'changeableUntil' | 'isOutOfStock' | 'tracking' | 'refundSummary' | 'isAwaitingBank' | 'isPaymentInProgress'
> {
  readonly order: Pick<DisplayedOrder, 'status' | 'paymentStatus' | 'total'>;
  /** Why the last payment was declined. */
  readonly paymentMessage?: string | null;
}

export function getOrderPhase({
  order,
  changeableUntil,
  isOutOfStock,
  isPaymentInProgress,
  refundSummary,
}: Pick<
  OrderStateInput,
  'order' | 'changeableUntil' | 'isOutOfStock' | 'isPaymentInProgress' | 'refundSummary'
>): OrderPhase {
  switch (order.status) {
    case 'created':
      if (refundSummary && hasReceivedMoney(refundSummary))
        return hasRetainedMoney(refundSummary) ? 'confirming' : 'unpaid';
      if (order.paymentStatus === 'failed' || isPaymentInProgress === false) return 'unpaid';
      return order.paymentStatus === undefined && isPaymentInProgress === undefined ? 'other' : 'confirming';
    case 'paid':
      if (isOutOfStock) return 'out-of-stock';
      return changeableUntil === null ? 'queued' : 'changeable';
    case 'processing':
      return isOutOfStock ? 'out-of-stock' : 'printing';
    case 'shipped':
      return 'shipped';
    case 'delivered':
      return 'delivered';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'other';
  }
}

/** True if nothing about the order will change automatically any more. */
export function isSettled({
  refunds,
  ...input
}: Pick<OrderStateInput, 'order' | 'refundSummary'> & Pick<DisplayedCustomerOrder, 'refunds'>): boolean {
  const { status } = input.order;
  const isOver = status === 'delivered' || (status === 'cancelled' && isRefundFinal(getMoneyBack(input)));
  return isOver && refunds.every((refund) => getRefundState(refund) !== 'on-its-way');
}

interface OrderStateText {
  readonly title: string;
  readonly text: string;
}

/** Describes where the money of an unpaid order is. */
const describeUnpaidMoney = (refundSummary: OrderStateInput['refundSummary']): string[] =>
  refundSummary && hasReceivedMoney(refundSummary) ? describeRefunds(refundSummary) : ['Nothing was charged.'];

function describeCancelled(input: OrderStateInput): OrderStateText {
  const refundSummary = getMoneyBack(input);
  const refundTexts = describeRefunds(refundSummary);
  if (refundTexts.length === 0) {
    const isUncharged = input.order.paymentStatus !== undefined;
    return { title: 'Cancelled', text: `Nothing will be printed${isUncharged ? ', and nothing was charged' : ''}.` };
  }
  return {
    title: isFullyRefunded(refundSummary) ? 'Cancelled and refunded' : 'Cancelled',
    text: ['Nothing will be printed.', ...refundTexts].join(' '),
  };
}

const formatParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

/** An order printed at several places is shipped in several parcels. */
function describeShipped(tracking: Parcels | null): OrderStateText {
  if (!tracking) return { title: 'Shipped', text: 'Your parcel is on its way to you.' };
  const { further = [], isPartial } = tracking;
  const [title, rest] = isPartial ? ['Partly shipped', ' The rest follows.'] : ['Shipped', ''];
  if (further.length > 0)
    return {
      title,
      text: `Your parcels are on their way: ${listParcels(tracking).map(formatParcel).join('; ')}.${rest}`,
    };
  return {
    title,
    text: `${isPartial ? 'A part of your order' : 'Your parcel'} is on its way with ${formatParcel(tracking)}.${rest}`,
  };
}

/** Describes the state of an order; times are in the customer's time zone. */
export function describeOrderState(input: OrderStateInput, now: Date = new Date()): OrderStateText {
  const { changeableUntil, tracking, paymentMessage, isAwaitingBank, refundSummary } = input;
  switch (getOrderPhase(input)) {
    case 'confirming':
      if (refundSummary && hasRetainedMoney(refundSummary))
        return { title: 'Checking your payment', text: AMOUNT_MISMATCH_TEXT };
      return {
        title: 'Confirming your payment',
        text: isAwaitingBank ? BANK_PROCESSING_TEXT : 'This takes only a moment. You can leave this page open.',
      };
    case 'unpaid':
      return {
        title: "Your payment didn't go through",
        text: [...(paymentMessage ? [paymentMessage] : []), ...describeUnpaidMoney(refundSummary)].join(' '),
      };
    case 'changeable':
      return {
        title: `Paid, on hold until ${formatCompactDateTime(changeableUntil ?? now, now)}`,
        text: 'You can change or cancel your order until then. After that, we print it.',
      };
    case 'queued':
      return {
        title: 'Paid, about to be printed',
        text: 'Your order is on its way to the printer and can no longer be changed.',
      };
    case 'out-of-stock':
      return {
        title: 'Out of stock',
        text: 'The printer has no more of something in this order. Choose another size, or cancel the order: then all that you paid goes back to you.',
      };
    case 'printing':
      return { title: 'Printing', text: 'Your order is being printed. We write to you when the parcel leaves.' };
    case 'shipped':
      return describeShipped(tracking);
    case 'delivered':
      return {
        title: 'Delivered',
        text: 'Your parcel should be with you. We hope you and your pet like it; write to us if it is not as it should be, or has not come.',
      };
    case 'cancelled':
      return describeCancelled(input);
    case 'other':
      return {
        title: input.order.status === 'created' ? 'Order placed' : input.order.status,
        text: 'If you have a question about it, please write to us with your order number.',
      };
  }
}

export interface OrderStep {
  readonly name: string;
  readonly state: 'done' | 'current' | 'upcoming';
}

const buildSteps = (names: readonly string[], position: number): OrderStep[] =>
  names.map((name, index) => ({
    name,
    state: index < position ? 'done' : index === position ? 'current' : 'upcoming',
  }));

const POSITIONS: Record<Exclude<OrderPhase, 'cancelled' | 'unpaid' | 'other'>, number> = {
  confirming: 0,
  changeable: 1,
  queued: 1,
  'out-of-stock': 1,
  printing: 2,
  shipped: 3,
  delivered: 5,
};

/** The progress steps of an order; empty if it was never paid or its status is unknown. */
export function orderSteps(input: OrderStateInput, now: Date = new Date()): readonly OrderStep[] {
  const phase = getOrderPhase(input);
  if (phase === 'unpaid' || phase === 'other') return [];
  if (phase !== 'cancelled') {
    const position = POSITIONS[phase];
    const payment = position === 0 ? 'Confirming payment' : 'Payment confirmed';
    return buildSteps(
      [
        payment,
        phase === 'changeable' ? describeOrderState(input, now).title : 'Paid',
        'Printing',
        'Shipped',
        'Delivered',
      ],
      position,
    );
  }
  const refundSummary = getMoneyBack(input);
  if (describeRefunds(refundSummary).length === 0) return [];
  return buildSteps(['Paid', 'Cancelled', 'Refunded'], isFullyRefunded(refundSummary) ? 3 : 2);
}
