import {
  CURRENCY,
  describeRefunds,
  type DisplayedCustomerOrder,
  type DisplayedOrder,
  type DisplayedOwnOrder,
  hasReceivedMoney,
  hasRetainedMoney,
  isFullyRefunded,
  isRefundFinal,
  type RefundSummary,
} from '@shop/contracts-order';
import { formatCompactDateTime, formatFullDateTime } from '@shop/web-kit';
import { describeReturned, describeShipped } from './parcel-state.js';
import { isReprintOver } from './problem-texts.js';

const NO_MONEY_BACK: RefundSummary = {
  currency: CURRENCY,
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '0.00',
  isDisputed: false,
};

/** Derives where the money is from the statuses, for an order without irregularities. */
export function getDefaultMoneyBack({
  status,
  paymentStatus,
  total,
}: Pick<DisplayedOrder, 'status' | 'paymentStatus' | 'total'>): RefundSummary {
  if (paymentStatus === 'refunded') return { ...NO_MONEY_BACK, refunded: total };
  if (paymentStatus !== 'paid') return NO_MONEY_BACK;
  return status === 'cancelled' ? { ...NO_MONEY_BACK, pending: total } : { ...NO_MONEY_BACK, retained: total };
}

/** Where an order's money is. An older server version does not send it; then it is derived from the order. */
export const getMoneyBack = ({
  order,
  refundSummary,
}: {
  order: Parameters<typeof getDefaultMoneyBack>[0];
  refundSummary?: RefundSummary;
}): RefundSummary => refundSummary ?? getDefaultMoneyBack(order);

type Refund = DisplayedCustomerOrder['refunds'][number];
export type RefundState = 'on-its-way' | 'back' | 'failed';

const isRefundState = (state: string | undefined): state is RefundState =>
  state === 'on-its-way' || state === 'back' || state === 'failed';

/** The state of a refund. If it is absent or unknown, the completion time decides. */
export const getRefundState = ({ state, refundedAt }: Pick<Refund, 'state' | 'refundedAt'>): RefundState =>
  isRefundState(state) ? state : refundedAt === null ? 'on-its-way' : 'back';

/** For a debit, a bank transfer or a voucher, which take days. */
export const BANK_PROCESSING_TEXT = 'Your bank is still working on it. That can take some days; we write to you.';

/** For a payment whose amount differs from the order total. */
export const AMOUNT_MISMATCH_TEXT =
  'What we got is not what your order costs. We look at it ourselves; after a day at the latest it goes back to you, and we write to you. You need to do nothing.';

const PAYMENT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['pending', 'Not paid yet'],
  ['paid', 'Paid'],
  ['failed', 'Not paid'],
  ['refunded', 'Refunded to the card or account it was paid from'],
]);

/** The payment line of a receipt: `Paid on November 22, 2026, 14:32 GMT+1`. Null if the payment status is not known. */
export function describePayment({
  order: { paymentStatus },
  timeline,
}: Pick<DisplayedCustomerOrder, 'order' | 'timeline'>): string | null {
  if (paymentStatus === undefined) return null;
  const text = PAYMENT_TEXTS.get(paymentStatus) ?? paymentStatus;
  const paidAt = timeline.find(({ type }) => type === 'paid')?.at;
  return paymentStatus === 'paid' && paidAt ? `${text} on ${formatFullDateTime(paidAt)}` : text;
}

/**
 * The state of an order from the customer's point of view. `changeable`: paid and within its change window. `queued`:
 * paid and about to be printed. `out-of-stock`: the printer has no more of an item. `returned`: a parcel
 * came back and was not sent again. `other`: a status that this version
 * does not know, or a new order whose payment is not known. `checking-payment`: not printed for now, because the payment
 * is in doubt; within its change window it can still be changed. `asked`: not printed while a question of the shop is open;
 * it can be changed.
 */
export type OrderPhase =
  | 'confirming'
  | 'unpaid'
  | 'asked'
  | 'checking-payment'
  | 'changeable'
  | 'queued'
  | 'out-of-stock'
  | 'printing'
  | 'shipped'
  | 'returned'
  | 'delivered'
  | 'cancelled'
  | 'other';

/** A holiday of the shop concerns the order. */
export const isUnsent = (phase: OrderPhase): boolean =>
  !['shipped', 'returned', 'delivered', 'cancelled', 'other'].includes(phase);

/** Nothing holds the order, so that its estimated arrival still counts. */
export const isOnTheWay = (phase: OrderPhase): boolean =>
  ['changeable', 'queued', 'printing', 'shipped'].includes(phase);

