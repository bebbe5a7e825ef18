import type { APIRequestContext, Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByCall, placeOrder } from '../support/checkout.ts';
import { Database } from '../support/database.ts';
import { letterTo } from '../support/letters.ts';
import { newBuyer } from '../support/orders.ts';
import { must, newClient, newEmail, PASSWORD, theAdmin } from '../support/people.ts';
import { allowForPrintFiles, PRINT_FILE_PATIENCE_MS } from '../support/print-files.ts';
import { draw, fillCart, type SoldProduct } from '../support/screens.ts';
import { expect, test } from '../support/screens.ts';
import { signIn, toast } from '../support/steps.ts';

interface Ordered {
  id: string;
  orderNumber: string;
  total: string;
}

interface AdminsView {
  paymentStatus: string;
  shippingAddress: { address: string };
  items: { designConfig: { scale: number }; variantSelections: { size?: string } }[];
  timeline: { summary: string }[];
}

/** A guest who has just paid: for a pet tag, whose print file is the quickest to make, where nothing else is said. */
async function paidByGuest(
  shop: Stack,
  { category, selections }: { category: string; selections?: Record<string, string> } = { category: 'pet-tag' },
): Promise<{ guest: APIRequestContext; email: string; order: Ordered }> {
  const guest = await newClient(shop);
  const drawing = await draw(guest);
  const product = (await must<SoldProduct[]>(guest.get('/api/products'))).find(
    (sold) => sold.category === category,
  ) as SoldProduct;
  await fillCart(guest, drawing, [{ product, selections }]);
  const email = newEmail('guest');
  const placed = await placeOrder(guest, email);
  expect(await payByCall(guest, placed)).toBe(200);
  const { order } = await must<{ order: Ordered }>(guest.get(`/api/checkout/orders/${placed.intentId}`));
  return { guest, email, order };
}

