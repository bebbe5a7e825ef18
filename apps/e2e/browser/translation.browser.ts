import type { Page } from '@playwright/test';
import { placeOrder, payByApi } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { translatePages } from '../support/page-translation.ts';
import { petPhoto } from '../support/pet-photo.ts';
import {
  addToCart,
  CARDS,
  chooseProduct,
  fillAddress,
  generate,
  pay,
  readTotal,
  thankYouHeading,
  uploadPhoto,
} from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const isTranslated = (page: Page) => expect(page.locator('main font > font').first()).toBeVisible();

test('a guest buys on pages that the browser translates, and sees each change', async ({ anonymousPage: page }) => {
  const errors = await translatePages(page);
  await uploadPhoto(page, await petPhoto());
  await isTranslated(page);
  await generate(page);

  await chooseProduct(page, /tee/i);
  await chooseProduct(page, /bone/i);
  const scale = page.getByRole('slider', { name: /size|scale/i }).first();
  await scale.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(scale).toHaveValue('95');
  await addToCart(page);

  const before = Number((await readTotal(page)).slice(1));
  for (const count of [2, 3]) {
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect.poll(() => readTotal(page)).toBe(`$${(before * count).toFixed(2)}`);
  }
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1');
  await page.getByRole('spinbutton', { name: 'Quantity' }).press('Enter');
  await expect.poll(() => readTotal(page)).toBe(`$${before.toFixed(2)}`);

  await fillAddress(page);
  await pay(page, CARDS.declined, 'guest@example.com');
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await pay(page, CARDS.good, 'guest@example.com');
  await expect(thankYouHeading(page)).toBeVisible();
  expect(errors).toEqual([]);
});

test('an order page follows its order, and the cart empties, while the browser translates', async ({
  customerWithDesign: page,
  customer,
  tag,
}) => {
  const errors = await translatePages(page);
  await fillCart(page.request, customer.design, [{ product: tag }]);
  const placed = await placeOrder(page.request);
  const id = await payByApi(page.request, placed);
  await page.goto(`/orders/${id}`);
  await isTranslated(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /cancel/i })
    .click();
  await expect(page.getByRole('main')).toContainText(/cancelled/i);

  await fillCart(page.request, customer.design, [{ product: tag }]);
  await page.goto('/cart');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the admin’s filters, tabs and status changes work while the browser translates', async ({
  adminPage: page,
  shop,
}) => {
  const { orders } = await buyerWithAllStatuses(shop);
  const errors = await translatePages(page);
  await page.goto('/admin?tab=orders');
  await isTranslated(page);
  for (const status of ['shipped', 'created', 'delivered', 'all', 'processing']) {
    await page.getByLabel('Order status').selectOption(status);
    await expect(page.getByRole('link', { name: orders.delivered!.orderNumber })).toHaveCount(
      ['delivered', 'all'].includes(status) ? 1 : 0,
    );
  }
  await page.getByRole('link', { name: orders.processing!.orderNumber }).click();
  await expect(page.getByRole('dialog').getByText('Timeline')).toBeVisible();
  await page.keyboard.press('Escape');

  const data = { name: 'Nora', email: 'nora@example.com', subject: 'Translated', message: 'Where is it?' };
  await page.request.post('/api/contact', { data });
  await page.getByRole('tab', { name: 'Customer Requests' }).click();
  const request = page.getByRole('listitem').filter({ hasText: 'Translated' });
  await request.getByRole('button', { name: 'Mark Read' }).click();
  await expect(request.locator('[data-variant=secondary]')).toHaveText('read');
  await request.getByRole('button', { name: 'Archive' }).click();
  await expect(request.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Products' }).click();
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeVisible();
  expect(errors).toEqual([]);
});