/** The fields of an order that its state texts depend on; the order list and the order page both have them. */
export interface OrderStateInput extends Pick<
  DisplayedOwnOrder,
  | 'changeableUntil'
  | 'isOutOfStock'
  | 'question'
  | 'isPaymentUnderReview'
  | 'tracking'
  | 'parcelReturn'
  | 'refundSummary'
  | 'isAwaitingBank'
  | 'isPaymentInProgress'
> {
  readonly order: Pick<DisplayedOrder, 'status' | 'paymentStatus' | 'total'>;
  /** Why the last payment was declined. */
  readonly paymentMessage?: string | null;
}

export function getOrderPhase({
  order,
  changeableUntil,
  isOutOfStock,
  question,
  isPaymentUnderReview,
  isPaymentInProgress,
  parcelReturn,
  refundSummary,
}: Pick<
  OrderStateInput,
  | 'order'
  | 'changeableUntil'
  | 'isOutOfStock'
  | 'question'
  | 'isPaymentUnderReview'
  | 'isPaymentInProgress'
  | 'parcelReturn'
  | 'refundSummary'
>): OrderPhase {
  if (parcelReturn) return 'returned';
  switch (order.status) {
    case 'created':
      if (refundSummary && hasReceivedMoney(refundSummary))
        return hasRetainedMoney(refundSummary) ? 'confirming' : 'unpaid';
      if (order.paymentStatus === 'failed' || isPaymentInProgress === false) return 'unpaid';
      return order.paymentStatus === undefined && isPaymentInProgress === undefined ? 'other' : 'confirming';
    case 'paid':
      if (question) return 'asked';
      if (isPaymentUnderReview) return 'checking-payment';
      if (isOutOfStock) return 'out-of-stock';
      return changeableUntil === null ? 'queued' : 'changeable';
    case 'processing':
      if (question) return 'asked';
      if (isPaymentUnderReview) return 'checking-payment';
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

/** The change window is open, also while the payment is checked or a question of the shop is open. */
export const isWithinChangeWindow = (input: Parameters<typeof getOrderPhase>[0]): boolean =>
  ['changeable', 'checking-payment', 'asked'].includes(getOrderPhase(input)) && input.changeableUntil !== null;

/** The customer may change the order: within its change window, or while a question of the shop is open. */
export const isChangeable = (input: Parameters<typeof getOrderPhase>[0]): boolean =>
  getOrderPhase(input) === 'asked' || isWithinChangeWindow(input);

/** A report waits for an answer, or something is sent again. */
const isBeingSettled = ({ problems, reprints = [] }: Pick<DisplayedCustomerOrder, 'problems' | 'reprints'>): boolean =>
  problems?.reports.some(({ state }) => state === 'open') === true ||
  reprints.some((reprint) => !isReprintOver(reprint));

/** True if nothing about the order will change automatically any more. */
export function isSettled({
  refunds,
  ...input
}: Pick<OrderStateInput, 'order' | 'parcelReturn' | 'refundSummary'> &
  Pick<DisplayedCustomerOrder, 'refunds' | 'problems' | 'reprints'>): boolean {
  const { status } = input.order;
  if (input.parcelReturn || isBeingSettled(input)) return false;
  const isOver = status === 'delivered' || (status === 'cancelled' && isRefundFinal(getMoneyBack(input)));
  return isOver && refunds.every((refund) => getRefundState(refund) !== 'on-its-way');
}

export interface OrderStateText {
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

const describeQuestion = ({ question }: OrderStateInput): OrderStateText =>
  question?.answer
    ? {
        title: 'We look at your answer',
        text: 'Thank you. Nothing is printed before we are done. You can still change or cancel your order.',
      }
    : {
        title: 'We have a question',
        text: 'Please answer it, change what is printed, or cancel the order: then all that you paid goes back to you. Nothing is printed before that.',
      };

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
    case 'asked':
      return describeQuestion(input);
    case 'checking-payment':
      return {
        title: 'We are checking your payment',
        text: `Your order waits, and is not printed before we are done. You need to do nothing.${changeableUntil ? ` You can change or cancel it until ${formatCompactDateTime(changeableUntil, now)}.` : ''}`,
      };
    case 'changeable':
      return {
        title: `Paid, can be changed until ${formatCompactDateTime(changeableUntil ?? now, now)}`,
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
        text: 'The printer has no more of something in this order. Choose something else for it, or cancel the order: then all that you paid goes back to you.',
      };
    case 'printing':
      return { title: 'Printing', text: 'Your order is being printed. We write to you when the parcel leaves.' };
    case 'shipped':
      return describeShipped(tracking);
    case 'returned':
      return describeReturned(input.parcelReturn);
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
