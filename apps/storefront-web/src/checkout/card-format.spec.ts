import { formatCardNumber, formatExpiry } from './card-format.js';

describe('the card number', () => {
  it.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 x4242', '4242 4242 4242'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
  ])('shows %s as %s', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));
});

describe('the expiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12 / 34', '12 / 34'],
    ['12/34', '12 / 34'],
    ['4', '04'],
    ['1/', '01'],
    ['1/30', '01 / 30'],
    ['430', '04 / 30'],
    ['0434', '04 / 34'],
    ['12345', '12 / 34'],
  ])('shows %s as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('can be deleted digit by digit', () => expect(formatExpiry('12 / ')).toBe('12'));
});
