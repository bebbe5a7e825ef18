import { parseIdempotencyKey } from './idempotency-key.js';

const ID = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';

describe('parseIdempotencyKey', () => {
  it('returns null without a header and lower-cases a UUID', () => {
    expect([parseIdempotencyKey(undefined), parseIdempotencyKey(ID.toUpperCase())]).toEqual([null, ID]);
  });

  it.each(['', 'x', `${ID} `, `${ID},${ID}`])('refuses %j', (key) => {
    expect(() => parseIdempotencyKey(key)).toThrow('The Idempotency-Key must be a UUID.');
  });
});
