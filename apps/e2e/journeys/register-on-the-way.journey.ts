import type { Page } from '@playwright/test';
import { totalOf } from '../support/checkout.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay, register, signIn } from '../support/steps.ts';

/** What the dashboard says, in dollars where it is money. */
async function figuresOf(office: Page): Promise<{ orders: number; revenue: number }> {
  await office.goto('/admin');
  const figure = async (name: string): Promise<number> => {
    const said = await office
      .getByRole('tabpanel')
      .locator('.ui-card')
      .filter({ hasText: name })
      .locator('p')
      .innerText();
    return Number(said.replace('$', ''));
  };
  return { orders: await figure('Total Orders'), revenue: await figure('Revenue') };
}

test('a shopper who registers on the way keeps the cart and the artwork, and the admin sees the order and its money', async ({
  visitor,
  shop,
  browser,
}) => {
  const office = await browser.newPage({ baseURL: shop.url });
  await signIn(office, shop.adminEmail, shop.adminPassword);
  const before = await figuresOf(office);

  await makeArtwork(visitor, await petPhoto('#8a8f98'), /abstract/i);
  await addToCart(visitor);
  await register(visitor, `pat-${Date.now()}@example.com`);

  await visitor.goto('/cart');
  await expect(
    visitor
      .getByRole('button', { name: 'Proceed to Checkout' })
      .or(visitor.getByRole('link', { name: 'Proceed to Checkout' })),
  ).toBeVisible();
  await giveAddress(visitor);
  await expect(visitor.getByLabel('Email')).toHaveCount(0);
  await pay(visitor, CARDS.good);
  await visitor.waitForURL('**/order-complete**');
  const orderNumber = await visitor
    .getByText(/PA-[0-9A-HJKMNP-TV-Z]{10}/)
    .first()
    .innerText();
  const number = /PA-[0-9A-Z]{10}/.exec(orderNumber)?.[0] ?? '';
  const total = Number((await totalOf(visitor)).replace('$', ''));

  await visitor.goto('/orders');
  await expect(visitor.getByText(number).first()).toBeVisible();
  await expect(visitor.getByText('12 Elm Street').first()).toBeVisible();
  await visitor.goto('/designs');
  await expect(visitor.getByText('abstract Style', { exact: false }).first()).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Create Product' }).first()).toBeVisible();

  expect(total).toBeGreaterThan(9.99);
  expect(await figuresOf(office)).toEqual({
    orders: before.orders + 1,
    revenue: expect.closeTo(before.revenue + total, 2),
  });
  await office.getByRole('tab', { name: 'Orders' }).click();
  await expect(office.getByText(number).first()).toBeVisible();
  await office.close();
});

test('an admin page turns a visitor away', async ({ visitor }) => {
  await visitor.goto('/admin');
  await expect(visitor.getByText('Admin access required').first()).toBeVisible();
  await visitor.waitForURL((url) => url.pathname === '/');
});
