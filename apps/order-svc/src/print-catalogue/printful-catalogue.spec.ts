import { getSandboxArticle } from './printful-catalogue.js';

it.each([
  ['XS', 2],
  ['3XL', 8],
  ['iPhone 15', 1],
  [undefined, 1],
])('getSandboxArticle finds a variant for any product in size %s', (size, variantId) => {
  expect(getSandboxArticle({ size })).toEqual({ variantId, placement: 'default' });
});
