import type { Page } from '@playwright/test';
import { answer, hold, refuse } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { becomes, expect, must, test } from '../support/people.ts';
import { allowForPrintFiles, PRINT_FILE_PATIENCE_MS } from '../support/print-files.ts';
import { inspect } from './support/inspect.ts';
import { inspectList, inspectToast } from './support/states.ts';

const CREATED_AT = '2026-03-04T12:00:00.000Z';

async function openPhoneMenu(page: Page, links: string[]): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Your account' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('#phone-menu').getByRole('link')).toHaveText(links);
}

test.describe('every page of a customer is accessible', () => {
  test('/profile', async ({ customer: page }) => {
    const release = await hold(page, 'GET /api/user');
    await page.goto('/profile');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/profile on its way');
    release();
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Change Password' }) });
    await form.getByLabel('Current Password').fill('correct horse');
    await form.getByLabel('New Password', { exact: true }).fill('a better horse');
    await form.getByLabel('Confirm New Password').fill('another horse');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await inspectToast(page, 'Error');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspect(page, 'the user menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await inspect(page, 'deleting the account, with an error');
  });

  test('/profile, what it tells of all devices and of a download', async ({ customer: page }) => {
    await page.goto('/profile');
    await refuse(page, 'POST /api/user/sign-out-everywhere', 503, 'Accounts are unavailable right now.');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await inspectToast(page, 'Sign out failed');
    await refuse(page, 'GET /api/user/data', 503, 'Downloads are unavailable right now.');
    const release = await hold(page, 'GET /api/user/data');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(page.getByRole('button', { name: 'Preparing...' })).toBeVisible();
    await inspect(page, 'a download that is prepared');
    release();
    await inspectToast(page, 'Download failed');
  });

  test('the menu of a phone, of a customer', async ({ customer: page }) => {
    await openPhoneMenu(page, ['Products', 'Create Art']);
    await inspect(page, 'the menu of a phone, of a customer', 'phone');
  });

  test('the menu of a phone, of an admin', async ({ admin: page }) => {
    await openPhoneMenu(page, ['Products', 'Create Art', 'Admin']);
    await inspect(page, 'the menu of a phone, of an admin', 'phone');
  });

  test('/profile, not to be had', async ({ customer: page }) => {
    await refuse(page, 'GET /api/user', 503, 'Accounts are unavailable right now.');
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, '/profile not to be had');
  });

  test('/orders', async ({ visitor: page, shop }) => {
    await becomes(page, await theBuyer(shop));
    await inspectList(page, {
      address: '/orders',
      call: 'GET /api/orders',
      filled: (shown) => shown.getByText(/^Order PA-/),
      empty: 'No orders yet',
    });
  });

  test('/orders/:orderId, wherever the order is', async ({ visitor: page, shop }) => {
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    const orders = await must<{ id: string; orderNumber: string }[]>(buyer.api.get('/api/orders'));
    const addressOf = (name: keyof typeof buyer.numbers): string =>
      `/orders/${orders.find(({ orderNumber }) => orderNumber === buyer.numbers[name])?.id}`;
    const release = await hold(page, 'GET /api/orders/*');
    await page.goto(addressOf('delivered'));
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'an order on its way');
    release();
    for (const name of ['delivered', 'shipped', 'processing', 'refunded', 'failed'] as const) {
      await page.goto(addressOf(name));
      await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible();
      await inspect(page, `an order that is ${name}`);
    }
    await refuse(page, 'GET /api/orders/*', 503, 'Orders are unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'an order not to be had');
  });

  test('/orders/:orderId on hold, and every way to change it', async ({ visitor: page, shop }) => {
    allowForPrintFiles();
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    const orders = await must<{ id: string; orderNumber: string }[]>(buyer.api.get('/api/orders'));
    await page.goto(`/orders/${orders.find(({ orderNumber }) => orderNumber === buyer.numbers.paid)?.id}`);
    await expect(page.getByRole('img', { name: /^The print file/ })).toBeVisible({ timeout: PRINT_FILE_PATIENCE_MS });
    await inspect(page, 'an order on hold');
    await page.getByRole('button', { name: /^Change placement/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Change placement' });
    await sheet.getByRole('slider', { name: 'Scale' }).fill('200');
    await expect(sheet.getByText(/not printed|sliver/)).toBeVisible();
    await inspect(page, 'another placement');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Your changes are not saved. Discard them?')).toBeVisible();
    await inspect(page, 'changes that are not saved');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('City').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('City is required')).toBeVisible();
    await inspect(page, 'another address, with an error');
    await page.getByLabel('City').fill('Shelbyville');
    await refuse(page, 'PATCH /api/orders/*', 503, 'Orders are unavailable right now.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Orders are unavailable right now.')).toBeVisible();
    await inspect(page, 'an address that could not be saved');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inspect(page, 'cancelling an order');
  });

  test('/designs', async ({ visitor: page, shop }) => {
    const buyer = await theBuyer(shop);
    await becomes(page, buyer);
    const { drawing } = buyer;
    await inspectList(page, {
      address: '/designs',
      call: 'GET /api/designs',
      filled: (shown) => shown.getByRole('link', { name: 'Create Product' }),
      empty: 'No designs yet',
    });
    const ofStatus = (status: string) => ({
      id: crypto.randomUUID(),
      status,
      styleKey: 'modern',
      petName: 'Biscuit',
      createdAt: CREATED_AT,
      outputImageId: status === 'completed' ? drawing.imageId : null,
      outputImage: status === 'completed' ? { id: drawing.imageId, url: drawing.imageUrl } : null,
      errorMessage: status === 'failed' ? "This photo can't be used." : null,
    });
    await answer(page, 'GET /api/designs', ['completed', 'processing', 'pending', 'failed'].map(ofStatus));
    await page.reload();
    await expect(page.getByText('processing', { exact: true })).toBeVisible();
    await inspect(page, 'designs in every status');
  });

  test('the toast of a page that is not for everybody', async ({ visitor: page }) => {
    await page.route('**/api/login', (route) => route.fulfill({ status: 204 }));
    await page.clock.install();
    await page.goto('/orders');
    await inspectToast(page, 'Unauthorized');
  });
});
