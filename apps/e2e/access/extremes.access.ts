import type { Locator, Page } from '@playwright/test';
import { change } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, expect, test, theAdmin } from '../support/people.ts';
import { customizeAddress } from '../support/screens.ts';
import { DEAR, stopSelling, theExtremes } from './support/extremes.ts';
import { inspectLayout } from './support/inspect.ts';

/** As many of what a list has; who is asked again, answers the same. */
function aThousand(): (list: object[]) => object[] {
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
  return (list) => ids.map((id, index) => ({ ...list[index % list.length], id }));
}

const dear = (page: Page): Locator => page.getByText(`$${DEAR}`).first();

test.describe('long names, a price of nine digits, emoji and right-to-left text break nothing', () => {
  test.afterAll(({ shop }) => stopSelling(shop));

  test('for who buys', async ({ visitor: page, shop }) => {
    const person = await theExtremes(shop);
    await becomes(page, person);
    for (const { address, shown } of [
      { address: '/products', shown: dear },
      { address: '/cart', shown: dear },
      { address: '/checkout', shown: dear },
      { address: '/orders', shown: (on: Page) => on.getByText(person.orderNumber) },
      { address: `/orders/${person.orderId}`, shown: (on: Page) => on.getByRole('heading', { name: person.orderNumber }) },
      { address: '/designs', shown: (on: Page) => on.getByRole('link', { name: 'Create Product' }) },
      { address: '/profile', shown: (on: Page) => on.getByText(person.email) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLayout(page, address);
    }
    await page.getByRole('button', { name: 'Your account' }).click();
    await inspectLayout(page, 'the user menu');
    await page.goto(customizeAddress(person.drawing));
    await page.getByRole('radio', { name: /^Katzen/ }).check();
    await page.getByRole('radio', { name: /^Supercali/ }).check();
    await inspectLayout(page, '/customize');
  });

  test('for who sells', async ({ visitor: page, shop }) => {
    const { orderNumber, requestId, products } = await theExtremes(shop);
    await becomes(page, await theAdmin(shop));
    for (const { address, shown } of [
      { address: '/admin?tab=orders', shown: (on: Page) => on.getByRole('link', { name: orderNumber }) },
      { address: '/admin?tab=products', shown: dear },
      { address: `/admin?tab=products&product=${products[0]?.id}`, shown: (on: Page) => on.getByRole('dialog').getByLabel('Title') },
      { address: `/admin?tab=requests&request=${requestId}`, shown: (on: Page) => on.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }) },
      { address: '/nimda', shown: (on: Page) => on.getByText(orderNumber) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLayout(page, address);
    }
    await page.goto('/admin?tab=orders');
    await page.getByRole('link', { name: orderNumber }).click();
    await expect(page.getByRole('dialog').getByText('Timeline')).toBeVisible();
    await inspectLayout(page, 'an order');
  });

  test('an empty name leaves no hole', async ({ visitor: page, shop }) => {
    await becomes(page, await theExtremes(shop));
    const nameless = (list: object[]): object[] => list.map((each) => ({ ...each, title: '', description: '', petName: '' }));
    await change<object[]>(page, 'GET /api/products', nameless);
    await change<object[]>(page, 'GET /api/designs', nameless);
    await change<{ items: object[] }>(page, 'GET /api/cart', (cart) => ({ ...cart, items: cart.items.map((item) => ({ ...item, product: null })) }));
    await change<object>(page, 'GET /api/user', (user) => ({ ...user, firstName: '', lastName: '' }));
    for (const { address, shown } of [
      { address: '/products', shown: dear },
      { address: '/cart', shown: (on: Page) => on.getByRole('heading', { name: 'Product', exact: true }).first() },
      { address: '/designs', shown: (on: Page) => on.getByRole('link', { name: 'Create Product' }) },
      { address: '/profile', shown: (on: Page) => on.getByRole('heading', { level: 1 }) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLayout(page, `${address} without a name`);
    }
  });

  test('a thousand orders are shown, and can be scrolled to their end', async ({ visitor: page, shop }) => {
    await becomes(page, await theBuyer(shop));
    await change<object[]>(page, 'GET /api/orders', aThousand());
    await page.goto('/orders');
    await expect(page.getByText(/^Order PA-/)).toHaveCount(1_000);
    await page.getByText(/^Order PA-/).last().scrollIntoViewIfNeeded();
    await expect(page.getByText(/^Order PA-/).last()).toBeInViewport();
    await page.getByRole('button', { name: /theme/ }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
  });

  test('a thousand orders of the office as well', async ({ visitor: page, shop }) => {
    await theBuyer(shop);
    await becomes(page, await theAdmin(shop));
    await change<object[]>(page, 'GET /api/admin/orders', aThousand());
    await page.goto('/admin?tab=orders');
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect(rows).toHaveCount(1_000);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows.last()).toBeInViewport();
    await inspectLayout(page, 'a thousand orders');
  });
});
