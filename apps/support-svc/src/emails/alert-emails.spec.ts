import type { FoundDiscrepancies } from '@shop/contracts-order';
import { renderEmail } from './render-email.js';
import { ShopLinks } from './shop-links.js';

const shop = new ShopLinks('https://petart.example/');
const REFUSED = {
  orderNumber: 'PA-7K3M9QX2TV',
  message: 'Order PA-7K3M9QX2TV is paid, and not with the printer yet: Printful refused this order.',
};
const UNMATCHED = { orderNumber: null, message: '$35.91 was paid at Stripe and belongs to no order (payment pi_1).' };
const rendered = (change: Partial<FoundDiscrepancies> = {}) =>
  renderEmail('discrepancies-found', { count: 2, newest: [REFUSED, UNMATCHED], ...change }, shop);
/** The text that a mail program displays. */
const toVisibleText = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

describe('the alert about discrepancies', () => {
  it.each([
    [1, '1 thing in the shop needs attention'],
    [2, '2 things in the shop need attention'],
  ])('has the number %i in its subject', (count, subject) => {
    expect(rendered({ count, newest: [UNMATCHED] }).subject).toBe(subject);
  });

  it('contains each text of the Money card with an emphasized order number, and links to the card', () => {
    const { html, text } = rendered();
    for (const { message } of [REFUSED, UNMATCHED]) {
      expect(text).toContain(`\n\n${message}\n\n`);
      expect(toVisibleText(html)).toContain(message);
    }
    expect(html).toContain('>PA-7K3M9QX2TV</strong>');
    expect(text).toContain('Open the Money card:\nhttps://petart.example/admin\n');
  });

  it('gives the number of further discrepancies only if there are any', () => {
    expect(rendered({ count: 500 }).text).toContain('And 498 more.');
    expect(rendered().text).not.toMatch(/And \d+ more/);
  });
});
