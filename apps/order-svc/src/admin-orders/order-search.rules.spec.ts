import { toOrderNumber, toTrackingNumber } from './order-search.rules.js';

it.each([
  ['PA-0123456789', 'PA-0123456789'],
  [' pa-01234abcde ', 'PA-01234ABCDE'],
  ['01234ABCDE', 'PA-01234ABCDE'],
  ['pa 01234abcde', 'PA-01234ABCDE'],
  ['PA-0123', null],
  ['PA-0123456789A', null],
  // No order number has an L.
  ['0123L56789', null],
])('%s is the order number %s', (words, number) => expect(toOrderNumber(words)).toBe(number));

it('has a tracking number as carriers print it', () =>
  expect(toTrackingNumber('9400 1111 2222 ab')).toBe('940011112222AB'));
