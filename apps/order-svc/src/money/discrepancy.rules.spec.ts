import { MONEY_DISCREPANCIES } from '@shop/contracts-order';
import {
  getAction,
  describeDiscrepancy,
  toMoneyDiscrepancy,
  type Discrepancy,
  type DiscrepancyDetails,
} from './discrepancy.rules.js';

const discrepancyWith = (details: DiscrepancyDetails): Discrepancy => ({
  id: '00000000-0000-8000-8000-000000000001',
  orderId: 'o',
  orderNumber: 'PA-1',
  since: new Date(0),
  ...details,
});
const PAYMENT = { provider: 'stripe', intentId: 'pi_1' } as const;

const ALL: DiscrepancyDetails[] = [
  { kind: 'amount-mismatch', details: { ...PAYMENT, amountCents: 3_590, currency: 'usd', totalCents: 3_591 } },
  { kind: 'unmatched-payment', details: { ...PAYMENT, amountCents: 700, currency: 'usd', failedRefunds: 0 } },
  { kind: 'paid-after-cancel', details: { amountCents: 3_591, currency: 'usd' } },
  {
    kind: 'refund-pending',
    details: { amountCents: 3_591, currency: 'usd', isAtBank: false, provider: 'stripe', n: 1 },
  },
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
  { kind: 'payment-stopped', details: { declines: 10 } },
  { kind: 'print-missing', details: { missing: 2, items: 3 } },
  { kind: 'print-failed', details: { title: 'Pet Tag', reason: 'not-drawn' } },
  {
    kind: 'not-printed',
    details: { reason: 'Printful refused this order. It says: no such street', state: 'waiting', isPaid: true },
  },
  {
    kind: 'printed-after-cancel',
    details: { reason: 'The printer goes on with this order, although it was cancelled. Please cancel it there.' },
  },
  { kind: 'parcel-returned', details: { reason: 'returned It says: unknown street', isAddressCorrected: false } },
  {
    kind: 'not-reprinted',
    details: { reprintId: 'r', reason: 'The printer does not answer.', stage: 'waiting', byHand: false, isPaid: true },
  },
  { kind: 'problem-reported', details: { problem: 'damaged' } },
  {
    kind: 'fulfilment-hold',
    details: { holds: ['payment-review'], printing: 'stopped', reason: '["payment-review"] stopped', ...PAYMENT },
  },
  { kind: 'status-mismatch', details: { stored: 'pending', expected: 'paid', ...PAYMENT } },
  { kind: 'provider-error', details: { provider: 'stripe', code: 'PAYMENT_KEY_WRONG' } },
];

