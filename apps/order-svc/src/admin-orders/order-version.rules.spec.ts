import {
  describeMoneyConflict,
  describeNoteConflict,
  describeQuestionConflict,
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
  tracking: null,
};
const REPRINT = { id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a03', state: 'waiting' as const, tracking: null };
const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784', url: null };

const QUESTION = { id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02', text: 'Is this your cat?', answer: null };

describe('the version of an order', () => {
  it('is read as it was written', () => {
    const version = getOrderVersion(ORDER, {
      remainingCents: -5,
      question: QUESTION,
      reprints: [REPRINT],
    });
    expect(parseOrderVersion(formatOrderVersion(version))).toEqual(version);
  });

  it.each(['', '3', 'paid.a.none', 'paid.a.none.1.none.none', 'paid.a.none.1.none.none.none.2', '......'])(
    'is not %j',
    (text) => {
      expect(parseOrderVersion(text)).toBeNull();
    },
  );

  it('has no personal data', () => {
    const question = { ...QUESTION, answer: 'Yes, Milo.' };
    expect(formatOrderVersion(getOrderVersion(ORDER, { remainingCents: 100, question, reprints: [] }))).toMatch(
      /^paid\.[\w-]{16}\.5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01\.100\.5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02-answered\.none\.none$/,
    );
  });

  it.each([
    ['another tracking number', 'parcels', { ...ORDER, tracking: PARCEL }, REPRINT],
    ['a reprint that was sent', 'reprints', ORDER, { ...REPRINT, state: 'shipped' as const }],
    ['a tracking number of a reprint', 'reprints', ORDER, { ...REPRINT, tracking: PARCEL }],
  ] as const)('changes with %s', (_, part, order, reprint) => {
    const details = { remainingCents: 100, question: undefined };
    const before = getOrderVersion(ORDER, { ...details, reprints: [REPRINT] });
    const after = getOrderVersion(order, { ...details, reprints: [reprint] });
    expect(Object.keys(after).filter((name) => after[name as typeof part] !== before[name as typeof part])).toEqual([
      part,
    ]);
  });

  it('does not change on the way of a reprint to the printer', () => {
    const details = { remainingCents: 100, question: undefined };
    expect(getOrderVersion(ORDER, { ...details, reprints: [{ ...REPRINT, state: 'submitted' }] })).toEqual(
      getOrderVersion(ORDER, { ...details, reprints: [REPRINT] }),
    );
  });
});

describe('a conflict says what happened', () => {
  const refund = { by: 'ann@example.com', amountCents: 1_000, reason: 'A stain' };
  it.each([
    [
      'ann@example.com has refunded $10.00 in between (“A stain”): $25.91 can still go back. Nothing was done now.',
      { seenCents: 3_591, remainingCents: 2_591, refund },
    ],
    [
      '$11.00 went back in between: $0.00 can still go back. Nothing was done now.',
      { seenCents: 1_000, remainingCents: -100, refund },
    ],
    [
      'The payments of this order have changed in between: $25.91 can still go back. Nothing was done now.',
      { seenCents: Number.NaN, remainingCents: 2_591, refund: null },
    ],
  ])('%s', (message, conflict) => {
    expect(describeMoneyConflict(conflict)).toBe(message);
  });

  it.each([
    [describeStatusConflict('shipped', null), 'This order has become shipped in between. Please look at it again.'],
    [describeNoteConflict(null, 'ann@example.com'), 'ann@example.com has removed the note in between.'],
    [describeQuestionConflict(undefined, 'ann@example.com'), 'The question was closed in between.'],
    [
      describeQuestionConflict(QUESTION, 'ann@example.com'),
      'ann@example.com has asked the customer in between: “Is this your cat?”',
    ],
    [
      describeQuestionConflict({ ...QUESTION, answer: 'Yes' }, 'ann@example.com'),
      'The customer has answered in between. Please read the answer first.',
    ],
    [describeNoteConflict('Ring twice', null), 'Someone else has saved another note in between: “Ring twice”'],
  ])('%s', (message, expected) => {
    expect(message).toBe(expected);
  });
});
