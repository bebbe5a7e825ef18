import fc from 'fast-check';
import {
  getBankDecision,
  getDisputeReason,
  getDoubt,
  toLast4,
  getRefundBehaviour,
  decideOnCard,
} from './test-cards.rules.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const DECLINED = {
  outcome: 'declined',
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const ACCEPTED = { outcome: 'accepted' };
const TEST_NUMBERS = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
  '4000008400001629',
  '4000000000000259',
  '4000000000002685',
  '4000000000009235',
  '4000000000005423',
  '4000000000007726',
  '4000000000005126',
  '4000000000001018',
  '4000000000001026',
];

describe('sandbox cards', () => {
  it.each([
    ['4242424242424242', { outcome: 'accepted' }],
    ['4000000000000002', DECLINED],
    [
      '4000000000009995',
      { ...DECLINED, declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    ],
    ['4000002500003155', { outcome: 'challenged' }],
    ['4000008400001629', { outcome: 'challenged' }],
    ['4000000000001018', { outcome: 'processing' }],
    ['4000000000001026', { outcome: 'processing' }],
    ['4000000000000259', { outcome: 'accepted' }],
    ['4242424242424241', { outcome: 'refused', code: 'incorrect_number', message: 'Your card number is incorrect.' }],
  ])('%s', (cardNumber, decision) => {
    expect(decideOnCard({ cardNumber, expiry: '12/34' }, NOW)).toEqual(decision);
  });

  it('accepts only the test numbers', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), (cardNumber) => {
        fc.pre(!TEST_NUMBERS.includes(cardNumber));
        expect(decideOnCard({ cardNumber, expiry: '12/34' }, NOW).outcome).toBe('refused');
      }),
    );
  });

  it.each([
    ['11/26', 'accepted'],
    ['12 / 26', 'accepted'],
    ['01/76', 'accepted'],
  ])('is valid until the end of %s', (expiry, outcome) => {
    expect(decideOnCard({ cardNumber: '4242424242424242', expiry }, NOW).outcome).toBe(outcome);
  });

  it.each([
    ['10/26', 'expired_card', 'Your card has expired.'],
    ['12/25', 'expired_card', 'Your card has expired.'],
    ['12/99', 'invalid_expiry_year', "Your card's expiration date is invalid."],
    ['13/30', 'invalid_expiry_year', "Your card's expiration date is invalid."],
    ['soon', 'invalid_expiry_year', "Your card's expiration date is invalid."],
  ])('is rejected with the expiry %s', (expiry, code, message) => {
    expect(decideOnCard({ cardNumber: '4242424242424242', expiry }, NOW)).toEqual({
      outcome: 'refused',
      code,
      message,
    });
  });

  it.each([
    ['4242424242424242', ACCEPTED],
    ['4000002500003155', ACCEPTED],
    ['4000008400001629', DECLINED],
    ['4000000000001018', ACCEPTED],
    ['4000000000001026', DECLINED],
  ])('the bank of %s decides in the end', (cardNumber, answer) => {
    expect(getBankDecision(toLast4(cardNumber))).toEqual(answer);
  });

  it('has different last four digits for each card', () => {
    expect(new Set(TEST_NUMBERS.map(toLast4)).size).toBe(TEST_NUMBERS.length);
  });

  it.each([
    ['4000000000000259', 'fraudulent'],
    ['4000000000002685', 'product_not_received'],
    ['4242424242424242', null],
  ])('%s is disputed as %s', (cardNumber, reason) => {
    expect(getDisputeReason(toLast4(cardNumber))).toBe(reason);
  });

  it.each([
    ['4000000000009235', 'review'],
    ['4000000000005423', 'fraud-warning'],
    ['4242424242424242', null],
  ])('%s is doubted by a %s', (cardNumber, doubt) => {
    expect(getDoubt(toLast4(cardNumber))).toBe(doubt);
  });

  it.each([
    ['4000000000007726', 'late'],
    ['4000000000005126', 'fails'],
    ['4242424242424242', 'at once'],
  ])('a refund to %s happens %s', (cardNumber, behaviour) => {
    expect(getRefundBehaviour(toLast4(cardNumber))).toBe(behaviour);
  });

  it('accepts, does not dispute and refunds at once a payment without stored card digits', () => {
    expect([getBankDecision(null), getDisputeReason(null), getRefundBehaviour(null)]).toEqual([
      ACCEPTED,
      null,
      'at once',
    ]);
  });
});
