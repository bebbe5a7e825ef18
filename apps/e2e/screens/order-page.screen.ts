import type { Page } from '@playwright/test';
import { payByCall, placeOrder } from '../support/checkout.ts';
import { letThrough, refuse } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, must } from '../support/people.ts';
import { expect, fillCart, test } from '../support/screens.ts';

const LOST = "We couldn't find that order";
const state = (page: Page, title: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 2, name: title, exact: true });

interface Listed {
  id: string;
  orderNumber: string;
}

test.describe('/orders/:orderId', () => {
  test(
    'Order statuses, each told in words, with the way still to come: created, paid, processing, shipped, delivered, cancelled',
    { tag: ['@D27', '@D41'] },
    async ({ passerby: page, shop }) => {
      const buyer = await theBuyer(shop);
      const orders = await must<Listed[]>(buyer.api.get('/api/orders'));
      await becomes(page, buyer);
      for (const [name, title, steps] of [
        ['failed', "Your payment didn't go through", []],
        [
          'paid',
          /^Paid, on hold until .*\d\d:\d\d$/,
          ['Payment confirmed (done)', /^Paid, on hold until/, 'Printing', 'Shipped', 'Delivered'],
        ],
        ['processing', 'Printing', ['Payment confirmed (done)', 'Paid (done)', 'Printing', 'Shipped', 'Delivered']],
        ['shipped', 'Shipped', ['Payment confirmed (done)', 'Paid (done)', 'Printing (done)', 'Shipped', 'Delivered']],
        [
          'delivered',
          'Delivered',
          ['Payment confirmed (done)', 'Paid (done)', 'Printing (done)', 'Shipped (done)', 'Delivered (done)'],
        ],
        ['refunded', 'Cancelled and refunded', ['Paid (done)', 'Cancelled (done)', 'Refunded (done)']],
      ] as const) {
        const order = orders.find(({ orderNumber }) => orderNumber === buyer.numbers[name]) as Listed;
        await page.goto(`/orders/${order.id}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.orderNumber}`);
        await expect(page).toHaveTitle(`Order ${order.orderNumber} · PetArt`);
        await expect(state(page, title)).toBeVisible();
        const way = page.getByRole('list', { name: 'Progress of your order' }).locator('li > span:last-child');
        await expect(way).toHaveText([...steps]);
      }
    },
  );

  test(
    'The order of a guest is shown to the session that placed it; to anybody else: "We couldn’t find that order" and a way home',
    { tag: ['@D13', '@D43'] },
    async ({ artist, drawing, tag, browser, shop }) => {
      await fillCart(artist.request, drawing, [{ product: tag }]);
      const placed = await placeOrder(artist.request, 'guest@example.com');
      expect(await payByCall(artist.request, placed)).toBe(200);
      const { order } = await must<{ order: Listed }>(artist.request.get(`/api/checkout/orders/${placed.intentId}`));
      await artist.goto(`/orders/${order.id}`);
      await expect(artist.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.orderNumber}`);

      const stranger = await browser.newPage({ baseURL: shop.url });
      for (const address of [`/orders/${order.id}`, `/orders/${order.id}?key=made-up`, '/orders/nonsense']) {
        await stranger.goto(address);
        await expect(stranger.getByRole('heading', { name: LOST, exact: true })).toBeVisible();
      }
      await stranger.getByRole('main').getByRole('link', { name: 'Back to Home', exact: true }).click();
      await expect(stranger).toHaveURL('/');
      await stranger.close();
    },
  );

  test('An order that can’t be loaded: a sentence and a Retry button', { tag: '@D30a' }, async ({ passerby: page }) => {
    await refuse(page, 'GET /api/orders/*', 503, 'Orders are unavailable right now. Please try again in a moment.');
    await page.goto(`/orders/${crypto.randomUUID()}`);
    await expect(
      page.getByText('Orders are unavailable right now. Please try again in a moment.', { exact: true }),
    ).toBeVisible();
    await letThrough(page);
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(page.getByRole('heading', { name: LOST, exact: true })).toBeVisible();
  });
});
