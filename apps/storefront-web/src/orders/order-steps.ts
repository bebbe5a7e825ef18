import { describeRefunds, isFullyRefunded } from '@shop/contracts-order';
import {
  describeOrderState,
  getMoneyBack,
  getOrderPhase,
  type OrderPhase,
  type OrderStateInput,
} from './order-state.js';

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
  asked: 1,
  'checking-payment': 1,
  changeable: 1,
  queued: 1,
  'out-of-stock': 1,
  printing: 2,
  shipped: 3,
  returned: 3,
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
