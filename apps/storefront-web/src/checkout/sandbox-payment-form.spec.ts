import { formatCardNumber, formatExpiry } from './sandbox-payment-form.js';

describe('formatCardNumber', () => {
  it.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 x4242', '4242 4242 4242'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
  ])('formats %s as %s', (typed, formatted) => expect(formatCardNumber(typed)).toBe(formatted));
});

describe('formatExpiry', () => {
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
  ])('formats %s as %s', (typed, formatted) => expect(formatExpiry(typed)).toBe(formatted));

  it('lets the separator be deleted', () => expect(formatExpiry('12 / ')).toBe('12'));
});
