import type { Locator, Page } from '@playwright/test';
import { change } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, expect, PASSWORD, test, theAdmin } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { openStyleStep } from '../support/wizard.ts';
import { DEAR, RTL, stopSelling, theExtremes, UNBROKEN } from './support/extremes.ts';
import { inspectLayout, inspectLooks } from './support/inspect.ts';

/** As many of what a list has; who is asked again, answers the same. */
function aThousand(): (list: object[]) => object[] {
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
  return (list) => ids.map((id, index) => ({ ...list[index % list.length], id }));
}

const nameless = (list: object[]): object[] => list.map((each) => ({ ...each, title: '', description: '', petName: '', name: '', subject: '' }));
/** An address is never without a name. */
const withoutNames = (orders: object[]): object[] => (orders as { items?: object[] }[]).map((order) => ({ ...order, email: null, ...(order.items && { items: nameless(order.items) }) }));

const dear = (page: Page): Locator => page.getByText(`$${DEAR}`).first();

test.describe('long names, a price of nine digits, emoji and right-to-left text break nothing', () => {
  test.afterAll(({ shop }) => stopSelling(shop));

  test('for who buys', async ({ visitor: page, shop }) => {
    test.setTimeout(300_000);
    const person = await theExtremes(shop);
    await becomes(page, person);
    for (const { address, shown } of [
      { address: '/products', shown: dear },
      { address: '/cart', shown: dear },
      { address: '/checkout', shown: dear },
      { address: '/orders', shown: (on: Page) => on.getByText(person.orderNumber) },
      { address: `/order-complete?payment_intent=${person.intentId}`, shown: (on: Page) => on.getByText(person.orderNumber) },
      { address: `/orders/${person.orderId}`, shown: (on: Page) => on.getByRole('heading', { name: person.orderNumber }) },
      { address: '/designs', shown: (on: Page) => on.getByRole('link', { name: 'Create Product' }) },
      { address: '/profile', shown: (on: Page) => on.getByText(person.email) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLooks(page, address);
    }
    await page.getByRole('button', { name: 'Your account' }).click();
    await inspectLooks(page, 'the user menu');
    await page.goto(customizeAddress(person.drawing));
    await page.getByRole('radio', { name: /^Katzen/ }).check();
    await page.getByRole('radio', { name: /^Supercali/ }).check();
    await inspectLooks(page, '/customize');
  });

  test('in a toast and in the contact dialog', async ({ visitor: page, shop }) => {
    const { email } = await theExtremes(shop);
    await page.goto('/auth');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.locator('[data-toast]')).toContainText(email);
    await page.keyboard.press('F8');
    await inspectLooks(page, 'a toast');
    await page.keyboard.press('Escape');
    await page.goto('/terms');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us' });
    for (const [label, words] of [['Name', RTL], ['Subject', UNBROKEN], ['Message', `${RTL} ${UNBROKEN}`]] as const) await dialog.getByLabel(label).fill(words);
    await inspectLooks(page, 'the contact dialog');
  });

  test('in what is typed on the way to an artwork and an order', async ({ artist: page, drawing, tag }) => {
    await openStyleStep(page);
    await page.getByLabel('Pet name (optional)').fill('قطتي');
    await page.getByLabel('Custom prompt (optional)').fill(RTL);
    await inspectLooks(page, 'the style step');
    await fillCart(page.request, drawing, [{ product: tag }]);
    await page.goto('/checkout');
    for (const label of ['Full Name', 'Address', 'City', 'Country']) await page.getByLabel(label, { exact: true }).fill(RTL.slice(0, 30));
    await inspectLooks(page, 'an address that is typed');
  });

  test('for who sells', async ({ visitor: page, shop }) => {
    test.setTimeout(300_000);
    const { orderNumber, requestId, products } = await theExtremes(shop);
    await becomes(page, await theAdmin(shop));
    for (const { address, shown } of [
      { address: '/admin?tab=orders', shown: (on: Page) => on.getByRole('link', { name: orderNumber }) },
      { address: '/admin?tab=requests', shown: (on: Page) => on.getByRole('tabpanel').getByText(/^Katzen/).first() },
      { address: '/admin?tab=products', shown: dear },
      { address: `/admin?tab=products&product=${products[0]?.id}`, shown: (on: Page) => on.getByRole('dialog').getByLabel('Title') },
      { address: `/admin?tab=requests&request=${requestId}`, shown: (on: Page) => on.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }) },
      { address: '/nimda', shown: (on: Page) => on.getByText(orderNumber) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLooks(page, address);
    }
    await page.goto('/admin?tab=orders');
    await page.getByRole('link', { name: orderNumber }).click();
    await expect(page.getByRole('dialog').getByText('Timeline')).toBeVisible();
    await inspectLooks(page, 'an order');
  });

  test('an empty name leaves no hole for who buys', async ({ visitor: page, shop }) => {
    test.setTimeout(300_000);
    const { orderNumber } = await theExtremes(shop);
    await becomes(page, await theExtremes(shop));
    await change<object[]>(page, 'GET /api/products', nameless);
    await change<object[]>(page, 'GET /api/designs', nameless);
    await change<object[]>(page, 'GET /api/orders', withoutNames);
    await change<{ items: object[] }>(page, 'GET /api/cart', (cart) => ({ ...cart, items: cart.items.map((item) => ({ ...item, product: null })) }));
    await change<object>(page, 'GET /api/user', (user) => ({ ...user, firstName: '', lastName: '' }));
    for (const { address, shown } of [
      { address: '/products', shown: dear },
      { address: '/cart', shown: (on: Page) => on.getByRole('heading', { name: 'Product', exact: true }).first() },
      { address: '/orders', shown: (on: Page) => on.getByText(orderNumber) },
      { address: '/designs', shown: (on: Page) => on.getByRole('link', { name: 'Create Product' }) },
      { address: '/profile', shown: (on: Page) => on.getByRole('heading', { level: 1 }) },
    ]) {
      await page.goto(address);
      await expect(shown(page)).toBeVisible();
      await inspectLooks(page, `${address} without a name`);
    }
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspectLooks(page, 'the user menu without a name');
  });

  test('an empty name leaves no hole for who sells', async ({ visitor: page, shop }) => {
    const { orderNumber, email } = await theExtremes(shop);
    await becomes(page, await theAdmin(shop));
    await change<object[]>(page, 'GET /api/admin/orders', withoutNames);
    await change<object[]>(page, 'GET /api/admin/contact-submissions', nameless);
    await page.goto('/admin?tab=orders');
    await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
    await inspectLooks(page, 'orders without a name');
    await page.goto('/admin?tab=requests');
    await expect(page.getByText(email).first()).toBeVisible();
    await inspectLooks(page, 'requests without a name');
  });

  test('a thousand orders are shown, and can be scrolled to their end', async ({ visitor: page, shop }) => {
    await becomes(page, await theBuyer(shop));
    await change<object[]>(page, 'GET /api/orders', aThousand());
    await page.goto('/orders');
    await expect(page.getByText(/^Order PA-/)).toHaveCount(1_000);
    await page.getByText(/^Order PA-/).last().scrollIntoViewIfNeeded();
    await expect(page.getByText(/^Order PA-/).last()).toBeInViewport();
    await inspectLayout(page, 'a thousand orders of a customer');
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
