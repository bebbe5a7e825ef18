import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type OrderStatus,
  type Parcels,
  type PaymentStatus,
} from '@shop/contracts/order';
import { NO_MONEY_BACK } from '../testing/builders.js';
import { getDefaultMoneyBack } from './money-back.js';
import { isSettled, orderSteps, describeOrderState, getOrderPhase } from './order-state.js';

// In the reader's zone, whichever that is.
const NOW = new Date(2026, 10, 22, 13, 50);
const UNTIL = new Date(2026, 10, 22, 14, 32).toISOString();

const facts = (status: OrderStatus, paymentStatus: PaymentStatus, changeableUntil: string | null = null) => ({
  order: { status, paymentStatus, total: '61.83' },
  moneyBack: getDefaultMoneyBack({ status, paymentStatus, total: '61.83' }),
  changeableUntil,
  tracking: null,
});
const shown = (...of: Parameters<typeof facts>) =>
  orderSteps(facts(...of), NOW).map(({ name, state }) => `${name}: ${state}`);

describe('where an order is', () => {
  it.each([
    ['created', 'pending', null, 'confirming', 'Confirming your payment'],
    ['created', 'failed', null, 'unpaid', "Your payment didn't go through"],
    ['paid', 'paid', UNTIL, 'held', 'Paid, on hold until 14:32'],
    ['paid', 'paid', null, 'queued', 'Paid, about to be printed'],
    ['processing', 'paid', null, 'printing', 'Printing'],
    ['shipped', 'paid', null, 'shipped', 'Shipped'],
    ['delivered', 'paid', null, 'delivered', 'Delivered'],
    ['cancelled', 'paid', null, 'cancelled', 'Cancelled'],
    ['cancelled', 'refunded', null, 'cancelled', 'Cancelled and refunded'],
    ['cancelled', 'pending', null, 'cancelled', 'Cancelled'],
  ] as const)('%s, payment %s, changeable until %s: %s, "%s"', (status, payment, until, phase, title) => {
    expect(getOrderPhase(facts(status, payment, until))).toBe(phase);
    expect(describeOrderState(facts(status, payment, until), NOW).title).toBe(title);
  });

  it('is unpaid, with no step to come, where nobody pays it now, and confirming while somebody does', () => {
    const left = { ...facts('created', 'pending'), isPaymentAwaited: false };
    expect([getOrderPhase(left), describeOrderState(left).text, orderSteps(left)]).toEqual([
      'unpaid',
      'Nothing was charged.',
      [],
    ]);
    expect(getOrderPhase({ ...left, isPaymentAwaited: true })).toBe('confirming');
    const held = { ...left, moneyBack: { ...left.moneyBack, kept: '1.00' } };
    expect([getOrderPhase(held), describeOrderState(held).title]).toEqual(['confirming', 'Checking your payment']);
    const gone = { ...left, isPaymentAwaited: true, moneyBack: { ...left.moneyBack, back: '1.00' } };
    expect([getOrderPhase(gone), describeOrderState(gone).text]).toEqual([
      'unpaid',
      '$1.00 went back to your card or account; banks need up to ten days to show it.',
    ]);
  });

  it('is told in words for every pair of statuses, even one that should not be', () => {
    for (const status of ORDER_STATUSES) {
      for (const payment of PAYMENT_STATUSES)
        expect(describeOrderState(facts(status, payment), NOW)).toEqual({
          title: expect.stringMatching(/\S/),
          text: expect.stringMatching(/\.$/),
        });
    }
  });

  it('says until which day where that is not today', () => {
    const { title } = describeOrderState(facts('paid', 'paid', new Date(2026, 10, 23, 0, 12).toISOString()), NOW);
    expect(title).toBe('Paid, on hold until Nov 23, 00:12');
  });

  it('gives the reason of a decline, and the carrier of a parcel', () => {
    expect(describeOrderState({ ...facts('created', 'failed'), paymentMessage: 'Your card was declined.' }).text).toBe(
      'Your card was declined. Nothing was charged.',
    );
    const tracking = { carrier: 'UPS', number: '1Z9', url: null };
    expect(describeOrderState({ ...facts('shipped', 'paid'), tracking })).toEqual({
      title: 'Shipped',
      text: 'Your parcel is on its way with UPS, tracking number 1Z9.',
    });
  });

  it('tells of each parcel, and of a part that is still to come', () => {
    const first = { carrier: 'UPS', number: '1Z9', url: null };
    const further = [{ carrier: 'USPS', number: '9400', url: null }];
    const shipped = (tracking: Parcels) => describeOrderState({ ...facts('shipped', 'paid'), tracking });
    expect(shipped({ ...first, further })).toEqual({
      title: 'Shipped',
      text: 'Your parcels are on their way: UPS, tracking number 1Z9; USPS, tracking number 9400.',
    });
    expect(shipped({ ...first, isPartial: true })).toEqual({
      title: 'Partly shipped',
      text: 'A part of your order is on its way with UPS, tracking number 1Z9. The rest follows.',
    });
    expect(shipped({ ...first, further, isPartial: true }).text).toBe(
      'Your parcels are on their way: UPS, tracking number 1Z9; USPS, tracking number 9400. The rest follows.',
    );
  });

  it('promises no moment where a bank takes days', () => {
    expect(describeOrderState(facts('created', 'pending')).text).toBe(
      'This takes only a moment. You can leave this page open.',
    );
    expect(describeOrderState({ ...facts('created', 'pending'), isWithBank: true }).text).toBe(
      'Your bank is still working on it. That can take some days; we write to you.',
    );
  });

  it('tells of money that goes back only where money came', () => {
    expect(describeOrderState(facts('cancelled', 'paid')).text).toContain('$61.83 is on its way back');
    expect(describeOrderState(facts('cancelled', 'refunded')).text).toContain('$61.83 went back');
    expect(describeOrderState(facts('cancelled', 'failed')).text).toContain('nothing was charged');
  });

  it.each([
    [
      'could not go back',
      { kept: '61.83' },
      'Cancelled',
      ['$61.83 could not go back to your card or account yet. We see to it, and you need to do nothing.'],
    ],
    [
      'is disputed',
      { kept: '61.83', isDisputed: true },
      'Cancelled',
      ['Your bank decides about $61.83, because the payment is disputed. Nothing of it goes back before that.'],
    ],
    [
      'was taken back by the bank',
      { byBank: '61.83' },
      'Cancelled and refunded',
      ['Your bank has given you $61.83 back.'],
    ],
    [
      'went back in part before',
      { back: '10.00', onItsWay: '51.83' },
      'Cancelled',
      [
        '$10.00 went back to your card or account; banks need up to ten days to show it.',
        '$51.83 is on its way back to your card or account.',
      ],
    ],
    [
      'was sent back by the bank in part',
      { back: '10.00', kept: '51.83' },
      'Cancelled',
      ['$10.00 went back to your card', '$51.83 could not go back'],
    ],
    ['came in another currency', { currency: 'eur', back: '35.91' }, 'Cancelled and refunded', ['35.91 EUR went back']],
  ])('tells the truth where the money of a cancelled order %s', (_, money, title, sentences) => {
    const { text, title: told } = describeOrderState({
      ...facts('cancelled', 'paid'),
      moneyBack: { ...NO_MONEY_BACK, ...money },
    });
    expect(told).toBe(title);
    for (const sentence of sentences) expect(text).toContain(sentence);
    expect([
      ...text.matchAll(/went back|is on its way back|could not go back|bank decides|bank has given/g),
    ]).toHaveLength(sentences.length);
  });
});

