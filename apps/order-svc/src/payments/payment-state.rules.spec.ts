import fc from 'fast-check';
import { isPaymentStatusReachable } from '../orders/order.rules.js';
import { computePaymentStatus, type LedgerEntry, type LedgerEntryKind } from './payment-state.rules.js';

const ORDER = { totalCents: 3_591, currency: 'usd' };

type EntryInput = Partial<Omit<LedgerEntry, 'kind' | 'position'>> & { kind: LedgerEntryKind };
const toEntries = (...inputs: EntryInput[]): LedgerEntry[] =>
  inputs.map((input, position) => ({ position, reference: 'pi_1', amountCents: 3_591, currency: 'usd', ...input }));
const computeStatus = (...inputs: EntryInput[]) => computePaymentStatus(ORDER, toEntries(...inputs));

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

const anyEntryInput = fc.record<EntryInput>({
  kind: fc.constantFrom(...KINDS),
  reference: fc.constantFrom('1', '2', '3'),
  amountCents: fc.constantFrom(1_000, 2_591, 3_591),
  currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
});
/** What a provider can report about one payment: each entry once. */
const anyEntries = fc
  .uniqueArray(anyEntryInput, { selector: ({ kind, reference }) => `${kind} ${reference}`, maxLength: 14 })
  .map((inputs) => toEntries(...inputs));
const isWhole = ({ kind, amountCents, currency }: LedgerEntry) =>
  kind === 'succeeded' && amountCents === ORDER.totalCents && currency === ORDER.currency;

describe('computePaymentStatus', () => {
  it.each<[string, EntryInput[], string]>([
    ['no entry', [], 'pending'],
    ['an intent', [{ kind: 'intent-created' }], 'pending'],
    ['a decline', [{ kind: 'failed' }], 'failed'],
    ['a decline and the next attempt', [{ kind: 'failed' }, { kind: 'retried' }], 'pending'],
    [
      'two declines with an attempt between',
      [{ kind: 'failed' }, { kind: 'retried' }, { kind: 'failed', reference: '2' }],
      'failed',
    ],
    ['the whole amount', [{ kind: 'succeeded' }], 'paid'],
    ['the whole amount after a decline', [{ kind: 'failed' }, { kind: 'succeeded' }], 'paid'],
    ['a decline recorded after the payment', [{ kind: 'succeeded' }, { kind: 'failed' }], 'paid'],
    ['a cent less', [{ kind: 'succeeded', amountCents: 3_590 }], 'pending'],
    ['a cent more', [{ kind: 'succeeded', amountCents: 3_592 }], 'pending'],
    ['another currency', [{ kind: 'succeeded', currency: 'eur' }], 'pending'],
    [
      'another amount, refunded',
      [
        { kind: 'succeeded', amountCents: 100 },
        { kind: 'refunded', amountCents: 100 },
      ],
      'pending',
    ],
    ['a partial refund', [{ kind: 'succeeded' }, { kind: 'refunded', reference: 're_1', amountCents: 1_000 }], 'paid'],
    [
      'a full refund in parts',
      [
        { kind: 'succeeded' },
        { kind: 'refunded', reference: 're_1', amountCents: 1_000 },
        { kind: 'refunded', reference: 're_2', amountCents: 2_591 },
      ],
      'refunded',
    ],
    ['a full refund recorded before the payment', [{ kind: 'refunded' }, { kind: 'succeeded' }], 'refunded'],
    [
      'a failed partial refund and another one',
      [
        { kind: 'succeeded' },
        { kind: 'refunded', reference: 're_1', amountCents: 2_591 },
        { kind: 'refund-failed', reference: 're_1' },
        { kind: 'refunded', reference: 're_2', amountCents: 2_591 },
      ],
      'paid',
    ],
    [
      'a full refund that failed afterwards',
      [{ kind: 'succeeded' }, { kind: 'refunded' }, { kind: 'refund-failed' }],
      'refunded',
    ],
    ['a dispute', [{ kind: 'succeeded' }, { kind: 'disputed' }, { kind: 'dispute-closed' }], 'paid'],
  ])('%s', (_, inputs, status) => {
    expect(computeStatus(...inputs)).toBe(status);
  });

  it('gives the same status in any order of reading, with any repetition', () => {
    fc.assert(
      fc.property(
        anyEntries.chain((entries) =>
          fc.tuple(
            fc.constant(entries),
            fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 }),
          ),
        ),
        ([entries, shuffled]) => {
          expect(computePaymentStatus(ORDER, shuffled)).toBe(computePaymentStatus(ORDER, entries));
        },
      ),
    );
  });

  it('ignores a repeated entry', () => {
    fc.assert(
      fc.property(anyEntries, fc.nat(), (entries, pick) => {
        fc.pre(entries.length > 0);
        const again = { ...(entries[pick % entries.length] as LedgerEntry), position: entries.length + 1 };
        expect(computePaymentStatus(ORDER, [...entries, again])).toBe(computePaymentStatus(ORDER, entries));
      }),
    );
  });

  it('gives the same final status in any order of arrival, unless a bank returns money', () => {
    fc.assert(
      fc.property(
        anyEntries
          .filter((entries) => entries.every(({ kind }) => kind !== 'refund-failed'))
          .chain((entries) =>
            fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
          ),
        ([entries, shuffled]) => {
          const toFinalStatus = (state: string) => (state === 'paid' || state === 'refunded' ? state : 'unpaid');
          const otherOrder = shuffled.map((entry, position) => ({ ...entry, position }));
          expect(toFinalStatus(computePaymentStatus(ORDER, otherOrder))).toBe(
            toFinalStatus(computePaymentStatus(ORDER, entries)),
          );
        },
      ),
    );
  });

  it('is paid only by a success of exactly the amount', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(['paid', 'refunded'].includes(computePaymentStatus(ORDER, entries))).toBe(entries.some(isWhole));
      }),
    );
  });

  it('changes with each entry only as the payment status rules allow', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        for (let count = 1; count <= entries.length; count += 1) {
          expect(
            isPaymentStatusReachable(
              computePaymentStatus(ORDER, entries.slice(0, count - 1)),
              computePaymentStatus(ORDER, entries.slice(0, count)),
            ),
          ).toBe(true);
        }
      }),
    );
  });
});
