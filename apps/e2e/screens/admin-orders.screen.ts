import type { Locator, Page } from '@playwright/test';
import { answer, watchCalls } from '../support/network.ts';
import { SHIPPING, theBuyer, type PlacedOrder } from '../support/orders.ts';
import { becomes, expect, must, onePageOf, test, theAdmin } from '../support/people.ts';

const HOUR_MS = 3_600_000;

const rows = (page: Page): Locator => page.getByRole('list', { name: /^Orders/ }).getByRole('listitem');
const rowOf = (page: Page, orderNumber: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: orderNumber, exact: true }) });
const options = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true }).locator('option');

test.describe('/admin, Orders', () => {
  test.describe('opened', () => {
    const page = onePageOf(theAdmin, async (tab, shop) => {
      await theBuyer(shop);
      await tab.goto('/admin?tab=orders');
    });
    let order: PlacedOrder;
    let row: Locator;
    test.beforeAll(async ({ shop }) => {
      const orders = await must<PlacedOrder[]>((await theAdmin(shop)).api.get('/api/admin/orders?limit=1000'));
      order = orders.find(({ orderNumber, status }) => status === 'delivered' && orderNumber !== '') as PlacedOrder;
      row = rowOf(page(), order.orderNumber);
    });

    test(
      'list with two filters. Order status: All, created, paid, processing, shipped, delivered, cancelled',
      { tag: ['@2', '@4'] },
      async () => {
        await expect(page().getByRole('tabpanel').getByRole('combobox')).toHaveCount(2);
        await expect(options(page(), 'Order status')).toHaveText([
          'All',
          'created',
          'paid',
          'processing',
          'shipped',
          'delivered',
          'cancelled',
        ]);
        await expect(page().getByLabel('Order status').locator('option:checked')).toHaveText('All');
      },
    );

    test('Payment status: All, pending, paid, failed, refunded', { tag: ['@2', '@4'] }, async () => {
      await expect(options(page(), 'Payment status')).toHaveText(['All', 'pending', 'paid', 'failed', 'refunded']);
      await expect(page().getByLabel('Payment status').locator('option:checked')).toHaveText('All');
    });

    test('Row: order number, both statuses', { tag: '@2' }, async () => {
      await expect(row.getByRole('link', { name: order.orderNumber, exact: true })).toBeVisible();
      await expect(row.locator('.ui-badge')).toHaveText(['delivered', 'paid']);
    });

    test('total in dollars', { tag: ['@2', '@9'] }, async () => {
      await expect(row.getByText(`$${order.total}`, { exact: true })).toBeVisible();
      expect(order.total).toMatch(/^\d+\.\d{2}$/);
    });

    test('shipping name if present', { tag: '@2' }, async () => {
      await expect(row.getByText(SHIPPING.name, { exact: true })).toBeVisible();
    });

    test('carries email', { tag: '@D44' }, async ({ shop }) => {
      const { email, numbers } = await theBuyer(shop);
      await expect(rowOf(page(), numbers.paid).getByText(email, { exact: true })).toBeVisible();
    });

    for (const { status, style, at, of } of [
      { status: 'paid', style: 'default', at: 0, of: 'paid' },
      { status: 'delivered', style: 'default', at: 0, of: 'delivered' },
      { status: 'processing', style: 'secondary', at: 0, of: 'processing' },
      { status: 'shipped', style: 'secondary', at: 0, of: 'shipped' },
      { status: 'created', style: 'outline', at: 0, of: 'failed' },
      { status: 'cancelled', style: 'outline', at: 0, of: 'refunded' },
      { status: 'failed', style: 'outline', at: 1, of: 'failed' },
      { status: 'refunded', style: 'outline', at: 1, of: 'refunded' },
      { status: 'pending', style: 'outline', at: 1, of: 'addressed' },
    ] as const) {
      test(`Badge styling: ${status} = ${style}`, { tag: '@4' }, async ({ shop }) => {
        const { numbers, addressed } = await theBuyer(shop);
        const badge = rowOf(page(), of === 'addressed' ? (addressed[0] ?? '') : numbers[of])
          .locator('.ui-badge')
          .nth(at);
        await expect(badge).toHaveText(status);
        await expect(badge).toHaveAttribute('data-variant', style);
      });
    }

    test(
      'Lists are newest first; admins see all, also those only addressed',
      { tag: ['@D30a', '@D23'] },
      async ({ shop }) => {
        const { numbers, addressed } = await theBuyer(shop);
        const { delivered, shipped, processing, paid, refunded, failed } = numbers;
        const own = [failed, refunded, paid, processing, shipped, delivered, ...addressed.toReversed()];
        await expect
          .poll(async () =>
            (await rows(page()).getByRole('link').allTextContents()).filter((number) => own.includes(number)),
          )
          .toEqual(own);
      },
    );
  });

  test('relative creation time (like about 2 hours ago)', { tag: ['@2', '@9'] }, async ({ passerby, shop }) => {
    const { numbers } = await theBuyer(shop);
    await becomes(passerby, await theAdmin(shop));
    const orders = await must<PlacedOrder[]>((await theAdmin(shop)).api.get('/api/admin/orders?limit=1000'));
    const createdAt = Date.parse(orders.find(({ orderNumber }) => orderNumber === numbers.paid)?.createdAt ?? '');
    await passerby.goto('/admin?tab=orders');
    for (const { ageMs, says } of [
      { ageMs: 0, says: 'less than a minute ago' },
      { ageMs: HOUR_MS / 12, says: '5 minutes ago' },
      { ageMs: HOUR_MS, says: 'about 1 hour ago' },
      { ageMs: 2.1 * HOUR_MS, says: 'about 2 hours ago' },
      { ageMs: 72 * HOUR_MS, says: '3 days ago' },
    ]) {
      await passerby.clock.setFixedTime(createdAt + ageMs);
      await passerby.getByRole('tab', { name: 'Dashboard' }).click();
      await passerby.getByRole('tab', { name: 'Orders' }).click();
      await expect(rowOf(passerby, numbers.paid).locator('time')).toHaveText(says);
    }
  });

  test.describe('filtered', () => {
    const page = onePageOf(theAdmin, async (tab, shop) => {
      await theBuyer(shop);
      await tab.goto('/admin?tab=orders');
    });

    test('Order status filters the list', { tag: '@2' }, async ({ shop }) => {
      const { numbers } = await theBuyer(shop);
      await expect(rowOf(page(), numbers.paid)).toBeVisible();
      await page().getByLabel('Order status').selectOption('shipped');
      await expect(rowOf(page(), numbers.paid)).toHaveCount(0);
      await expect(rowOf(page(), numbers.shipped)).toBeVisible();
      expect(new Set(await rows(page()).locator('p > .ui-badge').allTextContents())).toEqual(new Set(['shipped']));
      await page().getByLabel('Order status').selectOption('All');
      await expect(rowOf(page(), numbers.paid)).toBeVisible();
    });

    test('Payment status filters the list', { tag: '@2' }, async ({ shop }) => {
      const { numbers } = await theBuyer(shop);
      await expect(rowOf(page(), numbers.paid)).toBeVisible();
      await page().getByLabel('Payment status').selectOption('refunded');
      await expect(rowOf(page(), numbers.paid)).toHaveCount(0);
      await expect(rowOf(page(), numbers.refunded)).toBeVisible();
      expect(new Set(await rows(page()).locator('p > span > .ui-badge').allTextContents())).toEqual(
        new Set(['refunded']),
      );
      await page().getByLabel('Payment status').selectOption('All');
      await expect(rowOf(page(), numbers.paid)).toBeVisible();
    });

    test('or No orders match the selected filters', { tag: '@2' }, async () => {
      const calls = watchCalls(page());
      await expect(rows(page()).first()).toBeVisible();
      await page().getByLabel('Order status').selectOption('created');
      await page().getByLabel('Payment status').selectOption('refunded');
      await expect(
        page().getByRole('heading', { name: 'No orders match the selected filters', exact: true }),
      ).toBeVisible();
      await expect(rows(page())).toHaveCount(0);
      expect(new URL(calls.of('GET /api/admin/orders').at(-1)?.url() ?? '').search).toContain(
        'status=created&paymentStatus=refunded',
      );
    });
  });

  test('Empty messages: No orders yet', { tag: '@2' }, async ({ admin }) => {
    await answer(admin, 'GET /api/admin/orders', []);
    await admin.goto('/admin?tab=orders');
    await expect(admin.getByRole('heading', { name: 'No orders yet', exact: true })).toBeVisible();
  });

  test.describe('moves', () => {
    const page = onePageOf(theAdmin, async (tab, shop) => {
      await theBuyer(shop);
      await tab.goto('/admin?tab=orders');
    });
    const drawer = (page: Page, number: string): Locator => page.getByRole('dialog', { name: `Order ${number}` });

    for (const { of, offers } of [
      { of: 'failed', offers: ['Cancel Order'] },
      { of: 'paid', offers: ['Start Processing', 'Cancel Order'] },
      { of: 'processing', offers: ['Mark Shipped', 'Cancel Order'] },
      { of: 'shipped', offers: ['Mark Delivered'] },
      { of: 'delivered', offers: [] },
      { of: 'refunded', offers: [] },
    ] as const) {
      test(
        `created → paid → processing → shipped → delivered, or to cancelled before shipped; never paid by hand: ${of === 'failed' ? 'created' : of === 'refunded' ? 'cancelled' : of}`,
        { tag: ['@D27', '@D42', '@D30b'] },
        async ({ shop }) => {
          const number = (await theBuyer(shop)).numbers[of];
          await rowOf(page(), number).getByRole('link').click();
          await expect(drawer(page(), number).locator('.ui-badge').first()).toBeVisible();
          await expect(
            drawer(page(), number).getByRole('group', { name: 'Move the order on' }).getByRole('button'),
          ).toHaveText([...offers]);
          await page().keyboard.press('Escape');
          await expect(page().getByRole('dialog')).toHaveCount(0);
        },
      );
    }
  });
});
