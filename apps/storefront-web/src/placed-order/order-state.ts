import {
  hasMoneyCome,
  isAllBack,
  isMoneyHeld,
  isMoneySettled,
  moneyBackWords,
  parcelsOf,
  type CustomerOrder,
  type Order,
  type OwnOrder,
  type Parcels,
  type Tracking,
} from '@shop/contracts/order';
import { formatMoment } from '@shop/web-kit';
import { getMoneyBack, getRefundState } from './money-back.js';
import { AMOUNT_MISMATCH_TEXT, BANK_PROCESSING_TEXT } from './payment-texts.js';

/** Where an order is, as its customer thinks of it. `held`: paid, and may still be changed. `queued`: paid, and about to be printed. */
export type OrderPhase =
  'confirming' | 'unpaid' | 'held' | 'queued' | 'printing' | 'shipped' | 'delivered' | 'cancelled';

/** What of an order the words about it follow from; a list and the order's own page have it alike. */
export interface OrderStateInput extends Pick<
  OwnOrder,
  'changeableUntil' | 'tracking' | 'moneyBack' | 'isWithBank' | 'isPaymentAwaited'
> {
  readonly order: Pick<Order, 'status' | 'paymentStatus' | 'total'>;
  /** Why the last payment was declined. */
  readonly paymentMessage?: string | null;
}

export function getOrderPhase({
  order,
  changeableUntil,
  isPaymentAwaited,
  moneyBack,
}: Pick<OrderStateInput, 'order' | 'changeableUntil' | 'isPaymentAwaited' | 'moneyBack'>): OrderPhase {
  switch (order.status) {
    case 'created':
      if (moneyBack && hasMoneyCome(moneyBack)) return isMoneyHeld(moneyBack) ? 'confirming' : 'unpaid';
      return order.paymentStatus === 'failed' || isPaymentAwaited === false ? 'unpaid' : 'confirming';
    case 'paid':
      return changeableUntil === null ? 'queued' : 'held';
    case 'processing':
      return 'printing';
    case 'shipped':
    case 'delivered':
    case 'cancelled':
      return order.status;
  }
}

/** Nothing more is to come of itself. */
export function isSettled({
  refunds,
  ...facts
}: Pick<OrderStateInput, 'order' | 'moneyBack'> & Pick<CustomerOrder, 'refunds'>): boolean {
  const { status } = facts.order;
  const isOver = status === 'delivered' || (status === 'cancelled' && isMoneySettled(getMoneyBack(facts)));
  return isOver && refunds.every((refund) => getRefundState(refund) !== 'on-its-way');
}

interface OrderStateText {
  readonly title: string;
  readonly text: string;
}

/** Of an order that is not paid. */
const describeMoney = (moneyBack: OrderStateInput['moneyBack']): string[] =>
  moneyBack && hasMoneyCome(moneyBack) ? moneyBackWords(moneyBack) : ['Nothing was charged.'];

function describeCancelled(facts: OrderStateInput): OrderStateText {
  const moneyBack = getMoneyBack(facts);
  const sentences = moneyBackWords(moneyBack);
  if (sentences.length === 0) return { title: 'Cancelled', text: 'Nothing will be printed, and nothing was charged.' };
  return {
    title: isAllBack(moneyBack) ? 'Cancelled and refunded' : 'Cancelled',
    text: ['Nothing will be printed.', ...sentences].join(' '),
  };
}

const formatParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

/** What is printed in several places is sent from each. */
function describeShipped(tracking: Parcels | null): OrderStateText {
  if (!tracking) return { title: 'Shipped', text: 'Your parcel is on its way to you.' };
  const { further = [], isPartial } = tracking;
  const [title, rest] = isPartial ? ['Partly shipped', ' The rest follows.'] : ['Shipped', ''];
  if (further.length > 0)
    return {
      title,
      text: `Your parcels are on their way: ${parcelsOf(tracking).map(formatParcel).join('; ')}.${rest}`,
    };
  return {
    title,
    text: `${isPartial ? 'A part of your order' : 'Your parcel'} is on its way with ${formatParcel(tracking)}.${rest}`,
  };
}

/** Where the order is, in plain words; times are in the reader's zone. */
export function describeOrderState(facts: OrderStateInput, now: Date = new Date()): OrderStateText {
  const { changeableUntil, tracking, paymentMessage, isWithBank, moneyBack } = facts;
  switch (getOrderPhase(facts)) {
    case 'confirming':
      if (moneyBack && isMoneyHeld(moneyBack)) return { title: 'Checking your payment', text: AMOUNT_MISMATCH_TEXT };
      return {
        title: 'Confirming your payment',
        text: isWithBank ? BANK_PROCESSING_TEXT : 'This takes only a moment. You can leave this page open.',
      };
    case 'unpaid':
      return {
        title: "Your payment didn't go through",
        text: [...(paymentMessage ? [paymentMessage] : []), ...describeMoney(moneyBack)].join(' '),
      };
    case 'held':
      return {
        title: `Paid, on hold until ${formatMoment(changeableUntil ?? now, now)}`,
        text: 'You can change or cancel your order until then. After that, we print it.',
      };
    case 'queued':
      return {
        title: 'Paid, about to be printed',
        text: 'Your order is on its way to the printer and can no longer be changed.',
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
      return describeCancelled(facts);
  }
}

export interface OrderStep {
  readonly name: string;
  readonly state: 'done' | 'current' | 'to come';
}

const buildSteps = (names: readonly string[], position: number): OrderStep[] =>
  names.map((name, index) => ({ name, state: index < position ? 'done' : index === position ? 'current' : 'to come' }));

const POSITIONS: Record<Exclude<OrderPhase, 'cancelled' | 'unpaid'>, number> = {
  confirming: 0,
  held: 1,
  queued: 1,
  printing: 2,
  shipped: 3,
  delivered: 5,
};

/** The way of an order; empty where it has not set out. */
export function orderSteps(facts: OrderStateInput, now: Date = new Date()): readonly OrderStep[] {
  const phase = getOrderPhase(facts);
  if (phase === 'unpaid') return [];
  if (phase !== 'cancelled') {
    const position = POSITIONS[phase];
    const payment = position === 0 ? 'Confirming payment' : 'Payment confirmed';
    return buildSteps(
      [payment, phase === 'held' ? describeOrderState(facts, now).title : 'Paid', 'Printing', 'Shipped', 'Delivered'],
      position,
    );
  }
  const moneyBack = getMoneyBack(facts);
  if (moneyBackWords(moneyBack).length === 0) return [];
  return buildSteps(['Paid', 'Cancelled', 'Refunded'], isAllBack(moneyBack) ? 3 : 2);
}
