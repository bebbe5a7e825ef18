import { ShopLinks } from '../shop-links.js';
import { getChangeWindowNote, getOrderUrl, formatDeadline } from './order-email.blocks.js';

const now = new Date('2026-11-20T13:32:00.000Z');
const link = (changeableUntil: string | null) => ({ key: 'k.e-y', changeableUntil });

describe('the order link in an email', () => {
  it('needs no account', () => {
    expect(getOrderUrl('1', link(null), new ShopLinks('https://petart.example'))).toBe(
      'https://petart.example/orders/1?key=k.e-y',
    );
  });

  it('comes with the end of the change window', () => {
    expect(getChangeWindowNote(link('2026-11-20T14:32:10.000Z'), now)).toEqual([
      { kind: 'text', content: ['You can change or cancel your order until ', { strong: '14:32 UTC' }, '.'] },
    ]);
    expect(formatDeadline(new Date('2026-11-21T00:05:00.000Z'), now)).toBe('00:05 UTC');
    expect(formatDeadline(new Date('2026-11-27T13:32:00.000Z'), now)).toBe('13:32 UTC on November 27');
  });

  it.each([undefined, link(null), link('2026-11-20T13:32:00.000Z'), link('2026-11-20T13:00:00.000Z')])(
    'comes without the note for %j',
    (given) => {
      expect(getChangeWindowNote(given, now)).toEqual([]);
    },
  );
});
