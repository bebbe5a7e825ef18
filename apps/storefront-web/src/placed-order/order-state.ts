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
import { moneyBackOf, refundStateOf } from './money-back.js';
import { PAYMENT_HELD, WITH_BANK } from './payment-words.js';

/** Where an order is, as its customer thinks of it. `held`: paid, and may still be changed. `queued`: paid, and about to be printed. */
export type OrderPhase =
  'confirming' | 'unpaid' | 'held' | 'queued' | 'printing' | 'shipped' | 'delivered' | 'cancelled';

/** What of an order the words about it follow from; a list and the order's own page have it alike. */
export interface OrderFacts extends Pick<
  OwnOrder,
  'changeableUntil' | 'tracking' | 'moneyBack' | 'isWithBank' | 'isPaymentAwaited'
> {
  readonly order: Pick<Order, 'status' | 'paymentStatus' | 'total'>;
  /** Why the last payment was declined. */
  readonly paymentMessage?: string | null;
}

export function phaseOf({
  order,
  changeableUntil,
  isPaymentAwaited,
  moneyBack,
}: Pick<OrderFacts, 'order' | 'changeableUntil' | 'isPaymentAwaited' | 'moneyBack'>): OrderPhase {
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
}: Pick<OrderFacts, 'order' | 'moneyBack'> & Pick<CustomerOrder, 'refunds'>): boolean {
  const { status } = facts.order;
  const isOver = status === 'delivered' || (status === 'cancelled' && isMoneySettled(moneyBackOf(facts)));
  return isOver && refunds.every((refund) => refundStateOf(refund) !== 'on-its-way');
}

interface OrderWords {
  readonly title: string;
  readonly text: string;
}

/** Of an order that is not paid. */
const moneyWords = (moneyBack: OrderFacts['moneyBack']): string[] =>
  moneyBack && hasMoneyCome(moneyBack) ? moneyBackWords(moneyBack) : ['Nothing was charged.'];

function cancelledWords(facts: OrderFacts): OrderWords {
  const moneyBack = moneyBackOf(facts);
  const sentences = moneyBackWords(moneyBack);
  if (sentences.length === 0) return { title: 'Cancelled', text: 'Nothing will be printed, and nothing was charged.' };
  return {
    title: isAllBack(moneyBack) ? 'Cancelled and refunded' : 'Cancelled',
    text: ['Nothing will be printed.', ...sentences].join(' '),
  };
}

const oneParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

/** What is printed in several places is sent from each. */
function shippedWords(tracking: Parcels | null): OrderWords {
  if (!tracking) return { title: 'Shipped', text: 'Your parcel is on its way to you.' };
  const { further = [], isPartial } = tracking;
  const [title, rest] = isPartial ? ['Partly shipped', ' The rest follows.'] : ['Shipped', ''];
  if (further.length > 0)
    return { title, text: `Your parcels are on their way: ${parcelsOf(tracking).map(oneParcel).join('; ')}.${rest}` };
  return {
    title,
    text: `${isPartial ? 'A part of your order' : 'Your parcel'} is on its way with ${oneParcel(tracking)}.${rest}`,
  };
}

/** Where the order is, in plain words; times are in the reader's zone. */
export function orderWords(facts: OrderFacts, now: Date = new Date()): OrderWords {
  const { changeableUntil, tracking, paymentMessage, isWithBank, moneyBack } = facts;
  switch (phaseOf(facts)) {
    case 'confirming':
      if (moneyBack && isMoneyHeld(moneyBack)) return { title: 'Checking your payment', text: PAYMENT_HELD };
      return {
        title: 'Confirming your payment',
        text: isWithBank ? WITH_BANK : 'This takes only a moment. You can leave this page open.',
      };
    case 'unpaid':
      return {
        title: "Your payment didn't go through",
        text: [...(paymentMessage ? [paymentMessage] : []), ...moneyWords(moneyBack)].join(' '),
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
      return shippedWords(tracking);
    case 'delivered':
      return {
        title: 'Delivered',
        text: 'Your parcel should be with you. We hope you and your pet like it; write to us if it is not as it should be, or has not come.',
      };
    case 'cancelled':
      return cancelledWords(facts);
  }
}

export interface OrderStep {
  readonly name: string;
  readonly state: 'done' | 'current' | 'to come';
}

const stepsUpTo = (names: readonly string[], position: number): OrderStep[] =>
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
export function orderSteps(facts: OrderFacts, now: Date = new Date()): readonly OrderStep[] {
  const phase = phaseOf(facts);
  if (phase === 'unpaid') return [];
  if (phase !== 'cancelled') {
    const position = POSITIONS[phase];
    const payment = position === 0 ? 'Confirming payment' : 'Payment confirmed';
    return stepsUpTo(
      [payment, phase === 'held' ? orderWords(facts, now).title : 'Paid', 'Printing', 'Shipped', 'Delivered'],
      position,
    );
  }
  const moneyBack = moneyBackOf(facts);
  if (moneyBackWords(moneyBack).length === 0) return [];
  return stepsUpTo(['Paid', 'Cancelled', 'Refunded'], isAllBack(moneyBack) ? 3 : 2);
}