describe('the way of an order', () => {
  it('leads from the payment to the parcel', () => {
    expect(shown('created', 'pending')).toEqual([
      'Confirming payment: current',
      'Paid: to come',
      'Printing: to come',
      'Shipped: to come',
      'Delivered: to come',
    ]);
    expect(shown('paid', 'paid', UNTIL)).toEqual([
      'Payment confirmed: done',
      'Paid, on hold until 14:32: current',
      'Printing: to come',
      'Shipped: to come',
      'Delivered: to come',
    ]);
    expect(shown('processing', 'paid')).toEqual([
      'Payment confirmed: done',
      'Paid: done',
      'Printing: current',
      'Shipped: to come',
      'Delivered: to come',
    ]);
    expect(shown('delivered', 'paid').every((step) => step.endsWith(': done'))).toBe(true);
  });

  it('ends with the money for one that was cancelled', () => {
    expect(shown('cancelled', 'paid')).toEqual(['Paid: done', 'Cancelled: done', 'Refunded: current']);
    expect(shown('cancelled', 'refunded')).toEqual(['Paid: done', 'Cancelled: done', 'Refunded: done']);
    expect(shown('cancelled', 'pending')).toEqual([]);
    expect(shown('created', 'failed')).toEqual([]);
  });
});

describe('nothing more is to come', () => {
  const refund = (refundedAt: string | null) => ({
    amount: '61.83',
    requestedAt: UNTIL,
    refundedAt,
    state: refundedAt ? ('back' as const) : ('on-its-way' as const),
  });
  const settled = (status: OrderStatus, payment: PaymentStatus, refunds: ReturnType<typeof refund>[] = []) =>
    isSettled({ ...facts(status, payment), refunds });

  it('once it has arrived or was cancelled, and all money that goes back has gone', () => {
    expect(settled('delivered', 'paid')).toBe(true);
    expect(settled('cancelled', 'failed')).toBe(true);
    expect(settled('cancelled', 'refunded', [refund(UNTIL)])).toBe(true);
    expect(
      isSettled({
        ...facts('cancelled', 'paid'),
        moneyBack: { ...NO_MONEY_BACK, byBank: '61.83' },
        refunds: [{ ...refund(null), state: 'failed' }],
      }),
    ).toBe(true);
  });

  it('also where the version of the shop before does not say where the money is', () => {
    const [before, refunds] = [
      { ...facts('cancelled', 'paid'), moneyBack: undefined },
      [{ ...refund(null), state: undefined }],
    ];
    expect(describeOrderState(before).text).toContain('$61.83 is on its way back');
    expect([
      isSettled({ ...before, refunds }),
      isSettled({
        ...facts('cancelled', 'refunded'),
        moneyBack: undefined,
        refunds: [{ ...refund(UNTIL), state: undefined }],
      }),
    ]).toEqual([false, true]);
  });

  it('not before', () => {
    for (const status of ['created', 'paid', 'processing', 'shipped'] as const)
      expect(settled(status, 'paid')).toBe(false);
    expect(settled('cancelled', 'paid')).toBe(false);
    expect(settled('delivered', 'paid', [refund(null)])).toBe(false);
  });
});
