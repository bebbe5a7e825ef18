import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/contracts/order';
import fc from 'fast-check';
import { decidePayment, type OrderPaymentState, type ReportedIntent } from './payment-decision.rules.js';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const LATER = new Date(NOON.getTime() + 1);

const order = (change: Partial<OrderPaymentState> = {}): OrderPaymentState => ({
  status: 'created',
  paymentStatus: 'pending',
  paymentMessage: null,
  totalCents: 3_591,
  currency: 'usd',
  paymentAwaitedSince: null,
  paymentRestedAt: null,
  ...change,
});
const word = (change: Partial<ReportedIntent> = {}): ReportedIntent => ({
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
  paymentAwaitedSince: fc.constantFrom(null, new Date()),
  paymentRestedAt: fc.constantFrom(null, NOON),
});
const anyWord = fc.record<ReportedIntent>({
  status: fc.constantFrom('open', 'processing', 'succeeded', 'canceled'),
  amountCents: fc.constantFrom(3_591, 3_592),
  currency: fc.constantFrom('usd', 'eur'),
  failureMessage: fc.constantFrom(null, 'Your card was declined.', 'Your card has insufficient funds.'),
  takesDays: fc.boolean(),
  observedAt: fc.constantFrom(NOON, LATER),
});

describe("the provider's word", () => {
  it.each([
    ['the whole amount', order(), word(), 'pay'],
    ['the whole amount after a decline', order({ paymentStatus: 'failed', paymentMessage: 'no' }), word(), 'pay'],
    ['an attempt', order(), word({ status: 'processing' }), 'note-attempt'],
    [
      'an attempt that may be over',
      order({ paymentStatus: 'failed', paymentRestedAt: NOON }),
      word({ status: 'processing' }),
      'superseded',
    ],
    [
      'one for days that may be over',
      order({ paymentRestedAt: NOON }),
      word({ status: 'open', takesDays: true }),
      'superseded',
    ],
    [
      'an attempt after one that is over',
      order({ paymentStatus: 'failed', paymentRestedAt: NOON }),
      word({ status: 'processing', observedAt: LATER }),
      'note-attempt',
    ],
    [
      'the whole amount after an attempt that is over, said before',
      order({ paymentStatus: 'failed', paymentRestedAt: NOON }),
      word(),
      'pay',
    ],
    ['a cent less', order(), word({ amountCents: 3_590 }), 'mismatch'],
    ['a cent more', order(), word({ amountCents: 3_592 }), 'mismatch'],
    ['another currency', order(), word({ currency: 'eur' }), 'mismatch'],
    ['success for a cancelled order', order({ status: 'cancelled' }), word(), 'refund'],
    ['success for a paid order', order({ status: 'paid', paymentStatus: 'paid' }), word(), 'nothing'],
    ['success for a refunded order', order({ status: 'cancelled', paymentStatus: 'refunded' }), word(), 'nothing'],
    ['a payment on its way', order(), word({ status: 'processing' }), 'note-attempt'],
    [
      'a payment that its customer has days for',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      word({ status: 'open', takesDays: true }),
      'note-attempt',
    ],
    [
      'a payment that is on its way no more',
      order({ paymentAwaitedSince: new Date() }),
      word({ status: 'open' }),
      'end-attempt',
    ],
    [
      'a decline of one that was on its way',
      order({ paymentAwaitedSince: new Date() }),
      word({ status: 'open', failureMessage: 'no' }),
      'fail',
    ],
    ['a decline', order(), word({ status: 'open', failureMessage: 'no' }), 'fail'],
    [
      'the same decline again',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      word({ status: 'open', failureMessage: 'no' }),
      'nothing',
    ],
    [
      'another attempt that is declined in the same words',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      word({ status: 'open', failureMessage: 'no', attemptId: 'ch_2' }),
      'fail',
    ],
    [
      'another decline',
      order({ paymentStatus: 'failed', paymentMessage: 'no' }),
      word({ status: 'open', failureMessage: 'never' }),
      'fail',
    ],
    [
      'a decline that comes after the payment',
      order({ status: 'paid', paymentStatus: 'paid' }),
      word({ status: 'open', failureMessage: 'no' }),
      'nothing',
    ],
    ['nothing tried yet', order(), word({ status: 'open' }), 'nothing'],
    ['an intent cancelled at the provider', order(), word({ status: 'canceled' }), 'cancel'],
  ] as const)('%s', (_, judged, spoken, verdict) => {
    expect(decidePayment(judged, spoken)).toBe(verdict);
  });

  it('pays an open order only for a success of its exact amount and currency', () => {
    fc.assert(
      fc.property(anyOrder, anyWord, (judged, spoken) => {
        const isExact =
          spoken.status === 'succeeded' &&
          spoken.amountCents === judged.totalCents &&
          spoken.currency === judged.currency;
        const isOpen = judged.status === 'created' && ['pending', 'failed'].includes(judged.paymentStatus);
        expect(decidePayment(judged, spoken) === 'pay').toBe(isExact && isOpen);
      }),
    );
  });

  it('never changes an order that is paid or refunded', () => {
    fc.assert(
      fc.property(anyOrder, anyWord, (judged, spoken) => {
        fc.pre(judged.paymentStatus === 'paid' || judged.paymentStatus === 'refunded');
        expect(decidePayment(judged, spoken)).toBe('nothing');
      }),
    );
  });
});