describe('a discrepancy', () => {
  it('has a message for every kind that names its order', () => {
    expect(ALL.map(({ kind }) => kind)).toEqual([...MONEY_DISCREPANCIES]);
    for (const details of ALL) {
      expect(describeDiscrepancy(discrepancyWith(details))).toMatch(/^[$A-Z0-9].*\.$/);
      if (details.kind !== 'unmatched-payment' && details.kind !== 'provider-error')
        expect(describeDiscrepancy(discrepancyWith(details))).toMatch(/order PA-1/i);
    }
  });

  it('asks for confirmation only if money moves, or if an order is settled', () => {
    const asking = ALL.filter((details) => getAction(details)?.warning).map(({ kind }) => kind);
    expect(asking).toEqual([
      'amount-mismatch',
      'unmatched-payment',
      'paid-after-cancel',
      'refund-failed',
      'parcel-returned',
    ]);
  });

  it('has an action, which is a link to Stripe for a dispute there and nothing for a dispute in the sandbox', () => {
    const withoutAction = ALL.filter((details) => getAction(details) === null);
    expect(withoutAction.map(({ kind }) => kind)).toEqual(['payment-stopped', 'problem-reported']);
    expect(ALL.filter((details) => getAction(details)?.href).map(({ kind }) => kind)).toEqual([
      'dispute-open',
      'fulfilment-hold',
    ]);
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
    expect(describeDiscrepancy(discrepancyWith(dispute('stripe')))).toMatch(
      /Answer at Stripe, at the latest on November 30, 2026\.$/,
    );
    expect(getAction(dispute('sandbox'))).toBeNull();
    expect(describeDiscrepancy(discrepancyWith(dispute('sandbox')))).toMatch(
      /The sandbox's bank decides on November 30, 2026\.$/,
    );
  });

  it.each([
    [
      'PAYMENT_KEY_WRONG',
      'Stripe does not accept the keys of the shop: no one can pay, and no money can go back. Please check them, and whether their rights suffice.',
      'Ask Stripe again',
    ],
    [
      'PAYMENT_NOT_PERMITTED',
      'Stripe does not accept the keys of the shop: no one can pay, and no money can go back. Please check them, and whether their rights suffice.',
      'Ask Stripe again',
    ],
    [
      'PAYMENT_REQUEST_REJECTED',
      'Stripe refused what the shop asked of it (PAYMENT_REQUEST_REJECTED). The reason is in the log of order-svc.',
      'Mark as resolved',
    ],
  ])('shows the admins what to do about %s', (code, message, label) => {
    const details: DiscrepancyDetails = { kind: 'provider-error', details: { provider: 'stripe', code } };
    expect([
      describeDiscrepancy({ ...discrepancyWith(details), orderId: null, orderNumber: null }),
      getAction(details)?.label,
    ]).toEqual([message, label]);
  });

  it.each([
    ['stripe', ['payment-review'], 'stopped', 'Order PA-1 is paid and on hold: Stripe has not approved its payment.'],
    [
      'sandbox',
      ['fraud-warning', 'payment-review'],
      'begun',
      "Order PA-1 may be in print, but the card's bank warns of fraud, and the sandbox has not approved its payment.",
    ],
  ] as const)('says why an order waits at %s: %s, printing %s', (provider, holds, printing, beginning) => {
    const held: DiscrepancyDetails = {
      kind: 'fulfilment-hold',
      details: { provider, intentId: 'pi_1', holds, printing, reason: '' },
    };
    expect(describeDiscrepancy(discrepancyWith(held))).toMatch(new RegExp(`^${beginning} `));
  });

  it('names a foreign currency instead of dollars', () => {
    const euros: DiscrepancyDetails = {
      kind: 'amount-mismatch',
      details: { ...PAYMENT, amountCents: 3_591, currency: 'eur', totalCents: 3_591 },
    };
    expect(describeDiscrepancy(discrepancyWith(euros))).toContain(
      '35.91 EUR was paid for order PA-1, whose total is $35.91.',
    );
    expect(getAction(euros)?.warning).toContain('35.91 EUR');
    for (const details of ALL) {
      if (!('currency' in details.details) || details.kind === 'amount-mismatch') continue;
      const foreign = { ...details, details: { ...details.details, currency: 'eur' } } as DiscrepancyDetails;
      expect(describeDiscrepancy(discrepancyWith(foreign))).toMatch(/^[^$]* EUR [^$]*$/);
      expect(getAction(foreign)?.warning ?? '').not.toContain('$');
    }
  });

  it('does not say that the shop has the money of a disputed payment', () => {
    const disputedRefund = (isDisputed: boolean): DiscrepancyDetails => ({
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
    expect(describeDiscrepancy(discrepancyWith(disputedRefund(true)))).toBe(
      "The $35.91 for order PA-1 can't go back while the customer's bank decides about the dispute.",
    );
    expect(getAction(disputedRefund(true))?.label).toBe('Open it at Stripe');
    expect(describeDiscrepancy(discrepancyWith(disputedRefund(false)))).toBe(
      'The $35.91 for order PA-1 could not go back while the payment was disputed. What the bank has not returned can go back now.',
    );
    expect(getAction(disputedRefund(false))?.label).toBe('Refund again');
  });

  it('does not say that the shop has all of a refund that exceeded the remainder', () => {
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
    expect(describeDiscrepancy(discrepancyWith(details))).toBe(
      'The $10.00 for order PA-1 could not go back: less was left, because money had gone back at the payment provider before. What is left can go back now.',
    );
    expect(getAction(details)).toMatchObject({
      label: 'Refund again',
      warning: "The customer gets at most $10.00 back, by another refund. This can't be undone.",
    });
  });

  it('mentions an earlier failed refund of an unmatched payment', () => {
    const again: DiscrepancyDetails = {
      kind: 'unmatched-payment',
      details: { ...PAYMENT, amountCents: 700, currency: 'eur', failedRefunds: 1 },
    };
    expect(describeDiscrepancy(discrepancyWith(again))).toBe(
      '7.00 EUR was paid at Stripe and belongs to no order (payment pi_1). An earlier refund did not arrive.',
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
      'change-window',
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
    'says why an order in state %s is not printed, and offers the action for it',
    (state, isPaid, reason, message, label) => {
      const details: DiscrepancyDetails = { kind: 'not-printed', details: { reason, state, isPaid } };
      expect([describeDiscrepancy(discrepancyWith(details)), getAction(details)?.label]).toEqual([message, label]);
    },
  );

  it.each([
    ['waiting', true, 'The printer refused it', 'does not go on: The printer refused it.', 'Try the printer again'],
    [
      'waiting',
      false,
      'The money has gone back.',
      'does not go on: The money has gone back. Please decide in the order not to send it.',
      undefined,
    ],
    ['at-printer', false, null, 'has been at the printer for 14 days, and was not shipped.', 'Ask the printer again'],
    [
      'on-its-way',
      true,
      'A parcel of it came back. It says: Refused',
      'does not go on: A parcel of it came back. It says: Refused. The customer was asked for a better address. Please add the number of the next parcel in the order, or decide there not to send it.',
      'Ask the printer again',
    ],
  ] as const)('says what to do about a reprint that is %s (paid: %s)', (stage, isPaid, reason, message, label) => {
    const details: DiscrepancyDetails = {
      kind: 'not-reprinted',
      details: { reprintId: 'r', reason, stage, byHand: false, isPaid },
    };
    expect([describeDiscrepancy(discrepancyWith(details)), getAction(details)?.label]).toEqual([
      `What is sent again for order PA-1 ${message}`,
      label,
    ]);
  });

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
    'says since when an order is %s (printed by hand: %s), and what to do',
    (stage, byHand, message, label) => {
      const details: DiscrepancyDetails = {
        kind: 'not-printed',
        details: { stage, byHand, since: '2026-11-20T12:00:00Z' },
      };
      expect([describeDiscrepancy(discrepancyWith(details)), getAction(details)?.label]).toEqual([message, label]);
    },
  );

  it.each([
    [1, 1, 'its print file is missing'],
    [1, 3, '1 of its 3 print files is missing'],
    [2, 3, '2 of its 3 print files are missing'],
  ])('counts %i of %i missing files in correct English', (missing, items, words) => {
    expect(describeDiscrepancy(discrepancyWith({ kind: 'print-missing', details: { missing, items } }))).toContain(
      words,
    );
  });

  it('exposes only the contract’s fields', () => {
    expect(new Set(Object.keys(toMoneyDiscrepancy(discrepancyWith(ALL[0] as DiscrepancyDetails))))).toEqual(
      new Set(['id', 'kind', 'orderId', 'orderNumber', 'action', 'message', 'since']),
    );
  });
});
