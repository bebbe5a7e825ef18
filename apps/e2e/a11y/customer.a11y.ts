import { createEmail } from '../support/accounts.ts';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { findOrderLink } from '../support/emails.ts';
import { stubCall, changeAnswer, delayCall, failCall } from '../support/network.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';
import { inspectList, inspectToast } from './support/states.ts';

const CREATED_AT = '2026-03-04T12:00:00.000Z';

test.describe('every page of a customer is accessible', () => {
  test('/profile', async ({ customerWithDesign: page }) => {
    const release = await delayCall(page, 'GET /api/user');
    await page.goto('/profile');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/profile loading');
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

  test('/orders', async ({ openPage, shop }) => {
    const { api } = await buyerWithAllStatuses(shop);
    const page = await openPage({ storageState: await api.storageState() });
    await inspectList(page, {
      address: '/orders',
      call: 'GET /api/orders',
      filled: (shown) => shown.getByText(/^Order PA-/),
    });
  });

  test('/orders/:orderId in each status', async ({ openPage, shop }) => {
    const buyer = await buyerWithAllStatuses(shop);
    const page = await openPage({ storageState: await buyer.api.storageState() });
    const addressOf = (name: string): string => `/orders/${buyer.orders[name]?.id}`;
    const release = await delayCall(page, 'GET /api/orders/*');
    await page.goto(addressOf('delivered'));
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'an order loading');
    release();
    for (const name of ['delivered', 'shipped', 'refunded', 'failed'] as const) {
      await page.goto(addressOf(name));
      await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible();
      await inspect(page, `an order that is ${name}`);
    }
    await failCall(page, 'GET /api/orders/*', 503, 'Orders are unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'an order that can’t be loaded');
  });

  test('/orders/:orderId in the change window, and all its forms', async ({ openPage, shop }) => {
    const buyer = await buyerWithAllStatuses(shop);
    const page = await openPage({ storageState: await buyer.api.storageState() });
    await page.goto(`/orders/${buyer.orders.paid?.id}`);
    await expect(page.getByRole('img', { name: /^The print file/ })).toBeVisible({ timeout: 60_000 });
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
    await failCall(page, 'PATCH /api/orders/*', 503, 'Orders are unavailable right now.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Orders are unavailable right now.')).toBeVisible();
    await inspect(page, 'an address that could not be saved');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inspect(page, 'cancelling an order');
  });

  test('/orders/:orderId by the link of an email, and the code for changes', async ({
    guestWithDesign,
    guestDesign,
    anonymousPage: page,
    tag,
    shop,
  }) => {
    const email = createEmail('guest');
    await fillCart(guestWithDesign.request, guestDesign, [{ product: tag }]);
    await payByApi(guestWithDesign.request, await placeOrder(guestWithDesign.request, email));
    await page.goto(await findOrderLink(shop.folder.mail, email));
    await expect(page.getByText('You opened this order by the link of an email.')).toBeVisible();
    await inspect(page, 'an order by the link of an email');
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('City').fill('Shelbyville');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is this your order?' });
    await expect(dialog).toBeVisible();
    await inspect(page, 'the code for changes, before it is sent');
    await dialog.getByRole('button', { name: 'Send me a code' }).click();
    await dialog.getByLabel('Code').fill('1234');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Please enter the six digits of the code')).toBeVisible();
    await inspect(page, 'the code for changes, with an error');
  });

  test('/designs', async ({ openPage, shop }) => {
    const buyer = await buyerWithAllStatuses(shop);
    const page = await openPage({ storageState: await buyer.api.storageState() });
    const { design } = buyer;
    await inspectList(page, {
      address: '/designs',
      call: 'GET /api/designs',
      filled: (shown) => shown.getByRole('link', { name: 'Create Product' }),
    });
    const ofStatus = (status: string) => ({
      id: crypto.randomUUID(),
      status,
      styleKey: 'modern',
      petName: 'Biscuit',
      createdAt: CREATED_AT,
      outputImageId: status === 'completed' ? design.imageId : null,
      outputImage: status === 'completed' ? { id: design.imageId, url: design.imageUrl } : null,
      errorMessage: status === 'failed' ? "This photo can't be used." : null,
    });
    await stubCall(page, 'GET /api/designs', ['completed', 'processing', 'pending', 'failed'].map(ofStatus));
    await page.reload();
    await expect(page.getByText('processing', { exact: true })).toBeVisible();
    await inspect(page, 'designs in every status');
  });

  test('a failed print file', async ({ openPage, shop }) => {
    const buyer = await buyerWithAllStatuses(shop);
    const page = await openPage({ storageState: await buyer.api.storageState() });
    const id = buyer.orders.paid?.id;
    await changeAnswer<{ prints: object[] }>(page, `GET /api/orders/${id}`, (order) => ({
      ...order,
      prints: order.prints.map((print) => ({ ...print, state: 'failed', fileUrl: null, mockupUrl: null })),
    }));
    // The event stream would replace the stubbed answer.
    await failCall(page, `GET /api/orders/${id}/live`, 503, 'Not now.');
    await page.goto(`/orders/${id}`);
    await expect(page.getByText('The print file needs a look from us.')).toBeVisible();
    await inspect(page, 'a failed print file');
  });
});
