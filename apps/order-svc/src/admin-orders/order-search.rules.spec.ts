import { toTrackingNumber } from './order-search.rules.js';

it('has a tracking number as carriers print it', () =>
  expect(toTrackingNumber('9400 1111 2222 ab')).toBe('940011112222AB'));
