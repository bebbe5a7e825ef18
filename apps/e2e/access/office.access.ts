import { hold, refuse } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { expect, test } from '../support/people.ts';
import { newProduct } from '../support/products.ts';
import { someRequests } from '../support/requests.ts';
import { inspect } from './support/inspect.ts';
import { inspectList, inspectToast } from './support/states.ts';

test.describe('every page of an admin is accessible', () => {
  test.beforeAll(async ({ shop }) => {
    await theBuyer(shop);
    await someRequests(shop);
  });

  test('/admin, Dashboard', async ({ admin: page }) => {
    const release = await hold(page, 'GET /api/admin/stats');
    await page.goto('/admin');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'the dashboard on its way');
    release();
    await expect(page.getByText('Total Orders')).toBeVisible();
    await inspect(page, 'the dashboard');
    await refuse(page, 'GET /api/admin/stats', 403, 'Figures are unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the dashboard not to be had');
  });

  for (const { tab, call, empty, row } of [
    { tab: 'orders', call: 'GET /api/admin/orders', empty: 'No orders yet', row: /^PA-/ },
    { tab: 'requests', call: 'GET /api/admin/contact-submissions', empty: 'No customer requests yet', row: /^Nora/ },
    { tab: 'products', call: 'GET /api/admin/products', empty: 'No products yet', row: /Classic/ },
  ] as const) {
    test(`/admin, ${tab}`, async ({ admin: page }) => {
      await inspectList(page, {
        address: `/admin?tab=${tab}`,
        call,
        empty,
        filled: (shown) => shown.getByRole('tabpanel').getByText(row),
      });
    });
  }

  test('an order, and the moves that ask first', async ({ admin: page, shop }) => {
    const { numbers } = await theBuyer(shop);
    const release = await hold(page, 'GET /api/admin/orders/*');
    await page.goto('/admin?tab=orders');
    await page.getByRole('link', { name: numbers.processing }).click();
    await expect(page.getByRole('dialog').locator('[data-skeleton]').first()).toBeVisible();
    await inspect(page, 'an order on its way');
    release();
    await page.getByRole('button', { name: 'Mark Shipped' }).click();
    const asking = page.getByRole('dialog', { name: 'Mark as shipped' });
    await asking.getByLabel('Carrier').fill('UPS');
    await asking.getByRole('button', { name: 'Mark Shipped' }).click();
    await expect(asking.getByLabel('Tracking number')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'marking as shipped, with errors');
    await page.keyboard.press('Escape');
    await inspect(page, 'an order');
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByRole('button', { name: 'Keep Order' })).toBeVisible();
    await inspect(page, 'cancelling an order');
  });

  test('a request', async ({ admin: page, shop }) => {
    const { read } = await someRequests(shop);
    await page.goto(`/admin?tab=requests&request=${read.id}`);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Reply', exact: true }).click();
    await sheet.getByRole('button', { name: 'Send Reply' }).click();
    await expect(sheet.getByText('Message is required')).toBeVisible();
    await inspect(page, 'a request, with an empty reply');
    await refuse(page, 'PATCH /api/admin/contact-submissions/*', 503, 'Not now.');
    await sheet.getByRole('button', { name: 'Archive' }).click();
    await inspectToast(page, 'Update failed');
  });

  test('a product', async ({ admin: page, shop }) => {
    await page.goto('/admin?tab=products&product=new');
    await page.getByRole('button', { name: 'Create Product' }).click();
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'a new product, with errors');
    const { id } = await newProduct(shop);
    await page.goto(`/admin?tab=products&product=${id}`);
    await page.getByLabel('Size of the print').selectOption('own');
    await page.getByLabel('Where the print lies').selectOption('own');
    await page
      .getByRole('button', { name: /^Add (a )?(size|variant)/i })
      .first()
      .click();
    await inspect(page, 'a product that is changed');
    await page.reload();
    await page.getByLabel('Title').fill('Another title');
    await refuse(page, 'PATCH /api/admin/products/*', 409, 'Somebody else has changed this product.');
    await page.getByRole('button', { name: 'Update Product' }).click();
    await expect(page.getByText('What you typed stays here.')).toBeVisible();
    await inspect(page, 'a product that somebody else has changed');
  });

  test('/nimda', async ({ admin: page }) => {
    const release = await hold(page, 'GET /api/admin/orders');
    await page.goto('/nimda');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/nimda on its way');
    release();
    await expect(page.getByText(/^PA-/).first()).toBeVisible();
    await inspect(page, '/nimda');
  });
});
