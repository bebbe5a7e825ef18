import type { Locator, Page } from '@playwright/test';
import { answer, letThrough, refuse, watchCalls } from '../support/network.ts';
import { theBuyer, type PlacedOrder } from '../support/orders.ts';
import { expect, must, onePageOf, test, theAdmin } from '../support/people.ts';
import { newRequest, someRequests, type WrittenRequest } from '../support/requests.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const LISTS = ['GET /api/admin/orders', 'GET /api/admin/contact-submissions'] as const;

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string): Locator => section(page, name).getByRole('list').getByRole('listitem');
const stat = (page: Page, name: string): Locator =>
  page.locator('main .ui-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

test.describe('/nimda', () => {
  test.describe('opened by an admin', () => {
    let calls: ReturnType<typeof watchCalls>;
    let stats: { totalOrders: number; totalUsers: number };
    let summary: { new: number; total: number };
    const page = onePageOf(theAdmin, async (tab, shop) => {
      await theBuyer(shop);
      await someRequests(shop);
      for (let made = 0; made < 8; made += 1) await newRequest(shop);
      calls = watchCalls(tab);
      const [toldStats, toldSummary] = await Promise.all([
        tab.waitForResponse('**/api/admin/stats'),
        tab.waitForResponse('**/api/admin/contact-submissions/summary'),
        tab.goto('/nimda'),
      ]);
      stats = (await toldStats.json()) as typeof stats;
      summary = (await toldSummary.json()) as typeof summary;
      await expect(rows(tab, 'Customer Requests').first()).toBeVisible();
    });

    test('Three cards: Total Orders, Customer Requests, Total Users', { tag: '@2' }, async () => {
      await expect(page().locator('main .ui-card h2')).toHaveText(['Total Orders', 'Customer Requests', 'Total Users']);
      await expect(page()).toHaveTitle('Admin Dashboard · PetArt');
      await expect(stat(page(), 'Total Orders').locator('p')).toHaveText([String(stats.totalOrders)]);
      await expect(stat(page(), 'Total Users').locator('p')).toHaveText([String(stats.totalUsers)]);
    });

    test('Customer Requests (with unread count)', { tag: '@2' }, async () => {
      await expect(stat(page(), 'Customer Requests').locator('p')).toHaveText([
        String(summary.total),
        `${summary.new} unread`,
      ]);
    });

    test('A Recent Orders list (first 10)', { tag: ['@2', '@9'] }, async ({ shop }) => {
      const orders = await must<PlacedOrder[]>((await theAdmin(shop)).api.get('/api/admin/orders'));
      expect(orders.length).toBeGreaterThan(10);
      await expect(rows(page(), 'Recent Orders').getByRole('link')).toHaveText(
        orders.slice(0, 10).map(({ orderNumber }) => orderNumber),
      );
    });

    test('and a Customer Requests list (first 10)', { tag: ['@2', '@9'] }, async ({ shop }) => {
      const requests = await must<{ subject: string }[]>(
        (await theAdmin(shop)).api.get('/api/admin/contact-submissions'),
      );
      expect(requests.length).toBeGreaterThan(10);
      await expect(rows(page(), 'Customer Requests').locator('a[id^="request-"]')).toHaveText(
        requests.slice(0, 10).map(({ subject }) => subject),
      );
    });

    test('asks for the stats and for ten of each, once', { tag: ['@7', '@6'] }, async () => {
      for (const name of ['Recent Orders', 'Customer Requests']) await expect(rows(page(), name).first()).toBeVisible();
      await expect(stat(page(), 'Total Orders')).toBeVisible();
      expect(calls.of('GET /api/admin/stats')).toHaveLength(1);
      for (const call of LISTS) expect(calls.of(call).map((sent) => new URL(sent.url()).search)).toEqual(['?limit=10']);
    });
  });

  test.describe('moves', () => {
    const made: WrittenRequest[] = [];
    const page = onePageOf(theAdmin, async (tab, shop) => {
      for (let count = 0; count < 4; count += 1) made.push(await newRequest(shop));
      await tab.goto('/nimda');
    });
    test.afterEach(() => letThrough(page()));
    const request = (index: number): WrittenRequest => made.at(index) as WrittenRequest;
    const card = (index: number): Locator =>
      rows(page(), 'Customer Requests').filter({ hasText: request(index).subject });

    test('Submission status failure: Update failed, Could not update submission status', { tag: '@8' }, async () => {
      await refuse(
        page(),
        `PATCH /api/admin/contact-submissions/${request(-1).id}/status`,
        503,
        'Requests are unavailable right now.',
      );
      await card(-1).getByRole('button', { name: 'Mark Read' }).click();
      await expectFailure(page(), 'Update failed', 'Could not update submission status');
      await expect(card(-1).locator('.ui-badge')).toHaveText('new');
    });

    for (const [index, { label, to, left }] of [
      { label: 'Mark Read', to: 'read', left: ['Mark Replied', 'Archive'] },
      { label: 'Mark Replied', to: 'replied', left: ['Archive'] },
      { label: 'Archive', to: 'archived', left: [] },
    ].entries()) {
      test(`with the same status actions as /admin: ${label}`, { tag: ['@2', '@4', '@7', '@8'] }, async () => {
        const refetched = page().waitForResponse((answered) => new URL(answered.url()).pathname === LISTS[1].slice(4));
        const calls = watchCalls(page());
        const buttons = card(index).getByRole('group').getByRole('button');
        await expect(buttons).toHaveText(['Mark Read', 'Mark Replied', 'Archive']);
        await card(index).getByRole('button', { name: label, exact: true }).click();
        await expectToast(page(), 'Status updated');
        await expect(card(index).locator('.ui-badge')).toHaveText(to);
        await expect(buttons).toHaveText(left);
        expect((await refetched).ok()).toBe(true);
        expect(calls.bodies(`PATCH /api/admin/contact-submissions/${request(index).id}/status`)).toEqual([
          { status: to },
        ]);
      });
    }
  });

  test(
    'A list that can’t be loaded shows a sentence and a Retry button, never the empty state: both of them',
    { tag: '@D30a' },
    async ({ admin }) => {
      for (const call of LISTS) await refuse(admin, call, 409, 'Not to be had right now.');
      await admin.goto('/nimda');
      for (const name of ['Recent Orders', 'Customer Requests'])
        await expect(section(admin, name).getByRole('alert')).toContainText('Not to be had right now.');
      await expect(admin.getByText(/^No (orders|customer requests) yet$/)).toHaveCount(0);
      await letThrough(admin);
      for (const call of LISTS) await answer(admin, call, []);
      for (const [name, empty] of [
        ['Recent Orders', 'No orders yet'],
        ['Customer Requests', 'No customer requests yet'],
      ] as const) {
        await section(admin, name).getByRole('button', { name: 'Retry', exact: true }).click();
        await expect(section(admin, name).getByRole('heading', { name: empty, exact: true })).toBeVisible();
      }
    },
  );

  test('empty lists say No orders yet and No customer requests yet', { tag: '@2' }, async ({ admin }) => {
    for (const call of LISTS) await answer(admin, call, []);
    await admin.goto('/nimda');
    await expect(
      section(admin, 'Recent Orders').getByRole('heading', { name: 'No orders yet', exact: true }),
    ).toBeVisible();
    await expect(
      section(admin, 'Customer Requests').getByRole('heading', { name: 'No customer requests yet', exact: true }),
    ).toBeVisible();
  });
});
