import { payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { findOrderLink, waitForCode, waitForEmail } from '../support/emails.ts';
import { readAnswer, createEmail } from '../support/accounts.ts';
import { toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const PRINT_FILE_MS = 60_000;

interface AdminView {
  paymentStatus: string;
  total: string;
  shippingAddress: { address: string };
  items: { designConfig: { scale: number } }[];
  timeline: { summary: string }[];
}

test('a guest opens the email’s link in another browser, enters a code, changes placement and address in the change window, prints the receipt, and cancels', async ({
  guestWithDesign: guest,
  guestDesign,
  anonymousPage: page,
  tag,
  adminApi,
  shop,
}) => {
  test.setTimeout(240_000);
  const email = createEmail('guest');
  await fillCart(guest.request, guestDesign, [{ product: tag }]);
  const placed = await placeOrder(guest.request, email);
  const id = await payByApi(guest.request, placed);
  const view = () => readAnswer<AdminView>(adminApi.get(`/api/admin/orders/${id}`));
  const { total } = await view();
  const title = page.getByRole('heading', { name: `Order ${placed.orderNumber}`, exact: true });
  const printFile = page.getByRole('img', { name: /^The print file for/ });

  await test.step('the link works without a session, also after a reload', async () => {
    await page.goto(`/orders/${id}?key=made-up`);
    await expect(page.getByText("We couldn't find that order")).toBeVisible();
    await page.goto(await findOrderLink(shop.folder.mail, email));
    await expect(title).toBeVisible();
    await expect(page).toHaveURL(`/orders/${id}`);
    await page.reload();
    await expect(printFile).toBeVisible({ timeout: PRINT_FILE_MS });
  });

  await test.step('print file and address are updated', async () => {
    const before = (await printFile.getAttribute('src')) ?? '';
    await page.getByRole('button', { name: /^Change placement/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Change placement' });
    await sheet.getByRole('slider', { name: 'Scale' }).fill('60');
    await sheet.getByRole('button', { name: 'Save Changes' }).dblclick();
    const codeDialog = page.getByRole('dialog', { name: 'Is this your order?' });
    await codeDialog.getByRole('button', { name: 'Send me a code' }).dblclick();
    await codeDialog.getByLabel('Code').fill(await waitForCode(shop.folder.mail, email));
    await codeDialog.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'Placement changed')).toBeVisible();
    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change address' });
    await dialog.getByLabel('Address', { exact: true }).fill('7 Oak Lane');
    await dialog.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(page.locator('address').getByText('7 Oak Lane')).toBeVisible();
    await expect(page.locator(`img[src="${before}"]`)).toHaveCount(0, { timeout: PRINT_FILE_MS });
    await expect(printFile).toBeVisible({ timeout: PRINT_FILE_MS });
    const { items, shippingAddress, timeline } = await view();
    expect.soft([items[0]?.designConfig.scale, shippingAddress.address]).toEqual([60, '7 Oak Lane']);
    expect.soft(timeline.filter(({ summary }) => summary.startsWith('The customer changed'))).toHaveLength(2);
  });

  await test.step('printing the page shows the receipt only, black on white', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await expect(receipt.getByText(`$${total}`, { exact: true })).toBeVisible();
    await expect.soft(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect.soft(receipt).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect.soft(title).toBeHidden();
    await expect.soft(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await expect(title).toBeVisible();
  });

  await test.step('the guest cancels the order, and the page shows the refund without a reload', async () => {
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Cancel this order?' });
    await asking.getByRole('button', { name: 'Cancel Order' }).dblclick();
    await expect(page.getByRole('heading', { name: 'Cancelled and refunded' })).toBeVisible();
    expect.soft((await view()).paymentStatus).toBe('refunded');
    expect.soft((await waitForEmail(shop.folder.mail, email, /refund/i)).text).toContain(`$${total}`);
  });
});
