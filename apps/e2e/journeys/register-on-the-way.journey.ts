import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/shop.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay, register, signIn } from '../support/steps.ts';

test('a shopper who registers on the way keeps the cart and the artwork, and the admin sees the order', async ({ visitor, shop, browser }) => {
  await makeArtwork(visitor, await petPhoto('#8a8f98'), /abstract/i);
  await addToCart(visitor);
  await register(visitor, `pat-${Date.now()}@example.com`);

  await visitor.goto('/cart');
  await expect(visitor.getByRole('button', { name: 'Proceed to Checkout' }).or(visitor.getByRole('link', { name: 'Proceed to Checkout' }))).toBeVisible();
  await giveAddress(visitor);
  await expect(visitor.getByLabel('Email')).toHaveCount(0);
  await pay(visitor, CARDS.good);
  await visitor.waitForURL('**/order-complete**');
  const orderNumber = await visitor.getByText(/PA-[0-9A-HJKMNP-TV-Z]{10}/).first().innerText();
  const number = /PA-[0-9A-Z]{10}/.exec(orderNumber)?.[0] ?? '';

  await visitor.goto('/orders');
  await expect(visitor.getByText(number).first()).toBeVisible();
  await expect(visitor.getByText('12 Elm Street').first()).toBeVisible();
  await visitor.goto('/designs');
  await expect(visitor.getByText('abstract Style', { exact: false }).first()).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Create Product' }).first()).toBeVisible();

  const office = await browser.newPage({ baseURL: shop.url });
  await signIn(office, shop.adminEmail, shop.adminPassword);
  await office.goto('/admin');
  await expect(office.getByText('Revenue').first()).toBeVisible();
  await expect(office.getByText('Total Orders').first()).toBeVisible();
  await office.getByRole('tab', { name: 'Orders' }).click();
  await expect(office.getByText(number).first()).toBeVisible();
  await office.close();
});

test('an admin page turns a visitor away', async ({ visitor }) => {
  await visitor.goto('/admin');
  await expect(visitor.getByText('Admin access required').first()).toBeVisible();
  await visitor.waitForURL((url) => url.pathname === '/');
});
