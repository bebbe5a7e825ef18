import { MONEY_DIFFERENCES } from '@shop/contracts/order';
import {
  getAction,
  describeDiscrepancy,
  toMoneyDiscrepancy,
  type Discrepancy,
  type DiscrepancyDetails,
} from './discrepancy.rules.js';

const about = (details: DiscrepancyDetails): Discrepancy => ({
  id: '00000000-0000-8000-8000-000000000001',
  orderId: 'o',
  orderNumber: 'PA-1',
  since: new Date(0),
  ...details,
});
const PAYMENT = { provider: 'stripe', intentId: 'pi_1' } as const;

const ALL: DiscrepancyDetails[] = [
  { kind: 'amount-differs', details: { ...PAYMENT, amountCents: 3_590, currency: 'usd', totalCents: 3_591 } },
  { kind: 'stray-payment', details: { ...PAYMENT, amountCents: 700, currency: 'usd', failedRefunds: 0 } },
  { kind: 'paid-after-cancel', details: { amountCents: 3_591, currency: 'usd' } },
  { kind: 'refund-owed', details: { amountCents: 3_591, currency: 'usd', isAtBank: false, n: 1 } },
  {
    kind: 'refund-failed',
    details: {
      amountCents: 3_591,
      currency: 'usd',
      failure: 'lost_or_stolen_card',
      isDisputed: false,
      n: 1,
      ...PAYMENT,
    },
  },
  {
    kind: 'dispute-open',
    details: { amountCents: 3_591, currency: 'usd', reason: 'fraudulent', respondBy: null, ...PAYMENT },
  },
  { kind: 'print-missing', details: { missing: 2, items: 3 } },
  { kind: 'print-failed', details: { title: 'Pet Tag', reason: 'not-drawn' } },
  {
    kind: 'not-printed',
    details: { reason: 'Printful refused this order. It says: no such street', state: 'waiting', isPaid: true },
  },
  {
    kind: 'printed-although',
    details: { reason: 'The printer goes on with this order, although it was cancelled. Please cancel it there.' },
  },
  { kind: 'state-differs', details: { kept: 'pending', said: 'paid', ...PAYMENT } },
  { kind: 'provider-refuses', details: { provider: 'stripe', code: 'PAYMENT_KEY_WRONG' } },
];

