import { petPhoto } from '../support/pet-photo.ts';
import { addToCart, CARDS, completeChoices, fillAddress, makeArtwork, pay, thankYouHeading } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a cart can be paid while the catalogue is down', async ({ anonymousPage: page, shop }) => {
  await makeArtwork(page, await petPhoto('#463a30'));
  await addToCart(page);
  await page.goto('/checkout');
  await completeChoices(page);
  await shop.stopService('catalog-svc');
  try {
    await page.goto('/products');
    await expect(page.getByText('The catalogue is unavailable right now.').first()).toBeVisible();
    await expect(page.getByText('No Products Yet')).toHaveCount(0);
    await page.goto('/checkout');
    await fillAddress(page);
    await pay(page, CARDS.good, 'guest@example.com');
    await expect(thankYouHeading(page)).toBeVisible();
  } finally {
    await shop.startService('catalog-svc');
  }
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
});
