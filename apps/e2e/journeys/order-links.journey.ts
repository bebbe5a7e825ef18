import { createEmail, readAnswer } from '../support/accounts.ts';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { findOrderLink, listEmails, waitForCode } from '../support/emails.ts';
import { toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

interface AdminView {
  status: string;
  shippingAddress: { city: string };
}

const toAnother = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the link of an email changes its order only with the code of the next email, and opens nothing once an admin has ended it', async ({
  guestWithDesign: guest,
  guestDesign,
  anonymousPage: page,
  adminPage,
  adminApi,
  tag,
  shop,
}) => {
  test.setTimeout(240_000);
  const email = createEmail('guest');
  const mail = shop.folder.mail;
  await fillCart(guest.request, guestDesign, [{ product: tag }]);
  const placed = await placeOrder(guest.request, email);
  const id = await payByApi(guest.request, placed);
  const view = () => readAnswer<AdminView>(adminApi.get(`/api/admin/orders/${id}`));
  const link = await findOrderLink(mail, email);
  const findTitle = (browser: typeof page) =>
    browser.getByRole('heading', { name: `Order ${placed.orderNumber}`, exact: true });
  const codeDialog = page.getByRole('dialog', { name: 'Is this your order?' });
  const addressDialog = page.getByRole('dialog', { name: 'Change address' });
  const linkNote = page.getByText('You opened this order by the link of an email.');

  await test.step('in another browser the order is not cancelled without a code', async () => {
    await page.goto(link);
    await expect(findTitle(page)).toBeVisible();
    await expect(linkNote).toBeVisible();
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Cancel this order?' });
    await asking.getByRole('button', { name: 'Cancel Order' }).dblclick();
    await codeDialog.getByRole('button', { name: 'Not now' }).click();
    await expect(asking.getByRole('alert')).toContainText('only shows the order');
    await page.keyboard.press('Escape');
    await expect(asking).toBeHidden();
    expect((await view()).status).toBe('paid');
    expect((await listEmails(mail, email)).filter(({ subject }) => subject?.startsWith('Your code'))).toEqual([]);
  });

  await test.step('a wrong code changes nothing, the right one saves what was typed', async () => {
    await page.getByRole('button', { name: 'Change address' }).click();
    await addressDialog.getByLabel('City').fill('Shelbyville');
    await addressDialog.getByRole('button', { name: 'Save Changes' }).dblclick();
    await codeDialog.getByRole('button', { name: 'Send me a code' }).dblclick();
    const code = await waitForCode(mail, email);
    const field = codeDialog.getByLabel('Code');
    await field.fill(toAnother(code));
    await codeDialog.getByRole('button', { name: 'Continue' }).dblclick();
    await expect(codeDialog.getByText('This code is not right. You have 4 tries left.')).toBeVisible();
    await expect(field).toBeFocused();
    expect((await view()).shippingAddress.city).not.toBe('Shelbyville');
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await field.press('Enter');
    await expect(toast(page, 'Address changed')).toBeVisible();
    await expect(page.locator('address').getByText('Shelbyville')).toBeVisible();
    await expect(linkNote).toBeHidden();
    await page.reload();
    await expect(findTitle(page)).toBeVisible();
    await expect(linkNote).toBeHidden();
  });

  await test.step('an admin ends the links: they open nothing, in whatever browser', async () => {
    await adminPage.goto('/admin?tab=orders');
    await adminPage.getByRole('link', { name: placed.orderNumber }).click();
    const drawer = adminPage.getByRole('dialog', { name: `Order ${placed.orderNumber}` });
    await drawer.getByRole('button', { name: 'End links' }).click();
    const ending = adminPage.getByRole('alertdialog', { name: `End the links of order ${placed.orderNumber}?` });
    await ending.getByRole('button', { name: 'End Links' }).dblclick();
    await expect(toast(adminPage, 'Links ended')).toBeVisible();
    await expect(drawer.getByText('The links in all emails of the order were ended.')).toBeVisible();
    for (const address of [`/orders/${id}`, link]) {
      await page.goto(address);
      await expect(page.getByText("We couldn't find that order")).toBeVisible();
    }
  });

  await test.step('the browser that paid needs neither link nor code', async () => {
    await guest.goto(`/orders/${id}`);
    await expect(findTitle(guest)).toBeVisible();
    await guest.getByRole('button', { name: 'Cancel Order' }).click();
    const asking = guest.getByRole('alertdialog', { name: 'Cancel this order?' });
    await asking.getByRole('button', { name: 'Cancel Order' }).dblclick();
    await expect(guest.getByRole('heading', { name: 'Cancelled and refunded' })).toBeVisible();
  });
});
