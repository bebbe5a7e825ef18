import fc from 'fast-check';
import { isPaymentStatusReachable } from '../orders/payment-status.rules.js';
import { paymentStateOf, type MoneyFact, type LedgerEntryKind } from './payment-state.rules.js';

const ORDER = { totalCents: 3_591, currency: 'usd' };

type Told = Partial<Omit<MoneyFact, 'kind' | 'position'>> & { kind: LedgerEntryKind };
const factsOf = (...told: Told[]): MoneyFact[] =>
  told.map((fact, position) => ({ position, reference: 'pi_1', amountCents: 3_591, currency: 'usd', ...fact }));
const stateOf = (...told: Told[]) => paymentStateOf(ORDER, factsOf(...told));

const KINDS: LedgerEntryKind[] = [
  'intent-created',
  'succeeded',
  'failed',
  'retried',
  'canceled',
  'refunded',
  'refund-failed',
  'disputed',
  'dispute-closed',
];

const anyTold = fc.record<Told>({
  kind: fc.constantFrom(...KINDS),
  reference: fc.constantFrom('1', '2', '3'),
  amountCents: fc.constantFrom(1_000, 2_591, 3_591),
  currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
});
/** What a provider can report about one payment: each entry once. */
const anyFacts = fc
  .uniqueArray(anyTold, { selector: ({ kind, reference }) => `${kind} ${reference}`, maxLength: 14 })
  .map((told) => factsOf(...told));
const isWhole = ({ kind, amountCents, currency }: MoneyFact) =>
  kind === 'succeeded' && amountCents === ORDER.totalCents && currency === ORDER.currency;

describe('computePaymentStatus', () => {
  it.each<[string, Told[], string]>([
    ['nothing heard', [], 'pending'],
    ['an intent', [{ kind: 'intent-created' }], 'pending'],
    ['a decline', [{ kind: 'failed' }], 'failed'],
    ['a decline, and the next attempt', [{ kind: 'failed' }, { kind: 'retried' }], 'pending'],
    [
      'two declines with an attempt between',
      [{ kind: 'failed' }, { kind: 'retried' }, { kind: 'failed', reference: '2' }],
      'failed',
    ],
    ['the whole amount', [{ kind: 'succeeded' }], 'paid'],
    ['the whole amount after a decline', [{ kind: 'failed' }, { kind: 'succeeded' }], 'paid'],
    ['a decline that is heard after it was paid', [{ kind: 'succeeded' }, { kind: 'failed' }], 'paid'],
    ['a cent less', [{ kind: 'succeeded', amountCents: 3_590 }], 'pending'],
    ['a cent more', [{ kind: 'succeeded', amountCents: 3_592 }], 'pending'],
    ['another currency', [{ kind: 'succeeded', currency: 'eur' }], 'pending'],
    [
      'another amount, gone back',
      [
        { kind: 'succeeded', amountCents: 100 },
        { kind: 'refunded', amountCents: 100 },
      ],
      'pending',
    ],
    ['a part gone back', [{ kind: 'succeeded' }, { kind: 'refunded', reference: 're_1', amountCents: 1_000 }], 'paid'],
    [
      'all gone back in parts',
      [
        { kind: 'succeeded' },
        { kind: 'refunded', reference: 're_1', amountCents: 1_000 },
        { kind: 'refunded', reference: 're_2', amountCents: 2_591 },
      ],
      'refunded',
    ],
    ['all gone back, heard before the payment', [{ kind: 'refunded' }, { kind: 'succeeded' }], 'refunded'],
    [
      'a part that the bank sent back, and another',
      [
        { kind: 'succeeded' },
        { kind: 'refunded', reference: 're_1', amountCents: 2_591 },
        { kind: 'refund-failed', reference: 're_1' },
        { kind: 'refunded', reference: 're_2', amountCents: 2_591 },
      ],
      'paid',
    ],
    [
      'all gone back, and sent back by the bank',
      [{ kind: 'succeeded' }, { kind: 'refunded' }, { kind: 'refund-failed' }],
      'refunded',
    ],
    ['a dispute', [{ kind: 'succeeded' }, { kind: 'disputed' }, { kind: 'dispute-closed' }], 'paid'],
  ])('%s', (_, told, state) => {
    expect(stateOf(...told)).toBe(state);
  });

  it('gives the same status in any order of reading, with any repetition', () => {
    fc.assert(
      fc.property(
        anyFacts.chain((facts) =>
          fc.tuple(fc.constant(facts), fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 })),
        ),
        ([facts, shuffled]) => {
          expect(paymentStateOf(ORDER, shuffled)).toBe(paymentStateOf(ORDER, facts));
        },
      ),
    );
  });

  it('ignores a repeated entry', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(), (facts, pick) => {
        fc.pre(facts.length > 0);
        const again = { ...(facts[pick % facts.length] as MoneyFact), position: facts.length + 1 };
        expect(paymentStateOf(ORDER, [...facts, again])).toBe(paymentStateOf(ORDER, facts));
      }),
    );
  });

  it('gives the same final status in any order of arrival, unless a bank returns money', () => {
    fc.assert(
      fc.property(
        anyFacts
          .filter((facts) => facts.every(({ kind }) => kind !== 'refund-failed'))
          .chain((facts) => fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }))),
        ([facts, shuffled]) => {
          const settled = (state: string) => (state === 'paid' || state === 'refunded' ? state : 'unpaid');
          const otherOrder = shuffled.map((fact, position) => ({ ...fact, position }));
          expect(settled(paymentStateOf(ORDER, otherOrder))).toBe(settled(paymentStateOf(ORDER, facts)));
        },
      ),
    );
  });

  it('is paid only by a success of exactly the amount', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(['paid', 'refunded'].includes(paymentStateOf(ORDER, facts))).toBe(facts.some(isWhole));
      }),
    );
  });

  it('changes with each entry only as the payment status rules allow', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        for (let count = 1; count <= facts.length; count += 1) {
          expect(
            isPaymentStatusReachable(
              paymentStateOf(ORDER, facts.slice(0, count - 1)),
              paymentStateOf(ORDER, facts.slice(0, count)),
            ),
          ).toBe(true);
        }
      }),
    );
  });
});
