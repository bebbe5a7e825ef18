import { parseOrderNumber } from './order-number.js';

it.each([
  ['PA-0123456789', 'PA-0123456789'],
  [' pa-01234abcde ', 'PA-01234ABCDE'],
  ['01234ABCDE', 'PA-01234ABCDE'],
  ['pa 01234abcde', 'PA-01234ABCDE'],
  ['PA-0123', null],
  ['PA-0123456789A', null],
  // No order number has an L.
  ['0123L56789', null],
])('%j is the order number %s', (text, number) => expect(parseOrderNumber(text)).toBe(number));
