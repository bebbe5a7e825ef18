import type { Locator, Page } from '@playwright/test';
import { continueButton } from '../support/checkout.ts';
import { change, refuse } from '../support/network.ts';
import { becomes, expect, PASSWORD, test, theAdmin } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { openStyleStep } from '../support/wizard.ts';
import { DEAR, RTL, stopSelling, theExtremes, UNBROKEN, type Extremes } from './support/extremes.ts';
import { inspectLooks } from './support/inspect.ts';

/** What may be empty: catalogue and contact form take no empty title, name or subject. */
const nameless = (list: object[]): object[] => list.map((each) => ({ ...each, description: '', petName: '' }));
/** An address is never without a name. */
const withoutNames = (orders: object[]): object[] =>
  (orders as { items?: object[] }[]).map((order) => ({
    ...order,
    email: null,
    ...(order.items && { items: nameless(order.items) }),
  }));

/** From now on the screens of who buys are told of nothing's name; a stream would tell what is true. */
async function forgetNames(page: Page, { orderId, intentId }: Extremes): Promise<void> {
  for (const call of ['GET /api/products', 'GET /api/designs'] as const) await change(page, call, nameless);
  await change(page, 'GET /api/orders', withoutNames);
  for (const call of [`GET /api/orders/${orderId}`, `GET /api/checkout/orders/${intentId}`] as const)
    await change<{ order: object }>(page, call, (seen) => ({ ...seen, order: withoutNames([seen.order])[0] }));
  await refuse(page, `GET /api/orders/${orderId}/live`, 503, 'Not now.');
  await change<{ items: object[] }>(page, 'GET /api/cart', (cart) => ({
    ...cart,
    items: cart.items.map((item) => ({ ...item, product: null })),
  }));
  await change<object>(page, 'GET /api/user', (user) => ({ ...user, firstName: '', lastName: '' }));
}

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
      {
        address: `/order-complete?payment_intent=${person.intentId}`,
        shown: (on: Page) => on.getByText(person.orderNumber),
      },
      {
        address: `/orders/${person.orderId}`,
        shown: (on: Page) => on.getByRole('heading', { name: person.orderNumber }),
      },
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
    for (const [label, words] of [
      ['Name', RTL],
      ['Subject', UNBROKEN],
      ['Message', `${RTL} ${UNBROKEN}`],
    ] as const)
      await dialog.getByLabel(label).fill(words);
    await inspectLooks(page, 'the contact dialog');
  });

  test('in what is typed on the way to an artwork and an order', async ({ artist: page, drawing, tag }) => {
    await openStyleStep(page);
    await page.getByLabel('Pet name (optional)').fill('قطتي');
    await page.getByLabel('Custom prompt (optional)').fill(RTL);
    await inspectLooks(page, 'the style step');
    await fillCart(page.request, drawing, [{ product: tag }]);
    await page.goto('/checkout');
    for (const label of ['Full Name', 'Address', 'City', 'Country'])
      await page.getByLabel(label, { exact: true }).fill(RTL.slice(0, 30));
    await inspectLooks(page, 'an address that is typed');
  });

  test('for who sells', async ({ visitor: page, shop }) => {
    test.setTimeout(300_000);
    const { orderNumber, requestId, products } = await theExtremes(shop);
    await becomes(page, await theAdmin(shop));
    for (const { address, shown } of [
      { address: '/admin?tab=orders', shown: (on: Page) => on.getByRole('link', { name: orderNumber }) },
      {
        address: '/admin?tab=requests',
        shown: (on: Page) =>
          on
            .getByRole('tabpanel')
            .getByText(/^Katzen/)
            .first(),
      },
      { address: '/admin?tab=products', shown: dear },
      {
        address: `/admin?tab=products&product=${products[0]?.id}`,
        shown: (on: Page) => on.getByRole('dialog').getByLabel('Title'),
      },
      {
        address: `/admin?tab=requests&request=${requestId}`,
        shown: (on: Page) => on.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }),
      },
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
    const person = await theExtremes(shop);
    const { drawing, intentId, orderId, orderNumber } = person;
    await becomes(page, person);
    await forgetNames(page, person);
    for (const { address, shown } of [
      { address: '/products', shown: dear },
      { address: '/cart', shown: (on: Page) => on.getByRole('heading', { name: 'Product', exact: true }).first() },
      { address: '/checkout', shown: continueButton },
      { address: `/order-complete?payment_intent=${intentId}`, shown: (on: Page) => on.getByText(orderNumber) },
      { address: '/orders', shown: (on: Page) => on.getByText(orderNumber) },
      { address: `/orders/${orderId}`, shown: (on: Page) => on.getByRole('heading', { name: orderNumber }) },
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
    await page.goto(customizeAddress(drawing));
    await page
      .getByRole('radio', { name: `$${DEAR}` })
      .first()
      .check();
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await inspectLooks(page, '/customize without a name');
  });

  test('an empty name leaves no hole for who sells', async ({ visitor: page, shop }) => {
    test.setTimeout(240_000);
    const { orderNumber, email } = await theExtremes(shop);
    await becomes(page, await theAdmin(shop));
    await change<object[]>(page, 'GET /api/admin/orders', withoutNames);
    await page.goto('/admin?tab=orders');
    await expect(page.getByRole('link', { name: orderNumber })).toBeVisible();
    await inspectLooks(page, 'orders without a name');
    await page.goto('/admin?tab=requests');
    await expect(page.getByText(email).first()).toBeVisible();
    await inspectLooks(page, 'requests without a name');
    await change<object[]>(page, 'GET /api/admin/products', nameless);
    await page.goto('/admin?tab=products');
    await expect(dear(page)).toBeVisible();
    await inspectLooks(page, 'products without a name');
  });
});
