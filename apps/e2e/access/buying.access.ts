import { passUntil, stopClock, whileTimePasses } from '../support/clock.ts';
import { answer, change, hold, refuse } from '../support/network.ts';
import { expect, test } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { fileInput, generateButton, generationOf, onePhoto, openStyleStep, styleRadio } from '../support/wizard.ts';
import { inspect } from './support/inspect.ts';
import { inspectToast } from './support/states.ts';

interface ShownCart {
  items: { available: boolean }[];
}

test.describe('every step from a photo to a paid order is accessible', () => {
  test('/create, the photo', async ({ anonymous: page }) => {
    await page.goto('/create');
    await fileInput(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') });
    await expect(page.getByRole('alert').filter({ hasText: /file type/i })).toBeVisible();
    await inspect(page, 'a file that is no photo');
    const release = await hold(page, 'POST /api/upload');
    await fileInput(page).setInputFiles(await onePhoto());
    await expect(page.getByRole('progressbar')).toBeVisible();
    await inspect(page, 'a photo on its way');
    release();
    await generateButton(page).waitFor();
  });

  test('/create, the style', async ({ visitor: page, drawing }) => {
    await openStyleStep(page);
    await generateButton(page).click();
    await inspectToast(page, 'Select a style');
    await page.clock.install();
    await styleRadio(page, 'Modern').check();
    await refuse(page, 'POST /api/generate', 422, "This photo can't be used.");
    await generateButton(page).click();
    await expect(page.getByText("This photo can't be used.", { exact: true })).toBeVisible();
    await inspect(page, 'a photo that was refused');
    const release = await hold(page, 'POST /api/generate');
    await generateButton(page).click();
    await expect(page.getByText('Creating your artwork…')).toBeVisible();
    await inspect(page, 'an artwork on its way');
    await answer(page, 'POST /api/generate', generationOf(drawing));
    await stopClock(page);
    release();
    await generateButton(page).waitFor({ state: 'hidden' });
  });

  test('/create, the finished artwork', async ({ visitor: page, drawing }) => {
    await page.clock.install();
    await openStyleStep(page);
    await styleRadio(page, 'Modern').check();
    await answer(page, 'POST /api/generate', generationOf(drawing));
    await stopClock(page);
    await generateButton(page).click();
    await passUntil(page, () => page.getByText('Here is your artwork').isVisible());
    await whileTimePasses(page, () => inspect(page, 'a finished artwork'));
    const release = await hold(page, 'POST /api/generate');
    await page.getByRole('button', { name: 'New variation' }).click();
    await whileTimePasses(page, () => inspect(page, 'a variation on its way'));
    release();
    await passUntil(page, () => page.getByRole('button', { name: 'Variation 2' }).isVisible());
    await whileTimePasses(page, () => inspect(page, 'two variations'));
  });

  test('/customize', async ({ artist: page, drawing }) => {
    const release = await hold(page, 'GET /api/products');
    await page.goto(customizeAddress(drawing));
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/customize, the products on their way');
    release();
    await page.getByRole('radio', { name: /classic/i }).check();
    await page.getByRole('radio', { name: /black/i }).first().check();
    await page.getByRole('radio', { name: /2XL/ }).check();
    await page.getByRole('slider', { name: 'Scale' }).fill('200');
    await expect(page.getByText(/Base price/)).toBeVisible();
    await inspect(page, '/customize, a product chosen');
    await refuse(page, 'POST /api/cart', 503, 'Your cart is unavailable right now.');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await inspectToast(page, 'Error');
    await refuse(page, 'GET /api/products', 403, 'Not to be had.');
    await page.goto(customizeAddress({ ...drawing, imageUrl: '/media/none' }));
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(2);
    await inspect(page, '/customize, nothing to be had');
  });

  test('/cart', async ({ artist: page, drawing, tee, tag }) => {
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    await inspect(page, '/cart empty');
    await fillCart(page.request, drawing, [
      { product: tee, selections: { size: '2XL', color: 'Black' }, quantity: 12 },
      { product: tag },
    ]);
    await change<ShownCart>(page, 'GET /api/cart', (cart) => ({
      ...cart,
      items: cart.items.map((item, index) => ({ ...item, available: index > 0 })),
    }));
    const release = await hold(page, 'GET /api/cart');
    await page.reload();
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/cart on its way');
    release();
    await expect(page.getByText('No longer available')).toBeVisible();
    await inspect(page, '/cart with a line that is gone');
    await refuse(page, 'DELETE /api/cart/*', 503, 'Not now.');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await inspectToast(page, 'Remove failed');
    await refuse(page, 'GET /api/cart', 503, 'Your cart is unavailable right now.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, '/cart not to be had');
  });
});
