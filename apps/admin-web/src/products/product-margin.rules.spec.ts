import { findMargin } from './product-margin.rules.js';

it.each([
  ['24.00', '7.50', 'Margin $16.50 (68.8 %)', false],
  ['24', '0', 'Margin $24.00 (100.0 %)', false],
  ['24.00', '24.00', 'No margin', false],
  ['24.00', '27.00', 'Loss of $3.00 (−12.5 %)', true],
  ['0.00', '7.50', 'Loss of $7.50', true],
  ['0.00', '0.00', 'No margin', false],
  ['99999999.99', '0.01', 'Margin $99999999.98 (100.0 %)', false],
])('price %s, cost %s: %s', (price, cost, text, isLoss) => {
  expect(findMargin(price, cost)).toEqual({ text, isLoss });
});

it.each([
  ['24.00', ''],
  ['24.00', null],
  ['24.00', undefined],
  ['', '7.50'],
  ['24.00', '7,5'],
])('nothing is said for price %j and cost %j', (price, cost) => {
  expect(findMargin(price, cost)).toBeNull();
});
