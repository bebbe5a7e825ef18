import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/contracts-order';
import fc from 'fast-check';
import { decidePayment, type OrderPaymentState, type ReportedIntent } from './payment-decision.rules.js';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const LATER = new Date(NOON.getTime() + 1);

const intent = (change: { awaitedSince?: Date; awaitEndedAt?: Date } = {}) => ({
  awaitedSince: null,
  awaitEndedAt: null,
  ...change,
});
const order = (change: Partial<OrderPaymentState> = {}): OrderPaymentState => ({
  status: 'created',
  paymentStatus: 'pending',
  paymentMessage: null,
  totalCents: 3_591,
  currency: 'usd',
  intent: intent(),
  ...change,
});
const report = (change: Partial<ReportedIntent> = {}): ReportedIntent => ({
  status: 'succeeded',
  amountCents: 3_591,
  currency: 'usd',
  failureMessage: null,
  observedAt: NOON,
  ...change,
});

const anyOrder = fc.record<OrderPaymentState>({
  status: fc.constantFrom(...ORDER_STATUSES),
  paymentStatus: fc.constantFrom(...PAYMENT_STATUSES),
  paymentMessage: fc.constantFrom(null, 'Your card was declined.'),
  totalCents: fc.constantFrom(3_591, 3_592),
  currency: fc.constantFrom('usd', 'eur'),
  intent: fc.record({ awaitedSince: fc.constantFrom(null, new Date()), awaitEndedAt: fc.constantFrom(null, NOON) }),
});
const anyReport = fc.record<ReportedIntent>({
  status: fc.constantFrom('open', 'processing', 'succeeded', 'canceled'),
  amountCents: fc.constantFrom(3_591, 3_592),
  currency: fc.constantFrom('usd', 'eur'),
  failureMessage: fc.constantFrom(null, 'Your card was declined.', 'Your card has insufficient funds.'),
  takesDays: fc.boolean(),
  observedAt: fc.constantFrom(NOON, LATER),
});

describe('decidePayment', () => {
  it.each([
    ['the whole amount', order(), report(), 'pay'],
    ['the whole amount after a decline', order({ paymentStatus: 'failed', paymentMessage: 'no' }), report(), 'pay'],
    ['an attempt', order(), report({ status: 'processing' }), 'note-attempt'],
    [
      'an attempt that may have ended',
      order({ paymentStatus: 'failed', intent: intent({ awaitEndedAt: NOON }) }),
      report({ status: 'processing' }),
      'superseded',
    ],
    [
      'a slow payment that may have ended',
      order({ intent: intent({ awaitEndedAt: NOON }) }),
      report({ status: 'open', takesDays: true }),
      'superseded',
    ],
    [
      'an attempt after one that ended',
      order({ paymentStatus: 'failed', intent: intent({ awaitEndedAt: NOON }) }),
      report({ status: 'processing', observedAt: LATER }),
      'note-attempt',
    ],
    [
      'the whole amount after an attempt that ended, reported earlier',
      order({ paymentStatus: 'failed', intent: intent({ awaitEndedAt: NOON }) }),
      report(),
      'pay',
    ],
    ['a cent less', order(), report({ amountCents: 3_590 }), 'mismatch'],
    ['a cent more', order(), report({ amountCents: 3_592 }), 'mismatch'],
    ['another currency', order(), report({ currency: 'eur' }), 'mismatch'],
    ['success for a cancelled order', order({ status: 'cancelled' }), report(), 'refund'],
    ['success for a paid order', order({ status: 'paid', paymentStatus: 'paid' }), report(), 'nothing'],
    ['success for a refunded order', order({ status: 'cancelled', paymentStatus: 'refunded' }), report(), 'nothing'],
    ['a payment in progress', order(), report({ status: 'processing' }), 'note-attempt'],
    [
      'a payment that takes the customer days',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      report({ status: 'open', takesDays: true }),
      'note-attempt',
    ],
    [
      'a payment that is not in progress any more',
      order({ intent: intent({ awaitedSince: new Date() }) }),
      report({ status: 'open' }),
      'end-attempt',
    ],
    [
      'a decline of a payment in progress',
      order({ intent: intent({ awaitedSince: new Date() }) }),
      report({ status: 'open', failureMessage: 'no' }),
      'fail',
    ],
    ['a decline', order(), report({ status: 'open', failureMessage: 'no' }), 'fail'],
    [
      'the same decline again',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      report({ status: 'open', failureMessage: 'no' }),
      'nothing',
    ],
    [
      'another attempt that is declined with the same message',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      report({ status: 'open', failureMessage: 'no', attemptId: 'ch_2' }),
      'fail',
    ],
    [
      'another decline',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      report({ status: 'open', failureMessage: 'never' }),
      'fail',
    ],
    [
      'a decline that comes after the payment',
      order({ status: 'paid', paymentStatus: 'paid' }),
      report({ status: 'open', failureMessage: 'no' }),
      'nothing',
    ],
    ['no attempt yet', order(), report({ status: 'open' }), 'nothing'],
    ['an intent cancelled at the provider', order(), report({ status: 'canceled' }), 'cancel'],
  ] as const)('%s', (_, state, reported, decision) => {
    expect(decidePayment(state, reported)).toBe(decision);
  });

  it('pays an open order only for a success of its exact amount and currency', () => {
    fc.assert(
      fc.property(anyOrder, anyReport, (state, reported) => {
        const isExact =
          reported.status === 'succeeded' &&
          reported.amountCents === state.totalCents &&
          reported.currency === state.currency;
        const isOpen = state.status === 'created' && ['pending', 'failed'].includes(state.paymentStatus);
        expect(decidePayment(state, reported) === 'pay').toBe(isExact && isOpen);
      }),
    );
  });

  it('never changes an order that is paid or refunded', () => {
    fc.assert(
      fc.property(anyOrder, anyReport, (state, reported) => {
        fc.pre(state.paymentStatus === 'paid' || state.paymentStatus === 'refunded');
        expect(decidePayment(state, reported)).toBe('nothing');
      }),
    );
  });
});
