import type { Locator, Page } from '@playwright/test';
import { theBuyer } from '../support/orders.ts';
import { Database } from '../support/database.ts';
import { becomes, expect, must, test, theAdmin } from '../support/people.ts';
import { inspectLayout } from './support/inspect.ts';

const COUNT = 1_000;

/** Ended unpaid, as their books, which are empty, say it too: nothing more comes of them. */
const COPY_ORDER = `
  INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
    'id', gen_random_uuid(), 'order_number', 'PA-' || upper(substr(md5(o.id::text || n), 1, 10)), 'status', 'cancelled', 'payment_status', 'pending', 'paid_at', null, 'hold_until', null,
    'cart_id', null, 'payment_intent_id', null, 'client_secret', null, 'created_at', o.created_at - n * interval '1 hour'))).*
  FROM orders o, generate_series(1, $2) n WHERE o.id = $1`;
const COPY_ITEMS = `
  INSERT INTO order_items SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'order_id', c.id))).*
  FROM orders o JOIN orders c ON c.user_id = o.user_id AND c.payment_intent_id IS NULL JOIN order_items i ON i.order_id = o.id WHERE o.id = $1`;
const FORGET =
  'DELETE FROM orders c USING orders o WHERE o.id = $1 AND c.user_id = o.user_id AND c.payment_intent_id IS NULL';

/** How many there are, polled while one scrolls to the last of them: however many pages they come in, the next one is asked for as soon as one is there. */
const scrolled = (entries: Locator) =>
  expect.poll(
    async () => {
      await entries.last().scrollIntoViewIfNeeded();
      return entries.count();
    },
    { timeout: 90_000, intervals: [50] },
  );

async function scrollToEnd(page: Page, entries: Locator, count: number): Promise<void> {
  await scrolled(entries).toBe(count);
  await entries.last().scrollIntoViewIfNeeded();
  await expect(entries.last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
}

test.describe('a thousand orders', () => {
  let own: { id: string }[] = [];
  test.beforeAll(async ({ shop }) => {
    own = await must<{ id: string }[]>((await theBuyer(shop)).api.get('/api/orders'));
    await Database.during(shop, 'orders', async (database) => {
      await database.query(COPY_ORDER, [own[0]?.id, COUNT]);
      await database.query(COPY_ITEMS, [own[0]?.id]);
    });
  });
  test.afterAll(({ shop }) => Database.during(shop, 'orders', (database) => database.query(FORGET, [own[0]?.id])));

  test('of a customer come as far as one scrolls, to their end', { tag: '@D55' }, async ({ visitor: page, shop }) => {
    await becomes(page, await theBuyer(shop));
    await page.goto('/orders');
    const orders = page.getByRole('heading', { level: 2, name: /^Order PA-/ });
    await expect(orders).not.toHaveCount(0);
    expect(await orders.count()).toBeLessThan(COUNT);
    await scrollToEnd(page, orders, COUNT + own.length);
    await inspectLayout(page, 'a thousand orders of a customer');
    await page.getByRole('button', { name: /theme/ }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
  });

  test('of the office as well', { tag: '@D55' }, async ({ visitor: page, shop }) => {
    await becomes(page, await theAdmin(shop));
    const all = await must<object[]>((await theAdmin(shop)).api.get('/api/admin/orders?limit=1000'));
    expect(all).toHaveLength(COUNT);
    await page.goto('/admin?tab=orders');
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await scrolled(rows).toBeGreaterThan(COUNT);
    await inspectLayout(page, 'a thousand orders');
  });
});