/** The address of the order's page in a letter. */
function orderLinkIn(html: string | undefined): string {
  const [link] = /https?:[^"<\s]+\/orders\/[^"<\s]+key=[^"<\s]+/.exec(html ?? '') ?? [];
  if (!link) throw new Error('The letter has no link to the order');
  return link.replaceAll('&amp;', '&');
}

const printFile = (page: Page) => page.getByRole('img', { name: /^The print file for/ });

test.describe('an order on hold', () => {
  test('is changed by its guest, signed out, through the letter’s link: what is printed and where it goes follow', async ({
    visitor,
    shop,
  }) => {
    allowForPrintFiles(2);
    const { email, order } = await paidByGuest(shop);
    const { html } = await letterTo(shop.folder.mail, email, /^Thank you for your order/);
    await visitor.goto(orderLinkIn(html));
    await expect(visitor.getByRole('heading', { name: `Order ${order.orderNumber}`, exact: true })).toBeVisible();
    await expect(visitor).toHaveURL(`/orders/${order.id}`);
    await visitor.reload();
    await expect(printFile(visitor)).toBeVisible({ timeout: PRINT_FILE_PATIENCE_MS });
    const seen = (await theAdmin(shop)).api;
    const view = () => must<AdminsView>(seen.get(`/api/admin/orders/${order.id}`));
    const before = (await printFile(visitor).getAttribute('src')) ?? '';

    await visitor.getByRole('button', { name: /^Change placement/ }).click();
    const sheet = visitor.getByRole('dialog', { name: 'Change placement' });
    await sheet.getByRole('slider', { name: 'Scale' }).fill('60');
    await Database.during(shop, 'art', async (database) => {
      const release = await database.hold('LOCK TABLE print_jobs IN SHARE MODE');
      await sheet.getByRole('button', { name: 'Save Changes' }).dblclick();
      await expect(toast(visitor, 'Placement changed')).toBeVisible();
      await expect(visitor.getByText('Making your print file…')).toBeVisible();
      await release();
    });
    await expect(printFile(visitor)).toBeVisible({ timeout: PRINT_FILE_PATIENCE_MS });
    await expect(printFile(visitor)).not.toHaveAttribute('src', before);
    expect((await view()).items[0]?.designConfig.scale).toBe(60);

    await visitor.getByRole('button', { name: 'Change address' }).click();
    const dialog = visitor.getByRole('dialog', { name: 'Change address' });
    await dialog.getByLabel('Address', { exact: true }).fill('7 Oak Lane');
    await dialog.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(visitor.locator('address').getByText('7 Oak Lane')).toBeVisible();
    expect((await view()).shippingAddress.address).toBe('7 Oak Lane');
    expect(
      (await view()).timeline.filter(({ summary }) => summary === 'The customer changed the delivery address.'),
    ).toHaveLength(1);
  });

  test('is found by its customer among My Orders, one press from its page, and changed there: what is printed and where it goes follow', async ({
    visitor,
    shop,
  }) => {
    allowForPrintFiles(2);
    const { api, email, drawing, product } = await newBuyer(shop);
    await fillCart(api, drawing, [{ product }]);
    const placed = await placeOrder(api);
    expect(await payByCall(api, placed)).toBe(200);
    const { order } = await must<{ order: Ordered }>(api.get(`/api/checkout/orders/${placed.intentId}`));
    const view = async () => must<AdminsView>((await theAdmin(shop)).api.get(`/api/admin/orders/${order.id}`));
    await signIn(visitor, email, PASSWORD);
    await visitor.goto(`/order-complete?payment_intent=${placed.intentId}`);
    await visitor.getByRole('link', { name: 'View Your Order' }).click();
    await expect(visitor).toHaveURL(`/orders/${order.id}`);

    await visitor.goto('/orders');
    await visitor.getByRole('link', { name: `View order ${order.orderNumber}` }).click();
    await expect(visitor).toHaveURL(`/orders/${order.id}`);
    await expect(printFile(visitor)).toBeVisible({ timeout: PRINT_FILE_PATIENCE_MS });
    const before = (await printFile(visitor).getAttribute('src')) ?? '';
    await visitor.getByRole('button', { name: /^Change placement/ }).click();
    const sheet = visitor.getByRole('dialog', { name: 'Change placement' });
    await sheet.getByRole('slider', { name: 'Scale' }).fill('60');
    await sheet.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(toast(visitor, 'Placement changed')).toBeVisible();
    await visitor.getByRole('button', { name: 'Change address' }).click();
    const dialog = visitor.getByRole('dialog', { name: 'Change address' });
    await dialog.getByLabel('Address', { exact: true }).fill('7 Oak Lane');
    await dialog.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(visitor.locator('address').getByText('7 Oak Lane')).toBeVisible();

    await expect(visitor.locator(`img[src="${before}"]`)).toHaveCount(0);
    await expect(printFile(visitor)).toBeVisible({ timeout: PRINT_FILE_PATIENCE_MS });
    const { items, shippingAddress, timeline } = await view();
    expect([items[0]?.designConfig.scale, shippingAddress.address]).toEqual([60, '7 Oak Lane']);
    expect(timeline.filter(({ summary }) => summary.startsWith('The customer changed'))).toHaveLength(2);
  });

  test('is printed in another size of the same price, once for a double click', async ({ visitor, shop }) => {
    const { guest, order } = await paidByGuest(shop, { category: 'tshirt', selections: { size: 'M', color: 'White' } });
    await visitor.context().addCookies((await guest.storageState()).cookies);
    await visitor.goto(`/orders/${order.id}`);
    await visitor.getByRole('button', { name: /^Change size/ }).click();
    const sheet = visitor.getByRole('dialog', { name: 'Change size' });
    await sheet.getByRole('radio', { name: 'L', exact: true }).check();
    await sheet.getByRole('button', { name: 'Save Changes' }).dblclick();
    await expect(toast(visitor, 'Size changed')).toBeVisible();
    const { items, timeline } = await must<AdminsView>((await theAdmin(shop)).api.get(`/api/admin/orders/${order.id}`));
    expect(items.map(({ variantSelections }) => variantSelections.size)).toEqual(['L']);
    expect(timeline.filter(({ summary }) => summary.startsWith('The customer changed'))).toHaveLength(1);
  });

  test('prints as a receipt, black on white, and nothing else of the page', async ({ visitor, shop }) => {
    const { guest, order } = await paidByGuest(shop);
    await visitor.context().addCookies((await guest.storageState()).cookies);
    await visitor.goto(`/orders/${order.id}`);
    await expect(visitor.getByRole('heading', { name: `Order ${order.orderNumber}`, exact: true })).toBeVisible();
    await visitor.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await visitor.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const receipt = visitor.getByRole('region', { name: 'Receipt' });
    await expect(receipt).toBeVisible();
    await expect(receipt.getByText(`$${order.total}`, { exact: true })).toBeVisible();
    await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(receipt).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(visitor.getByRole('heading', { name: `Order ${order.orderNumber}`, exact: true })).toBeHidden();
    await expect(visitor.getByRole('banner')).toBeHidden();
    await visitor.emulateMedia({ media: 'screen' });
    await visitor.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await expect(visitor.getByRole('heading', { name: `Order ${order.orderNumber}`, exact: true })).toBeVisible();
  });

  test('is cancelled, and the money goes back: the page tells it without a reload', async ({ visitor, shop }) => {
    const { guest, email, order } = await paidByGuest(shop);
    await visitor.context().addCookies((await guest.storageState()).cookies);
    await visitor.goto(`/orders/${order.id}`);
    await visitor.getByRole('button', { name: 'Cancel Order' }).click();
    const asking = visitor.getByRole('alertdialog', { name: 'Cancel this order?' });
    await expect(asking.getByText(`the whole $${order.total} goes back`, { exact: false })).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel Order' }).dblclick();
    await expect(visitor.getByRole('heading', { name: 'Cancelled and refunded' })).toBeVisible();
    await expect(visitor.getByText(/^Given back, /)).toBeVisible();
    expect(
      (await must<AdminsView>((await theAdmin(shop)).api.get(`/api/admin/orders/${order.id}`))).paymentStatus,
    ).toBe('refunded');
    expect((await letterTo(shop.folder.mail, email, /refund/i)).text).toContain(`$${order.total}`);
  });
});
