import { MONEY_DIFFERENCES } from '@shop/contracts/order';
import { remedyOf, sentenceOf, toMoneyDifference, type Difference, type DifferenceFacts } from './difference.rules.js';

const about = (facts: DifferenceFacts): Difference => ({ id: '00000000-0000-8000-8000-000000000001', orderId: 'o', orderNumber: 'PA-1', since: new Date(0), ...facts });
const PAYMENT = { provider: 'stripe', intentId: 'pi_1' } as const;

const ALL: DifferenceFacts[] = [
  { kind: 'amount-differs', facts: { ...PAYMENT, amountCents: 3_590, currency: 'usd', totalCents: 3_591 } },
  { kind: 'stray-payment', facts: { ...PAYMENT, amountCents: 700, currency: 'usd' } },
  { kind: 'paid-after-cancel', facts: { amountCents: 3_591 } },
  { kind: 'refund-owed', facts: { amountCents: 3_591, isAtBank: false, n: 1 } },
  { kind: 'refund-failed', facts: { amountCents: 3_591, failure: 'lost_or_stolen_card', n: 1 } },
  { kind: 'dispute-open', facts: { amountCents: 3_591, reason: 'fraudulent', respondBy: null, provider: 'stripe' } },
  { kind: 'print-missing', facts: { missing: 2, items: 3 } },
  { kind: 'print-failed', facts: { title: 'Pet Tag', reason: 'not-drawn' } },
  { kind: 'state-differs', facts: { kept: 'pending', said: 'paid', ...PAYMENT } },
];

describe('a difference', () => {
  it('of every kind has a sentence that ends as one, and names its order', () => {
    expect(ALL.map(({ kind }) => kind)).toEqual([...MONEY_DIFFERENCES]);
    for (const facts of ALL) {
      expect(sentenceOf(about(facts))).toMatch(/^[$A-Z].*\.$/);
      if (facts.kind !== 'stray-payment') expect(sentenceOf(about(facts))).toMatch(/order PA-1/i);
    }
  });

  it('asks first wherever money moves, and nowhere else', () => {
    const asking = ALL.filter((facts) => remedyOf(facts)?.warning).map(({ kind }) => kind);
    expect(asking).toEqual(['amount-differs', 'stray-payment', 'paid-after-cancel', 'refund-failed']);
  });

  it('has no button where nothing here mends it', () => {
    expect(ALL.filter((facts) => remedyOf(facts) === null).map(({ kind }) => kind)).toEqual(['dispute-open']);
  });

  it('names a foreign currency instead of dollars', () => {
    const euros: DifferenceFacts = { kind: 'amount-differs', facts: { ...PAYMENT, amountCents: 3_591, currency: 'eur', totalCents: 3_591 } };
    expect(sentenceOf(about(euros))).toContain('35.91 EUR was paid for order PA-1, whose total is $35.91.');
    expect(remedyOf(euros)?.warning).toContain('35.91 EUR');
  });

  it.each([
    [1, 1, 'its print file is missing'],
    [1, 3, '1 of its 3 print files is missing'],
    [2, 3, '2 of its 3 print files are missing'],
  ])('counts %i of %i in good English', (missing, items, words) => {
    expect(sentenceOf(about({ kind: 'print-missing', facts: { missing, items } }))).toContain(words);
  });

  it('names nobody and no provider’s id to the screen but in words', () => {
    expect(Object.keys(toMoneyDifference(about(ALL[0] as DifferenceFacts))).sort()).toEqual(['id', 'kind', 'orderId', 'orderNumber', 'remedy', 'sentence', 'since']);
  });
});
