import {
  describeMoneyConflict,
  describeNoteConflict,
  describeStatusConflict,
  formatOrderVersion,
  getOrderVersion,
  parseOrderVersion,
} from './order-version.rules.js';

const ORDER = {
  status: 'paid' as const,
  shippingAddress: { name: 'Pat', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' },
  email: 'pat@example.com',
  noteId: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01',
};

describe('the version of an order', () => {
  it('is read as it was written', () => {
    const version = getOrderVersion(ORDER, -5);
    expect(parseOrderVersion(formatOrderVersion(version))).toEqual(version);
  });

  it.each(['', '3', 'paid.a.none', 'paid.a.none.1.2', '...'])('is not %j', (text) => {
    expect(parseOrderVersion(text)).toBeNull();
  });

  it('has no personal data', () => {
    expect(formatOrderVersion(getOrderVersion(ORDER, 100))).toMatch(
      /^paid\.[\w-]{16}\.5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01\.100$/,
    );
  });
});

describe('a conflict says what happened', () => {
  const refund = { by: 'ann@example.com', amountCents: 1_000, reason: 'A stain' };
  it.each([
    [
      'ann@example.com has refunded $10.00 meanwhile (“A stain”): $25.91 can still go back. Nothing was refunded now.',
      { seenCents: 3_591, remainingCents: 2_591, refund },
    ],
    [
      '$11.00 went back meanwhile: $0.00 can still go back. Nothing was refunded now.',
      { seenCents: 1_000, remainingCents: -100, refund },
    ],
    [
      'The payments of this order have changed meanwhile: $25.91 can still go back. Nothing was refunded now.',
      { seenCents: Number.NaN, remainingCents: 2_591, refund: null },
    ],
  ])('%s', (message, conflict) => {
    expect(describeMoneyConflict(conflict)).toBe(message);
  });

  it.each([
    [describeStatusConflict('shipped', null), 'This order has become shipped meanwhile. Please look at it again.'],
    [describeNoteConflict(null, 'ann@example.com'), 'ann@example.com has removed the note meanwhile.'],
    [describeNoteConflict('Ring twice', null), 'Somebody else has saved another note meanwhile: “Ring twice”'],
  ])('%s', (message, expected) => {
    expect(message).toBe(expected);
  });
});
