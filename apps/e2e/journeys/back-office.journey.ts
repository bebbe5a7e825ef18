import type { APIRequestContext } from '@playwright/test';
import { placeOrder, payByApi } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { waitForEmail } from '../support/emails.ts';
import { createEmail, readAnswer } from '../support/accounts.ts';
import { sunsetPhoto } from '../support/pet-photo.ts';
import { signIn } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** The customer reports a damaged item, as their page does. */
async function reportProblem(request: APIRequestContext, orderId: string): Promise<void> {
  const photo = await readAnswer<{ id: string }>(
    request.post('/api/upload', { multipart: { image: await sunsetPhoto() } }),
  );
  const { order } = await readAnswer<{ order: { items: { id: string }[] } }>(request.get(`/api/orders/${orderId}`));
  const data = {
    kind: 'damaged',
    text: 'It broke in half.',
    items: order.items.map(({ id }) => ({ orderItemId: id, quantity: 1 })),
    photos: [photo.id],
  };
  await readAnswer(request.post(`/api/orders/${orderId}/problems`, { data }));
}

test('an admin changes a paid order up to delivered and sends a damaged item again, and the customer gets an email each time', async ({
  guestWithDesign: guest,
  guestDesign,
  tag,
  openPage,
  shop,
}) => {
  const email = createEmail('guest');
  await fillCart(guest.request, guestDesign, [{ product: tag }]);
  const placed = await placeOrder(guest.request, email);
  const id = await payByApi(guest.request, placed);
  const number = placed.orderNumber;
  const confirmed = await waitForEmail(shop.folder.mail, email, new RegExp(`^Thank you for your order ${number}`));
  for (const part of [number, '12 Elm Street', '$9.99']) expect.soft(confirmed.text).toContain(part);
  expect.soft(confirmed.html).toMatch(new RegExp(`<img[^>]+src="${shop.url}/media/`));

  const page = await openPage();
  await signIn(page, shop.adminEmail, shop.adminPassword);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Orders' }).click();
  await page.getByRole('link', { name: number }).click();
  const sheet = page.getByRole('dialog', { name: `Order ${number}` });
  for (const [name, file, type] of [
    ['Print file', `${number}-line-1.png`, 'image/png'],
    ['Mock-up', `${number}-1-mock-up.jpg`, 'image/jpeg'],
  ] as const) {
    const link = sheet.getByRole('link', { name: new RegExp(`^${name} of`) });
    const made = await page.request.get((await link.getAttribute('href')) ?? '');
    expect.soft([made.status(), made.headers()['content-type']]).toEqual([200, type]);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect.soft(download.suggestedFilename()).toBe(file);
  }

  await sheet.getByRole('button', { name: 'Start Processing' }).dblclick();
  await page.getByRole('button', { name: 'Start all the same' }).dblclick();
  await waitForEmail(shop.folder.mail, email, /is being printed/);
  await sheet.getByRole('button', { name: 'Mark Shipped' }).dblclick();
  const asking = page.getByRole('dialog', { name: 'Mark as shipped' });
  await asking.getByLabel('Carrier').fill('UPS');
  await asking.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await asking.getByRole('button', { name: 'Mark Shipped' }).dblclick();
  expect.soft((await waitForEmail(shop.folder.mail, email, /is on its way/)).text).toContain('1Z999AA10123456784');
  await sheet.getByRole('button', { name: 'Mark Delivered' }).dblclick();
  await waitForEmail(shop.folder.mail, email, /has arrived/);
  await expect(sheet.getByText(shop.adminEmail).first()).toBeVisible();

  await reportProblem(guest.request, id);
  await page.goto('/admin?tab=orders');
  await expect(page.getByRole('row').filter({ hasText: number }).getByText('Problem reported')).toBeVisible();
  await page.getByRole('link', { name: number }).click();
  const report = sheet.getByRole('list', { name: 'Reported problems' });
  await report.getByRole('button', { name: 'Enlarge Photo 1 of 1' }).click();
  const photo = page.getByRole('dialog', { name: 'Photo 1 of 1' }).getByRole('img');
  await expect
    .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await report.getByRole('button', { name: 'Send it again' }).click();
  const form = page.getByRole('dialog', { name: `Send again from order ${number}` });
  await form.getByRole('button', { name: 'Send Again for Free' }).dblclick();
  await waitForEmail(shop.folder.mail, email, /^We are sending it again/);
  await expect(report.getByText('sent again', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Sent again' }).getByRole('listitem')).toHaveCount(1);
});

test('a visitor sends a contact request, and an admin replies by email', async ({ anonymousPage, adminPage, shop }) => {
  const email = createEmail('nora');
  await anonymousPage.goto('/terms');
  await anonymousPage.getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
  const dialog = anonymousPage.getByRole('dialog', { name: 'Contact Us' });
  for (const [label, text] of [
    ['Name', 'Nora'],
    ['Email', email],
    ['Subject', `A parcel for ${email}`],
    ['Message', 'Do you ship to Maine?'],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expect(dialog).toBeHidden();
  await waitForEmail(shop.folder.mail, email, /received your message/);

  await adminPage.goto('/admin?tab=requests');
  await adminPage.getByRole('link', { name: `A parcel for ${email}` }).click();
  const sheet = adminPage.getByRole('dialog', { name: `A parcel for ${email}` });
  await sheet.getByRole('button', { name: 'Reply', exact: true }).click();
  await sheet.getByLabel('Your reply').fill('We do, in three days.');
  await sheet.getByRole('button', { name: 'Send Reply' }).dblclick();
  await expect(sheet.getByRole('list', { name: 'Replies' })).toContainText('We do, in three days.');
  expect((await waitForEmail(shop.folder.mail, email, /^Re: A parcel/)).text).toContain('We do, in three days.');
});
