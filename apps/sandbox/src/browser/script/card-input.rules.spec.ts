import { findCardErrors, formatCardNumber, formatExpiry, toCardParams } from './card-input.rules.js';

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

describe('a card', () => {
  const card = { number: '4242 4242-42424242', expiry: '12 / 34', cvc: '123' };

  it('is sent without spaces', () => {
    expect(findCardErrors(card)).toEqual({});
    expect(toCardParams(card)).toEqual({ number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' });
  });

  it.each([
    ['number', '4242', 'Your card number is incomplete.'],
    ['expiry', '13 / 34', "Your card's expiration date is incomplete."],
    ['expiry', '12', "Your card's expiration date is incomplete."],
    ['cvc', '12', "Your card's security code is incomplete."],
  ])('is incomplete with the %s %s', (field, typed, message) =>
    expect(findCardErrors({ ...card, [field]: typed })).toEqual({ [field]: message }),
  );
});
