import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Config } from '../config.js';
import { OrderLinksService } from './order-links.service.js';

const linksOf = (secret: string): OrderLinksService => new OrderLinksService({ ORDER_LINK_SECRET: secret } as Config);
const links = linksOf('the secret of the shop under test');
const DAY_MS = 86_400_000;

describe('order link keys', () => {
  const order = { id: randomUUID(), emailVersion: 0, linkVersion: 0 };

  it('are valid for their order for 90 days', () => {
    const key = links.signKey(order, 0);
    expect(key.length).toBeLessThan(100);
    expect(links.isValidKey(order, key, 89 * DAY_MS)).toBe(true);
    expect(links.isValidKey(order, key, 90 * DAY_MS)).toBe(false);
  });

  it('are invalid for another order or another shop', () => {
    expect(links.isValidKey({ ...order, id: randomUUID() }, links.signKey(order))).toBe(false);
    expect(links.isValidKey(order, linksOf('the secret of another shop').signKey(order))).toBe(false);
  });

  it('end when the order gets another email address', () => {
    const corrected = { ...order, emailVersion: 1 };
    expect(links.isValidKey(corrected, links.signKey(order))).toBe(false);
    expect(links.isValidKey(corrected, links.signKey(corrected))).toBe(true);
  });

  it.each([undefined, '', '.', 'zzzzzz.', `zzzzzz.${'A'.repeat(43)}`, '🐶'])('%j is not a valid key', (key) => {
    expect(links.isValidKey(order, key)).toBe(false);
  });

  it('are invalid after a change of one character', () => {
    const key = links.signKey(order);
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...'abcXYZ0189-_.'), (at, character) => {
        const other = key.slice(0, at) + character + key.slice(at + 1);
        // Only four bits of the last character belong to the signature; the decoder ignores the other two.
        fc.pre(other !== key && at < key.length - 1);
        expect(links.isValidKey(order, other)).toBe(false);
      }),
    );
  });
});
