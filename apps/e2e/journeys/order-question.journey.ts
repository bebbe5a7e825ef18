import { payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { createEmail, readAnswer } from '../support/accounts.ts';
import { toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { fileInput, generateButton, getPhoto } from '../support/wizard.ts';

const PRINT_FILE_MS = 60_000;
const QUESTION = 'The photo is too dark. Do you have another one?';

interface AdminView {
  isOnHold?: boolean;
  status: string;
  items: { generatedImage: { id: string }; mockupUrl: string | null }[];
}

test('an admin holds an order and asks; the guest makes another artwork and answers, and the order goes on with it', async ({
  guestWithDesign: guest,
  guestDesign,
  adminPage,
  adminApi,
  tag,
}) => {
  await fillCart(guest.request, guestDesign, [{ product: tag }]);
  const placed = await placeOrder(guest.request, createEmail('guest'));
  const id = await payByApi(guest.request, placed);
  const view = () => readAnswer<AdminView>(adminApi.get(`/api/admin/orders/${id}`));
  /** Each drawing of the print file has a mock-up of its own. */
  const getMockup = async () => (await view()).items[0]?.mockupUrl;
  const drawer = adminPage.getByRole('dialog', { name: `Order ${placed.orderNumber}` });
  await expect.poll(getMockup, { timeout: PRINT_FILE_MS }).toBeTruthy();
  const [formerArtwork, formerMockup] = [(await view()).items[0]?.generatedImage.id, await getMockup()];

  await test.step('the admin asks, which holds the order', async () => {
    await adminPage.goto('/admin?tab=orders');
    await adminPage.getByRole('link', { name: placed.orderNumber }).click();
    await drawer.getByRole('button', { name: 'Ask the customer' }).click();
    await drawer.getByLabel('Question to the customer').fill(QUESTION);
    await drawer.getByRole('button', { name: 'Hold the order and ask' }).dblclick();
    await expect(drawer.getByRole('region', { name: 'On hold' }).getByText(QUESTION)).toBeVisible();
  });

  await test.step('the guest makes another artwork in the wizard, comes back, and uses it', async () => {
    await guest.goto(`/orders/${id}`);
    await expect(guest.getByText(QUESTION)).toBeVisible();
    await guest.getByRole('button', { name: /^Change artwork/ }).click();
    await guest.getByRole('link', { name: 'Make a New One' }).click();
    await fileInput(guest).setInputFiles(await getPhoto());
    await generateButton(guest).waitFor();
    await guest.getByRole('radio', { name: /minimalistic/i }).click();
    await generateButton(guest).click();
    await guest.waitForURL(new RegExp(`/orders/${id}\\?`), { timeout: 90_000 });
    const dialog = guest.getByRole('dialog', { name: 'Change artwork' });
    await expect(dialog.getByRole('img', { name: /^Your artwork on/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(toast(guest, 'Artwork changed')).toBeVisible();
    await expect(guest).toHaveURL(`/orders/${id}`);
  });

  await test.step('the guest answers', async () => {
    await guest.getByLabel('Your answer').fill('Here is a brighter one.');
    await guest.getByRole('button', { name: 'Send Answer' }).dblclick();
    await expect(guest.getByRole('heading', { name: 'We look at your answer' })).toBeVisible();
  });

  await test.step('the admin reads it and lets the order go on, with the new artwork', async () => {
    await adminPage.reload();
    await expect(drawer.getByText('Here is a brighter one.')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close the question and print' }).dblclick();
    await expect(drawer.getByRole('region', { name: 'On hold' })).toBeHidden();
    await expect(guest.getByRole('heading', { name: /^Paid, can be changed until/ })).toBeVisible();
    await expect
      .poll(async () => ![null, undefined, formerMockup].includes(await getMockup()), { timeout: PRINT_FILE_MS })
      .toBe(true);
    const { isOnHold = false, items } = await view();
    expect(isOnHold).toBe(false);
    expect(items[0]?.generatedImage.id).not.toBe(formerArtwork);
    await drawer.getByRole('button', { name: 'Start Processing' }).dblclick();
    await adminPage.getByRole('button', { name: 'Start all the same' }).dblclick();
    await expect(guest.getByRole('heading', { name: 'Printing', exact: true })).toBeVisible();
  });
});
