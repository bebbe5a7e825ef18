import type { Locator, Page } from '@playwright/test';
import { expectRed } from '../support/colours.ts';
import { Database } from '../support/database.ts';
import { change, letThrough, watchCalls } from '../support/network.ts';
import { expect, must, onePageOf, test, theAdmin } from '../support/people.ts';
import { newRequest } from '../support/requests.ts';

interface Stats {
  totalOrders: number;
  totalRevenue: string;
  totalProducts: number;
  totalUsers: number;
}

const tabs = (page: Page): Locator => page.getByRole('tablist').getByRole('tab');
const statCards = (page: Page): Locator => page.getByRole('tabpanel').locator('.ui-card');

test.describe('/admin', () => {
  test.describe('opened by an admin', () => {
    let calls: ReturnType<typeof watchCalls>;
    const page = onePageOf(theAdmin, async (tab) => {
      calls = watchCalls(tab);
      await tab.goto('/admin');
    });

    test('Tabs: Dashboard, Orders, Customer Requests, Products', { tag: '@2' }, async () => {
      await expect(tabs(page())).toHaveText([/^Dashboard$/, /^Orders$/, /^Customer Requests\d*$/, /^Products$/]);
      await expect(page()).toHaveTitle('Admin · PetArt');
    });

    test('Dashboard is the one shown first', { tag: '@2' }, async () => {
      await expect(tabs(page()).first()).toHaveAttribute('aria-selected', 'true');
      await expect(page().getByRole('tabpanel', { name: 'Dashboard' })).toBeVisible();
    });

    test('Dashboard: four stat cards: Total Orders, Revenue, Products, Users', { tag: '@2' }, async () => {
      await expect(statCards(page()).getByRole('heading')).toHaveText(['Total Orders', 'Revenue', 'Products', 'Users']);
    });

    test(
      'GET /api/admin/stats, for an admin, once; the other tabs ask for nothing yet',
      { tag: ['@7', '@6'] },
      async () => {
        await expect(statCards(page())).toHaveCount(4);
        const asked = calls.names().filter((name) => name.startsWith('GET /api/admin/'));
        expect(new Set(asked)).toEqual(
          new Set(['GET /api/admin/contact-submissions/summary', 'GET /api/admin/money', 'GET /api/admin/stats']),
        );
        expect(calls.of('GET /api/admin/stats')).toHaveLength(1);
      },
    );

    for (const { name, panel, call } of [
      { name: 'Orders', panel: 'Order status', call: 'GET /api/admin/orders' },
      { name: 'Customer Requests', panel: 'Request status', call: 'GET /api/admin/contact-submissions' },
      { name: 'Products', panel: 'Add Product', call: 'GET /api/admin/products' },
    ] as const) {
      test(
        `the tab ${name} shows its own; ${call}, for an admin, without a payload`,
        { tag: ['@2', '@7', '@6'] },
        async () => {
          expect(calls.of(call)).toEqual([]);
          const answered = page().waitForResponse((response) => new URL(response.url()).pathname === call.slice(4));
          await tabs(page()).filter({ hasText: name }).click();
          await expect(page().getByRole('tabpanel')).toHaveCount(1);
          await expect(page().getByRole('tabpanel')).toContainText(panel);
          expect((await answered).ok()).toBe(true);
          expect(calls.of(call).map((sent) => sent.postData())).toEqual([null]);
        },
      );
    }
  });

  test(
    'totalOrders: all orders; totalRevenue: the totals of paid orders; totalProducts, totalUsers: all',
    { tag: ['@D30', '@7'] },
    async ({ admin, shop }) => {
      const { api } = await theAdmin(shop);
      const accounts = await Database.during(
        shop,
        'identity',
        async (database) =>
          (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM users'))[0]?.count,
      );
      // The last two may be a moment old: shown is what the figures say now, however often they were asked for.
      await expect(async () => {
        await admin.goto('/admin');
        await expect(statCards(admin)).toHaveCount(4);
        const stats = await must<Stats>(api.get('/api/admin/stats'));
        expect(stats.totalUsers).toBe(accounts);
        const said = [
          String(stats.totalOrders),
          `$${stats.totalRevenue}`,
          String(stats.totalProducts),
          String(stats.totalUsers),
        ];
        expect(await statCards(admin).locator('p').allInnerTexts()).toEqual(said);
      }).toPass({ timeout: 10_000 });
      const orders = await must<{ paymentStatus: string; total: string }[]>(api.get('/api/admin/orders?limit=1000'));
      const stats = await must<Stats>(api.get('/api/admin/stats'));
      const paidCents = orders
        .filter(({ paymentStatus }) => paymentStatus === 'paid')
        .reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
      expect([stats.totalOrders, stats.totalRevenue]).toEqual([orders.length, (paidCents / 100).toFixed(2)]);
      expect(stats.totalProducts).toBe((await must<object[]>(api.get('/api/admin/products?limit=500'))).length);
    },
  );

  test('Revenue (dollars, two decimals)', { tag: ['@2', '@9'] }, async ({ admin }) => {
    await change<Stats>(admin, 'GET /api/admin/stats', (stats) => ({ ...stats, totalRevenue: '1234.50' }));
    await admin.goto('/admin');
    await expect(statCards(admin).filter({ hasText: 'Revenue' }).locator('p')).toHaveText('$1234.50');
  });

  test.describe('badge', () => {
    const badge = (page: Page): Locator => tabs(page).filter({ hasText: 'Customer Requests' }).locator('.ui-badge');

    test(
      'Customer Requests with a red count badge of requests whose status is new',
      { tag: '@2' },
      async ({ admin, shop }) => {
        await newRequest(shop);
        const summary = await must<{ new: number }>(
          (await theAdmin(shop)).api.get('/api/admin/contact-submissions/summary'),
        );
        await admin.goto('/admin');
        await expect(badge(admin)).toHaveText(String(summary.new));
        await expectRed(badge(admin));
      },
    );

    test('one that is read no longer counts', { tag: ['@2', '@4'] }, async ({ admin, shop }) => {
      const request = await newRequest(shop);
      await admin.goto('/admin?tab=requests');
      const before = Number(await badge(admin).innerText());
      await admin
        .getByRole('group', { name: `Request of ${request.name}` })
        .getByRole('button', { name: 'Mark Read' })
        .click();
      await expect(badge(admin)).toHaveText(String(before - 1));
    });

    test('no badge where none is new', { tag: '@2' }, async ({ admin }) => {
      await change<object>(admin, 'GET /api/admin/contact-submissions/summary', (summary) => ({ ...summary, new: 0 }));
      await Promise.all([admin.waitForResponse('**/contact-submissions/summary'), admin.goto('/admin')]);
      await expect(statCards(admin)).toHaveCount(4);
      await expect(badge(admin)).toHaveCount(0);
    });
  });

  for (const { tab, call, empty } of [
    { tab: 'dashboard', call: 'GET /api/admin/stats', empty: 'Total Orders' },
    { tab: 'orders', call: 'GET /api/admin/orders', empty: 'No orders yet' },
    { tab: 'requests', call: 'GET /api/admin/contact-submissions', empty: 'No customer requests yet' },
    { tab: 'products', call: 'GET /api/admin/products', empty: 'No products yet' },
  ] as const) {
    test(
      `What can’t be loaded shows a sentence and a Retry button, never the empty state: ${tab}`,
      { tag: '@D30a' },
      async ({ admin }) => {
        const path = call.slice(4);
        await admin.route(
          ({ pathname }) => pathname === path,
          (route) => route.fulfill({ status: 409, contentType: 'text/plain', body: 'Not to be had right now.' }),
        );
        await admin.goto(`/admin?tab=${tab}`);
        // The money may have a warning of its own beside it.
        const told = admin.getByRole('tabpanel').getByRole('alert').filter({ hasText: 'Not to be had right now.' });
        await expect(told).toBeVisible();
        await expect(admin.getByText(empty)).toHaveCount(0);
        await letThrough(admin);
        await told.getByRole('button', { name: 'Retry', exact: true }).click();
        await expect(told).toHaveCount(0);
      },
    );
  }
});
