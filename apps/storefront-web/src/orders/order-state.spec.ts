import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type CustomerOrder,
  type OrderStatus,
  type Parcels,
  type PaymentStatus,
  type ProblemReport,
} from '@shop/contracts-order';
import { aProblemReport, aReprint, NO_MONEY_BACK } from '../testing/builders.js';
import { describeOrderState, getDefaultMoneyBack, getOrderPhase, isSettled } from './order-state.js';
import { orderSteps } from './order-steps.js';

// Local time, because the texts use the customer's time zone.
const NOW = new Date(2026, 10, 22, 13, 50);
const UNTIL = new Date(2026, 10, 22, 14, 32).toISOString();

const stateOf = (status: OrderStatus, paymentStatus: PaymentStatus, changeableUntil: string | null = null) => ({
  order: { status, paymentStatus, total: '61.83' },
  refundSummary: getDefaultMoneyBack({ status, paymentStatus, total: '61.83' }),
  changeableUntil,
  tracking: null,
});
const formatSteps = (...args: Parameters<typeof stateOf>) =>
  orderSteps(stateOf(...args), NOW).map(({ name, state }) => `${name}: ${state}`);

describe('describeOrderState', () => {
  it.each([
    ['created', 'pending', null, 'confirming', 'Confirming your payment'],
    ['created', 'failed', null, 'unpaid', "Your payment didn't go through"],
    ['paid', 'paid', UNTIL, 'changeable', 'Paid, can be changed until 14:32'],
    ['paid', 'paid', null, 'queued', 'Paid, about to be printed'],
    ['processing', 'paid', null, 'printing', 'Printing'],
    ['shipped', 'paid', null, 'shipped', 'Shipped'],
    ['delivered', 'paid', null, 'delivered', 'Delivered'],
    ['cancelled', 'paid', null, 'cancelled', 'Cancelled'],
    ['cancelled', 'refunded', null, 'cancelled', 'Cancelled and refunded'],
    ['cancelled', 'pending', null, 'cancelled', 'Cancelled'],
  ] as const)('%s, payment %s, changeable until %s: %s, "%s"', (status, payment, until, phase, title) => {
    expect(getOrderPhase(stateOf(status, payment, until))).toBe(phase);
    expect(describeOrderState(stateOf(status, payment, until), NOW).title).toBe(title);
  });

  it.each([
    ['paid', UNTIL, ' You can change or cancel it until 14:32.'],
    ['paid', null, ''],
    ['processing', null, ''],
  ] as const)('says of an order that is %s until %s that its payment is checked', (status, until, more) => {
    const input = { ...stateOf(status, 'paid', until), isPaymentUnderReview: true };
    expect(describeOrderState(input, NOW)).toEqual({
      title: 'We are checking your payment',
      text: `Your order waits, and is not printed before we are done. You need to do nothing.${more}`,
    });
    expect(orderSteps(input, NOW).find(({ state }) => state === 'current')?.name).toBe('Paid');
  });

  it.each([
    [{ status: 'awaiting-moonlight', paymentStatus: 'escrowed' }, 'awaiting-moonlight'],
    [{ status: 'toString' }, 'toString'],
    [{ status: 'created' }, 'Order placed'],
  ])('shows %j as "%s" without steps', (order, title) => {
    const input = { order: { total: '61.83', ...order }, changeableUntil: null, tracking: null };
    expect([getOrderPhase(input), describeOrderState(input, NOW).title, orderSteps(input, NOW)]).toEqual([
      'other',
      title,
      [],
    ]);
  });

  it('does not say that nothing was charged for a cancelled order if the payment is not known', () => {
    const input = { order: { status: 'cancelled', total: '61.83' }, changeableUntil: null, tracking: null };
    expect(describeOrderState(input, NOW).text).toBe('Nothing will be printed.');
  });

  it('is unpaid without steps if no payment is awaited, and confirming while one is', () => {
    const unpaid = { ...stateOf('created', 'pending'), isPaymentInProgress: false };
    expect([getOrderPhase(unpaid), describeOrderState(unpaid).text, orderSteps(unpaid)]).toEqual([
      'unpaid',
      'Nothing was charged.',
      [],
    ]);
    expect(getOrderPhase({ ...unpaid, isPaymentInProgress: true })).toBe('confirming');
    const mismatched = { ...unpaid, refundSummary: { ...unpaid.refundSummary, retained: '1.00' } };
    expect([getOrderPhase(mismatched), describeOrderState(mismatched).title]).toEqual([
      'confirming',
      'Checking your payment',
    ]);
    const refunded = {
      ...unpaid,
      isPaymentInProgress: true,
      refundSummary: { ...unpaid.refundSummary, refunded: '1.00' },
    };
    expect([getOrderPhase(refunded), describeOrderState(refunded).text]).toEqual([
      'unpaid',
      '$1.00 went back to your card or account; banks need up to ten days to show it.',
    ]);
  });

  it('has a text for every pair of statuses, even impossible ones', () => {
    for (const status of ORDER_STATUSES) {
      for (const payment of PAYMENT_STATUSES)
        expect(describeOrderState(stateOf(status, payment), NOW)).toEqual({
          title: expect.stringMatching(/\S/),
          text: expect.stringMatching(/\.$/),
        });
    }
  });

  it('includes the day if the change window ends on another day', () => {
    const { title } = describeOrderState(stateOf('paid', 'paid', new Date(2026, 10, 23, 0, 12).toISOString()), NOW);
    expect(title).toBe('Paid, can be changed until Nov 23, 00:12');
  });

  it('gives the reason of a decline and the carrier of a parcel', () => {
    expect(
      describeOrderState({ ...stateOf('created', 'failed'), paymentMessage: 'Your card was declined.' }).text,
    ).toBe('Your card was declined. Nothing was charged.');
    const tracking = { carrier: 'UPS', number: '1Z9', url: null };
    expect(describeOrderState({ ...stateOf('shipped', 'paid'), tracking })).toEqual({
      title: 'Shipped',
      text: 'Your parcel is on its way with UPS, tracking number 1Z9.',
    });
  });

  it('lists each parcel and mentions a part that is still to be shipped', () => {
    const first = { carrier: 'UPS', number: '1Z9', url: null };
    const further = [{ carrier: 'USPS', number: '9400', url: null }];
    const shipped = (tracking: Parcels) => describeOrderState({ ...stateOf('shipped', 'paid'), tracking });
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

  it('says that a parcel came back until it was sent again', () => {
    const back = { carrier: 'UPS', number: '1Z9', url: null, returned: { reason: 'unknown street' } };
    const parcelReturn = { at: UNTIL, reason: 'unknown street' };
    for (const status of ['shipped', 'delivered'] as const)
      expect(describeOrderState({ ...stateOf(status, 'paid'), tracking: back, parcelReturn })).toEqual({
        title: 'Your parcel came back',
        text: 'It came back: unknown street. Please check the address, so that we can send it again.',
      });
    const corrected = { ...parcelReturn, reason: null, isAddressCorrected: true };
    expect(describeOrderState({ ...stateOf('shipped', 'paid'), parcelReturn: corrected }).text).toBe(
      'It came back. Thank you for the other address: we send it again, and write to you when it leaves.',
    );
    const again = { ...back, further: [{ carrier: 'USPS', number: '9400', url: null, isReshipment: true }] };
    expect(describeOrderState({ ...stateOf('shipped', 'paid'), tracking: again }).text).toBe(
      'Your parcel was sent again and is on its way with USPS, tracking number 9400.',
    );
  });

  it('does not promise a quick confirmation if a bank takes days', () => {
    expect(describeOrderState(stateOf('created', 'pending')).text).toBe(
      'This takes only a moment. You can leave this page open.',
    );
    expect(describeOrderState({ ...stateOf('created', 'pending'), isAwaitingBank: true }).text).toBe(
      'Your bank is still working on it. That can take some days; we write to you.',
    );
  });

  it('mentions a refund only if money was received', () => {
    expect(describeOrderState(stateOf('cancelled', 'paid')).text).toContain('$61.83 is on its way back');
    expect(describeOrderState(stateOf('cancelled', 'refunded')).text).toContain('$61.83 went back');
    expect(describeOrderState(stateOf('cancelled', 'failed')).text).toContain('nothing was charged');
  });

  it.each([
    [
      'could not go back',
      { retained: '61.83' },
      'Cancelled',
      ['$61.83 could not go back to your card or account yet. We see to it, and you need to do nothing.'],
    ],
    [
      'is disputed',
      { retained: '61.83', isDisputed: true },
      'Cancelled',
      ['Your bank decides about $61.83, because the payment is disputed. Nothing of it goes back before that.'],
    ],
    [
      'was taken back by the bank',
      { chargedBack: '61.83' },
      'Cancelled and refunded',
      ['Your bank has given you $61.83 back.'],
    ],
    [
      'went back in part before',
      { refunded: '10.00', pending: '51.83' },
      'Cancelled',
      [
        '$10.00 went back to your card or account; banks need up to ten days to show it.',
        '$51.83 is on its way back to your card or account.',
      ],
    ],
    [
      'was sent back by the bank in part',
      { refunded: '10.00', retained: '51.83' },
      'Cancelled',
      ['$10.00 went back to your card', '$51.83 could not go back'],
    ],
    [
      'came in another currency',
      { currency: 'eur', refunded: '35.91' },
      'Cancelled and refunded',
      ['35.91 EUR went back'],
    ],
  ])('describes the money of a cancelled order that %s', (_, money, title, texts) => {
    const { text, title: actualTitle } = describeOrderState({
      ...stateOf('cancelled', 'paid'),
      refundSummary: { ...NO_MONEY_BACK, ...money },
    });
    expect(actualTitle).toBe(title);
    for (const expectedText of texts) expect(text).toContain(expectedText);
    expect([
      ...text.matchAll(/went back|is on its way back|could not go back|bank decides|bank has given/g),
    ]).toHaveLength(texts.length);
  });
});

describe('orderSteps', () => {
  it('lead from the payment to the delivery', () => {
    expect(formatSteps('created', 'pending')).toEqual([
      'Confirming payment: current',
      'Paid: upcoming',
      'Printing: upcoming',
      'Shipped: upcoming',
      'Delivered: upcoming',
    ]);
    expect(formatSteps('paid', 'paid', UNTIL)).toEqual([
      'Payment confirmed: done',
      'Paid, can be changed until 14:32: current',
      'Printing: upcoming',
      'Shipped: upcoming',
      'Delivered: upcoming',
    ]);
    expect(formatSteps('processing', 'paid')).toEqual([
      'Payment confirmed: done',
      'Paid: done',
      'Printing: current',
      'Shipped: upcoming',
      'Delivered: upcoming',
    ]);
    expect(formatSteps('delivered', 'paid').every((step) => step.endsWith(': done'))).toBe(true);
  });

  it('end with the refund for a cancelled order', () => {
    expect(formatSteps('cancelled', 'paid')).toEqual(['Paid: done', 'Cancelled: done', 'Refunded: current']);
    expect(formatSteps('cancelled', 'refunded')).toEqual(['Paid: done', 'Cancelled: done', 'Refunded: done']);
    expect(formatSteps('cancelled', 'pending')).toEqual([]);
    expect(formatSteps('created', 'failed')).toEqual([]);
  });
});

describe('isSettled', () => {
  const refund = (refundedAt: string | null) => ({
    amount: '61.83',
    requestedAt: UNTIL,
    refundedAt,
    state: refundedAt ? ('back' as const) : ('on-its-way' as const),
  });
  const isOrderSettled = (status: OrderStatus, payment: PaymentStatus, refunds: ReturnType<typeof refund>[] = []) =>
    isSettled({ ...stateOf(status, payment), refunds });

  it('is true for a delivered or cancelled order whose refunds are completed', () => {
    expect(isOrderSettled('delivered', 'paid')).toBe(true);
    expect(isOrderSettled('cancelled', 'failed')).toBe(true);
    expect(isOrderSettled('cancelled', 'refunded', [refund(UNTIL)])).toBe(true);
    expect(
      isSettled({
        ...stateOf('cancelled', 'paid'),
        refundSummary: { ...NO_MONEY_BACK, chargedBack: '61.83' },
        refunds: [{ ...refund(null), state: 'failed' }],
      }),
    ).toBe(true);
  });

  it('derives the refund state for responses of an older server version', () => {
    const [withoutMoneyBack, refunds] = [
      { ...stateOf('cancelled', 'paid'), refundSummary: undefined },
      [{ ...refund(null), state: undefined }],
    ];
    expect(describeOrderState(withoutMoneyBack).text).toContain('$61.83 is on its way back');
    expect([
      isSettled({ ...withoutMoneyBack, refunds }),
      isSettled({
        ...stateOf('cancelled', 'refunded'),
        refundSummary: undefined,
        refunds: [{ ...refund(UNTIL), state: undefined }],
      }),
    ]).toEqual([false, true]);
  });

  it('is false while the order is open or a refund is pending', () => {
    for (const status of ['created', 'paid', 'processing', 'shipped'] as const)
      expect(isOrderSettled(status, 'paid')).toBe(false);
    expect(isOrderSettled('cancelled', 'paid')).toBe(false);
    expect(isOrderSettled('delivered', 'paid', [refund(null)])).toBe(false);
  });

  it('is false while a report waits for an answer or something is sent again', () => {
    const isDeliveredSettled = (afterSale: Partial<Pick<CustomerOrder, 'problems' | 'reprints'>>) =>
      isSettled({ ...stateOf('delivered', 'paid'), refunds: [], ...afterSale });
    const withReport = (state: ProblemReport['state']) => ({
      problems: { canReport: false, reportableUntil: null, reports: [aProblemReport({ state })] },
    });
    expect((['open', 'answered', 'reprinted'] as const).map((state) => isDeliveredSettled(withReport(state)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(
      (['waiting', 'shipped', 'delivered', 'cancelled'] as const).map((state) =>
        isDeliveredSettled({ reprints: [aReprint({ state })] }),
      ),
    ).toEqual([false, false, true, true]);
  });
});
