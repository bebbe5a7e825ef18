import fc from 'fast-check';
import { verdictOnCard } from './sandbox-cards.rules.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const TEST_NUMBERS = ['4242424242424242', '4000000000000002', '4000000000009995'];

describe('a card of the sandbox', () => {
  it.each([
    ['4242424242424242', { outcome: 'accepted' }],
    ['4000000000000002', { outcome: 'declined', message: 'Your card was declined.' }],
    ['4000000000009995', { outcome: 'declined', message: 'Your card has insufficient funds.' }],
    ['4242424242424241', { outcome: 'refused', message: 'Your card number is incorrect.' }],
  ])('%s', (cardNumber, verdict) => {
    expect(verdictOnCard({ cardNumber, expiry: '12/34' }, NOW)).toEqual(verdict);
  });

  it('takes no number but the test numbers', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), (cardNumber) => {
        fc.pre(!TEST_NUMBERS.includes(cardNumber));
        expect(verdictOnCard({ cardNumber, expiry: '12/34' }, NOW).outcome).toBe('refused');
      }),
    );
  });

  it.each([
    ['11/26', 'accepted'],
    ['12 / 26', 'accepted'],
    ['01/76', 'accepted'],
  ])('is good until the end of %s', (expiry, outcome) => {
    expect(verdictOnCard({ cardNumber: '4242424242424242', expiry }, NOW).outcome).toBe(outcome);
  });

  it.each([
    ['10/26', 'Your card has expired.'],
    ['12/25', 'Your card has expired.'],
    ['12/99', "Your card's expiration date is invalid."],
    ['13/30', "Your card's expiration date is invalid."],
    ['soon', "Your card's expiration date is invalid."],
  ])('is refused with %s', (expiry, message) => {
    expect(verdictOnCard({ cardNumber: '4242424242424242', expiry }, NOW)).toEqual({ outcome: 'refused', message });
  });
});