describe('a difference', () => {
  it('of every kind has a sentence that ends as one, and names its order', () => {
    expect(ALL.map(({ kind }) => kind)).toEqual([...MONEY_DIFFERENCES]);
    for (const details of ALL) {
      expect(describeDiscrepancy(about(details))).toMatch(/^[$A-Z].*\.$/);
      if (details.kind !== 'stray-payment' && details.kind !== 'provider-refuses')
        expect(describeDiscrepancy(about(details))).toMatch(/order PA-1/i);
    }
  });

  it('asks first wherever money moves, and nowhere else', () => {
    const asking = ALL.filter((details) => getAction(details)?.warning).map(({ kind }) => kind);
    expect(asking).toEqual(['amount-differs', 'stray-payment', 'paid-after-cancel', 'refund-failed']);
  });

  it('has a button, which leads to Stripe where a bank decides, and none where time alone mends it', () => {
    expect(ALL.filter((details) => getAction(details) === null)).toEqual([]);
    expect(ALL.filter((details) => getAction(details)?.href).map(({ kind }) => kind)).toEqual(['dispute-open']);
    const dispute = (provider: 'stripe' | 'sandbox'): DiscrepancyDetails => ({
      kind: 'dispute-open',
      details: {
        amountCents: 3_591,
        currency: 'usd',
        reason: 'fraudulent',
        respondBy: '2026-11-30T12:00:00Z',
        intentId: 'pi_1',
        provider,
      },
    });
    expect(getAction(dispute('stripe'))).toEqual({
      label: 'Open it at Stripe',
      warning: null,
      href: 'https://dashboard.stripe.com/payments/pi_1',
    });
    expect(describeDiscrepancy(about(dispute('stripe')))).toMatch(
      /Answer at Stripe, at the latest on November 30, 2026\.$/,
    );
    expect(getAction(dispute('sandbox'))).toBeNull();
    expect(describeDiscrepancy(about(dispute('sandbox')))).toMatch(
      /The sandbox's bank decides on November 30, 2026\.$/,
    );
  });

  it.each([
    [
      'PAYMENT_KEY_WRONG',
      'Stripe does not accept the keys of the shop: nobody can pay, and no money can go back. Please check them, and whether their rights suffice.',
      'Ask Stripe again',
    ],
    [
      'PAYMENT_NOT_PERMITTED',
      'Stripe does not accept the keys of the shop: nobody can pay, and no money can go back. Please check them, and whether their rights suffice.',
      'Ask Stripe again',
    ],
    [
      'PAYMENT_REQUEST_REFUSED',
      'Stripe refused what the shop asked of it (PAYMENT_REQUEST_REFUSED). Why stands in the log of order-svc.',
      'It is seen to',
    ],
  ])('says of %s what only the shop can mend', (code, sentence, label) => {
    const details: DiscrepancyDetails = { kind: 'provider-refuses', details: { provider: 'stripe', code } };
    expect([
      describeDiscrepancy({ ...about(details), orderId: null, orderNumber: null }),
      getAction(details)?.label,
    ]).toEqual([sentence, label]);
  });

  it('names a foreign currency instead of dollars', () => {
    const euros: DiscrepancyDetails = {
      kind: 'amount-differs',
      details: { ...PAYMENT, amountCents: 3_591, currency: 'eur', totalCents: 3_591 },
    };
    expect(describeDiscrepancy(about(euros))).toContain('35.91 EUR was paid for order PA-1, whose total is $35.91.');
    expect(getAction(euros)?.warning).toContain('35.91 EUR');
    for (const details of ALL) {
      if (!('currency' in details.details) || details.kind === 'amount-differs') continue;
      const foreign = { ...details, details: { ...details.details, currency: 'eur' } } as DiscrepancyDetails;
      expect(describeDiscrepancy(about(foreign))).toMatch(/^[^$]* EUR [^$]*$/);
      expect(getAction(foreign)?.warning ?? '').not.toContain('$');
    }
  });

  it('does not say of a disputed payment that its money is with the shop', () => {
    const disputed = (isDisputed: boolean): DiscrepancyDetails => ({
      kind: 'refund-failed',
      details: {
        amountCents: 3_591,
        currency: 'usd',
        failure: 'the payment is disputed',
        isDisputed,
        n: 1,
        ...PAYMENT,
      },
    });
    expect(describeDiscrepancy(about(disputed(true)))).toBe(
      "The $35.91 for order PA-1 can't go back while the customer's bank decides about the dispute.",
    );
    expect(getAction(disputed(true))?.label).toBe('Open it at Stripe');
    expect(describeDiscrepancy(about(disputed(false)))).toBe(
      'The $35.91 for order PA-1 could not go back while the payment was disputed. What the bank has not given back by itself can go back now.',
    );
    expect(getAction(disputed(false))?.label).toBe('Refund again');
  });

  it('does not say of a refund of more than was left that all of it is with the shop', () => {
    const details: DiscrepancyDetails = {
      kind: 'refund-failed',
      details: {
        amountCents: 1_000,
        currency: 'usd',
        failure: 'more than was left',
        isDisputed: false,
        n: 1,
        ...PAYMENT,
      },
    };
    expect(describeDiscrepancy(about(details))).toBe(
      'The $10.00 for order PA-1 could not go back: so much was not left, as money had gone back at the payment provider before. What is left can go back now.',
    );
    expect(getAction(details)).toEqual({
      label: 'Refund again',
      warning: "The customer gets at most $10.00 back, by another refund. This can't be undone.",
    });
  });

  it('says of stray money that it was sent back before', () => {
    const again: DiscrepancyDetails = {
      kind: 'stray-payment',
      details: { ...PAYMENT, amountCents: 700, currency: 'eur', failedRefunds: 1 },
    };
    expect(describeDiscrepancy(about(again))).toBe(
      '7.00 EUR was paid at Stripe and belongs to no order (payment pi_1). It went back before, and did not arrive.',
    );
  });

  it.each([
    ['waiting', true, 'Refused', 'Order PA-1 is paid, and not with the printer yet: Refused.', 'Try the printer again'],
    [
      'submitted',
      true,
      'The printer has put this order on hold.',
      'Order PA-1 is at the printer, and does not go on there: The printer has put this order on hold.',
      'Ask the printer again',
    ],
    [
      'waiting',
      false,
      'The money of this order has gone back. Please cancel the order.',
      'Order PA-1 is paid, and not with the printer yet: The money of this order has gone back. Please cancel the order.',
      'Cancel the order',
    ],
    [
      'held',
      true,
      null,
      'Order PA-1 has been due for the printer for more than an hour, and is not there.',
      'Try the printer again',
    ],
    [
      'submitting',
      true,
      null,
      'Order PA-1 has been due for the printer for more than an hour, and is not there.',
      'Try the printer again',
    ],
  ] as const)(
    'says of an order that is %s why it is not printed, and has the button that helps',
    (state, isPaid, reason, sentence, label) => {
      const details: DiscrepancyDetails = { kind: 'not-printed', details: { reason, state, isPaid } };
      expect([describeDiscrepancy(about(details)), getAction(details)?.label]).toEqual([sentence, label]);
    },
  );

  it.each([
    [
      'unprinted',
      true,
      'Order PA-1 waits to be printed by hand, and has been due since November 20, 2026.',
      'Start processing',
    ],
    [
      'unsent',
      false,
      'Order PA-1 has been at the printer since November 20, 2026, and was not shipped.',
      'Ask the printer again',
    ],
    [
      'unsent',
      true,
      'Order PA-1 has been in processing since November 20, 2026. Please mark it as shipped once it has left, or cancel it.',
      'Mark it as shipped',
    ],
  ] as const)(
    'says of an order that stays %s, by hand: %s, since when, and what to do',
    (stage, byHand, sentence, label) => {
      const details: DiscrepancyDetails = {
        kind: 'not-printed',
        details: { stage, byHand, since: '2026-11-20T12:00:00Z' },
      };
      expect([describeDiscrepancy(about(details)), getAction(details)?.label]).toEqual([sentence, label]);
    },
  );

  it.each([
    [1, 1, 'its print file is missing'],
    [1, 3, '1 of its 3 print files is missing'],
    [2, 3, '2 of its 3 print files are missing'],
  ])('counts %i of %i in good English', (missing, items, words) => {
    expect(describeDiscrepancy(about({ kind: 'print-missing', details: { missing, items } }))).toContain(words);
  });

  it('names nobody and no provider’s id to the screen but in words', () => {
    expect(Object.keys(toMoneyDiscrepancy(about(ALL[0] as DiscrepancyDetails))).sort()).toEqual([
      'id',
      'kind',
      'orderId',
      'orderNumber',
      'remedy',
      'sentence',
      'since',
    ]);
  });
});
