import { stubCall } from '../support/network.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';

const AT = '2026-03-04T12:00:00.000Z';
const createRow = (orderNumber: string, state: string, message: string | null = null) => ({
  orderId: crypto.randomUUID(),
  orderNumber,
  state,
  message,
});
const BULK_ACTION = {
  id: crypto.randomUUID(),
  kind: 'start-processing',
  startedBy: 'ada@example.com',
  startedAt: AT,
  counts: { pending: 0, done: 1, skipped: 1, failed: 1 },
  rows: [
    createRow('PA-7K2M9QXW4A', 'done'),
    createRow('PA-7K2M9QXW4B', 'skipped', 'It is in processing already.'),
    createRow('PA-7K2M9QXW4C', 'failed', 'The printer does not answer.'),
  ],
};

test.describe('what an owner needs for many orders is accessible', () => {
  test.beforeAll(async ({ shop }) => {
    await buyerWithAllStatuses(shop);
  });

  test('selected orders, and what is done with them', async ({ adminPage: page }) => {
    await stubCall(page, 'GET /api/admin/orders/bulk-actions', [BULK_ACTION]);
    await stubCall(page, 'GET /api/admin/orders/bulk-actions/*', BULK_ACTION);
    await page.goto('/admin?tab=orders');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(bar).toBeVisible();
    await inspect(page, 'the bar of selected orders');

    await bar.getByRole('button', { name: 'Start Processing' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /all the same$/ }).check();
    await inspect(page, 'starting selected orders');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Print files' }).click();
    await expect(dialog.getByRole('link', { name: 'Download ZIP' })).toBeVisible();
    await inspect(page, 'print files of selected orders');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Packing slips' }).click();
    await expect(dialog.getByRole('link', { name: 'Download PDF' })).toBeVisible();
    await inspect(page, 'packing slips of selected orders');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Tracking numbers' }).click();
    await dialog.getByLabel('Lines', { exact: true }).fill('PA-0000000000,1Z9,UPS\nnonsense,1Z8,UPS');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByText('Line 1:')).toBeVisible();
    await inspect(page, 'tracking numbers with problems');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await expect(dialog.getByText('ada@example.com')).toBeVisible();
    await inspect(page, 'the last bulk actions');
    await dialog.getByRole('button', { name: /Start Processing/ }).click();
    await expect(dialog.getByText('The printer does not answer.')).toBeVisible();
    await inspect(page, 'the result of a bulk action');
  });

  test('figures, settings, styles and the order of products', async ({ adminPage: page }) => {
    await page.goto('/admin?tab=figures');
    await page.getByRole('button', { name: 'Other days' }).click();
    await expect(page.getByRole('table', { name: 'By country' })).toBeVisible();
    await inspect(page, 'the figures');

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add carrier' }).click();
    await page.getByRole('button', { name: 'Save Carriers' }).click();
    await expect(page.getByLabel('Tracking address').last()).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Add template' }).click();
    await inspect(page, 'the settings, with errors');

    await page.getByRole('tab', { name: 'Styles' }).click();
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'the styles, with errors');

    await page.getByRole('tab', { name: 'Products' }).click();
    await page.getByRole('button', { name: 'Arrange' }).click();
    await expect(page.getByRole('list', { name: 'Order of the products' })).toBeVisible();
    await inspect(page, 'the order of the products');
  });

  test('a user, and the text of an email', async ({ adminPage: page, shop }) => {
    const { email, orders } = await buyerWithAllStatuses(shop);
    await page.goto('/admin?tab=users');
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/^Order PA-.* was placed\.$/)
        .first(),
    ).toBeVisible();
    await inspect(page, 'a user');

    await page.goto(`/admin?tab=orders&order=${orders.shipped!.id}`);
    await page.getByText('Read the text').first().click();
    await expect(page.getByText('Hide the text')).toBeVisible();
    await expect(page.getByRole('dialog').locator('[data-skeleton]')).toHaveCount(0);
    await inspect(page, 'an order with the text of an email');
  });
});
