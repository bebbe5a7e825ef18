import type { FoundDifferences } from '@shop/contracts/order';
import { renderLetter } from './render-letter.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example/');
const REFUSED = {
  orderNumber: 'PA-7K3M9QX2TV',
  sentence: 'Order PA-7K3M9QX2TV is paid, and not with the printer yet: Printful refused this order.',
};
const STRAY = { orderNumber: null, sentence: '$35.91 was paid at Stripe and belongs to no order (payment pi_1).' };
const rendered = (change: Partial<FoundDifferences> = {}) =>
  renderLetter('differences-found', { count: 2, newest: [REFUSED, STRAY], ...change }, shop);
/** As a mail program shows it. */
const shownBy = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

describe('the letter of what needs an admin', () => {
  it.each([
    [1, '1 thing in the shop needs somebody'],
    [2, '2 things in the shop need somebody'],
  ])('says in its subject that there are %i', (count, subject) => {
    expect(rendered({ count, newest: [STRAY] }).subject).toBe(subject);
  });

  it('has each sentence as it is on the Money card, its order number marked, and leads there', () => {
    const { html, text } = rendered();
    for (const { sentence } of [REFUSED, STRAY]) {
      expect(text).toContain(`\n\n${sentence}\n\n`);
      expect(shownBy(html)).toContain(sentence);
    }
    expect(html).toContain('>PA-7K3M9QX2TV</strong>');
    expect(text).toContain('Open the Money card:\nhttps://petart.example/admin\n');
  });

  it('says how many more there are, and nothing of it where there are none', () => {
    expect(rendered({ count: 500 }).text).toContain('And 498 more.');
    expect(rendered().text).not.toMatch(/And \d+ more/);
  });
});
