import type { Locator, Page } from '@playwright/test';
import { FIRST_TOAST_MS, passUntil, stopClock } from '../support/clock.ts';
import { answer, hold, refuse, watchCalls } from '../support/network.ts';
import { address, newBuyer, type PlacedOrder, SHIPPING, theBuyer } from '../support/orders.ts';
import { becomes, expect, hadSession, must, onePageOf, someCustomer, test } from '../support/people.ts';
import { expectFailure } from '../support/screens.ts';

const DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
const CALL = 'GET /api/orders';

const cards = (page: Page): Locator => page.getByRole('main').locator('li:has(> .ui-card)');
const cardOf = (page: Page, orderNumber: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: `Order ${orderNumber}`, exact: true }) });

test.describe('/orders (My Orders)', () => {
  test.describe('with orders', () => {
    const page = onePageOf(theBuyer, (tab) => tab.goto('/orders'));
    let order: PlacedOrder;
    let card: Locator;
    test.beforeAll(async ({ shop }) => {
      const { api, numbers } = await theBuyer(shop);
      const orders = await must<PlacedOrder[]>(api.get('/api/orders'));
      order = orders.find(({ orderNumber }) => orderNumber === numbers.delivered) as PlacedOrder;
      card = cardOf(page(), numbers.delivered);
    });

    test('Heading My Orders', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { level: 1 })).toHaveText('My Orders');
      await expect(page()).toHaveTitle('My Orders · PetArt');
    });

    test('Each order: order number, creation date, status badge, total', { tag: ['@2', '@9'] }, async () => {
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(`Order ${order.orderNumber}`);
      await expect(card.locator('time')).toHaveText(DATE.format(new Date(order.createdAt)));
      await expect(card.locator('.ui-badge')).toHaveText(['delivered']);
      await expect(card.locator('header').getByText(`$${order.total}`, { exact: true })).toBeVisible();
    });

    test('shipping address (name, address, city, state, zip, country)', { tag: '@2' }, async () => {
      const { name, address: street, city, state, zip, country } = SHIPPING;
      await expect(card.locator('address > *')).toHaveText([name, street, `${city}, ${state} ${zip}`, country]);
    });

    test('and subtotal, shipping and tax', { tag: ['@2', '@9'] }, async () => {
      await expect(card.locator('dl').last().locator('dt')).toHaveText(['Subtotal', 'Shipping', 'Tax']);
      await expect(card.locator('dl').last().locator('dd')).toHaveText([
        `$${order.subtotal}`,
        '$9.99',
        `$${order.tax}`,
      ]);
    });

    for (const { orders, style, badge } of [
      { orders: ['paid', 'delivered'], style: 'default', badge: ['paid', 'delivered'] },
      { orders: ['processing', 'shipped'], style: 'secondary', badge: ['processing', 'shipped'] },
      { orders: ['failed', 'refunded'], style: 'outline', badge: ['created', 'cancelled'] },
    ] as const) {
      test(`Badge styling: ${badge.join(', ')} = ${style}`, { tag: '@4' }, async ({ shop }) => {
        const { numbers } = await theBuyer(shop);
        for (const [index, name] of orders.entries()) {
          const shown = cardOf(page(), numbers[name]).locator('.ui-badge');
          await expect(shown).toHaveText([badge[index] ?? '']);
          await expect(shown).toHaveAttribute('data-variant', style);
        }
      });
    }

    test('Lists are newest first', { tag: '@D30a' }, async ({ shop }) => {
      const { delivered, shipped, processing, paid, refunded, failed } = (await theBuyer(shop)).numbers;
      await expect(cards(page()).getByRole('heading', { level: 2 })).toHaveText(
        [failed, refunded, paid, processing, shipped, delivered].map((number) => `Order ${number}`),
      );
    });

    test(
      'shows an order whose payment was tried: failed, paid, refunded',
      { tag: ['@D41', '@D23'] },
      async ({ shop }) => {
        const { failed, paid, refunded } = (await theBuyer(shop)).numbers;
        for (const number of [failed, paid, refunded]) await expect(cardOf(page(), number)).toBeVisible();
      },
    );
  });

  test(
    'never one that was only addressed: Default order status created; payment status pending',
    { tag: ['@D41', '@9', '@4'] },
    async ({ passerby, admin, shop }) => {
      const buyer = await newBuyer(shop);
      const { orderNumber } = await address(buyer);
      await admin.goto('/admin?tab=orders');
      const row = admin
        .getByRole('list', { name: /^Orders/ })
        .getByRole('listitem')
        .filter({ hasText: orderNumber });
      await expect(row.locator('.ui-badge')).toHaveText(['created', 'pending']);
      await becomes(passerby, buyer);
      await passerby.goto('/orders');
      await expect(passerby.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    },
  );

  test(
    'Empty: No orders yet, Your order history will appear here once you make a purchase.',
    { tag: '@2' },
    async ({ customer }) => {
      await customer.goto('/orders');
      await expect(customer.getByRole('heading', { name: 'No orders yet', exact: true })).toBeVisible();
      await expect(
        customer.getByText('Your order history will appear here once you make a purchase.', { exact: true }),
      ).toBeVisible();
    },
  );

  test('3 skeletons while loading', { tag: ['@2', '@9'] }, async ({ customer }) => {
    const release = await hold(customer, CALL);
    await customer.goto('/orders');
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('My Orders');
    await expect(customer.locator('main [data-skeleton]')).toHaveCount(3);
    release();
    await expect(customer.getByText('No orders yet')).toBeVisible();
    await expect(customer.locator('main [data-skeleton]')).toHaveCount(0);
  });

  test('GET /api/orders only when signed in: once when signed in', { tag: '@7' }, async ({ customer }) => {
    const calls = watchCalls(customer);
    await customer.goto('/orders');
    await expect(customer.getByText('No orders yet')).toBeVisible();
    expect(calls.of(CALL)).toHaveLength(1);
  });

  test('GET /api/orders only when signed in: never for the anonymous', { tag: ['@7', '@6'] }, async ({ anonymous }) => {
    const calls = watchCalls(anonymous);
    await anonymous.goto('/orders');
    await anonymous.waitForURL('/auth');
    // The browser may have had a session before.
    expect(calls.names().filter((name) => name !== 'GET /api/user')).toEqual(['GET /api/login']);
  });

  test(
    'Not signed in: toast Unauthorized with You are logged out. Logging in again..., then after 500 ms goes to /api/login',
    { tag: ['@2', '@6', '@8', '@9', '@D9'] },
    async ({ passerby, shop }) => {
      await hadSession(passerby, shop);
      await passerby.clock.install();
      const release = await hold(passerby, 'GET /api/user');
      const calls = watchCalls(passerby);
      await passerby.goto('/orders');
      await expect(passerby.getByRole('heading', { level: 1 })).toHaveText('My Orders');
      await stopClock(passerby);
      release();
      const passedMs = await passUntil(passerby, () => passerby.locator('[data-toast]').isVisible(), FIRST_TOAST_MS);
      await expectFailure(passerby, 'Unauthorized', 'You are logged out. Logging in again...');
      await passerby.clock.runFor(499 - passedMs);
      await passerby.evaluate(() => fetch('/healthz').then(() => undefined));
      expect(calls.of('GET /api/login')).toEqual([]);

      const leaving = passerby.waitForRequest('**/api/login');
      await passerby.clock.runFor(passedMs + 1);
      expect((await leaving).isNavigationRequest()).toBe(true);
      await passerby.waitForURL('/auth');
    },
  );

  test('a session that has ended is told in the same way', { tag: ['@2', '@8'] }, async ({ passerby, shop }) => {
    await becomes(passerby, await someCustomer(shop));
    await passerby.clock.install();
    await refuse(passerby, CALL, 401, 'Not signed in');
    const release = await hold(passerby, CALL);
    await passerby.goto('/orders');
    await expect(passerby.getByRole('heading', { level: 1 })).toHaveText('My Orders');
    await stopClock(passerby);
    release();
    await passUntil(passerby, () => passerby.locator('[data-toast]').isVisible(), FIRST_TOAST_MS);
    await expectFailure(passerby, 'Unauthorized', 'You are logged out. Logging in again...');
    const leaving = passerby.waitForRequest('**/api/login');
    await passerby.clock.runFor(500);
    expect((await leaving).isNavigationRequest()).toBe(true);
  });

  test(
    'A list that can’t be loaded shows a sentence and a Retry button, never the empty state',
    { tag: '@D30a' },
    async ({ customer }) => {
      await refuse(customer, CALL, 400, 'Orders are unavailable right now.');
      await customer.goto('/orders');
      const told = customer.getByRole('main').getByRole('alert');
      await expect(told).toContainText('Orders are unavailable right now.');
      await expect(customer.getByText('No orders yet')).toHaveCount(0);
      await answer(customer, CALL, []);
      await told.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(customer.getByText('No orders yet')).toBeVisible();
    },
  );
});
