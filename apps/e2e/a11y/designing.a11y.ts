import type { Page } from '@playwright/test';
import { customizeAddress, type Design } from '../support/designs.ts';
import { stubCall, delayCall, failCall } from '../support/network.ts';
import { darken, petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/test.ts';
import { fileInput, generateButton, getPhoto, openStyleStep } from '../support/wizard.ts';
import { inspect } from './support/inspect.ts';
import { inspectToast } from './support/states.ts';

/** Answer of `POST /api/generate`. */
const generationOf = ({ imageId, imageUrl }: Design) => ({
  id: crypto.randomUUID(),
  outputImageId: imageId,
  outputImage: { id: imageId, url: imageUrl },
});

const PREVIEWS = '**/api/uploads/*/previews/*';
const DARK = /^This photo is very dark/;

/** Previews load until released; then they show the photo. */
async function delayPreviews(page: Page): Promise<() => void> {
  const { buffer: body } = await getPhoto();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(PREVIEWS, async (route) => {
    await released;
    await route.fulfill({ contentType: 'image/jpeg', body });
  });
  return release;
}

test.describe('every step from a photo to a product is accessible', () => {
  test('/create, upload step', async ({ anonymousPage: page }) => {
    await page.goto('/create');
    await fileInput(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') });
    await expect(page.getByRole('alert').filter({ hasText: /file type/i })).toBeVisible();
    await inspect(page, 'a file that is no photo');
    const release = await delayCall(page, 'POST /api/upload');
    await fileInput(page).setInputFiles(await getPhoto());
    await expect(page.getByRole('progressbar')).toBeVisible();
    await inspect(page, 'a photo being uploaded');
    release();
    await generateButton(page).waitFor();
  });

  test('/create, style step', async ({ anonymousPage: page, guestDesign }) => {
    await openStyleStep(page);
    await generateButton(page).click();
    await inspectToast(page, 'Select a style');
    await page.getByRole('radio', { name: 'Modern', exact: true }).check();
    await failCall(page, 'POST /api/generate', 422, "This photo can't be used.");
    await generateButton(page).click();
    await expect(page.getByText("This photo can't be used.", { exact: true })).toBeVisible();
    await inspect(page, 'a photo that was refused');
    await stubCall(page, 'POST /api/generate', generationOf(guestDesign));
    const release = await delayCall(page, 'POST /api/generate');
    await generateButton(page).click();
    await expect(page.getByText('Creating your artwork…')).toBeVisible();
    await inspect(page, 'an artwork being generated');
    release();
    await expect(page.getByRole('link', { name: 'Try another variation' })).toBeVisible();
  });

  test('the style gallery, loading and loaded', async ({ anonymousPage: page }) => {
    const release = await delayPreviews(page);
    await page.goto('/create');
    await fileInput(page).setInputFiles(await getPhoto());
    await expect(page.getByText('Drawing your pet in every style…')).toBeVisible();
    await inspect(page, 'the style gallery loading');
    release();
    await expect(page.getByText('Your pet in every style.')).toBeVisible();
    await page.getByRole('radio').first().check();
    await inspect(page, 'the style gallery');
  });

  test('the cut-out, its brush, and several pets', async ({ anonymousPage: page }) => {
    await openStyleStep(page);
    const correct = page.getByRole('button', { name: 'Correct the cut-out of your pet' });
    await expect(correct).toBeVisible({ timeout: 60_000 });
    await page.getByRole('radio', { name: 'Sky blue' }).check();
    await inspect(page, 'the cut-out and the backgrounds');
    await correct.click();
    await page.getByRole('application', { name: 'Photo with its cut-out' }).press('Space');
    await failCall(page, 'POST /api/uploads/*', 400, 'The cut-out must have the same proportions as the photo.');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await inspect(page, 'the brush, with a correction that was refused');
    await page.getByRole('button', { name: 'Area', exact: true }).click();
    await inspect(page, 'the tool for areas');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Photo of another pet').setInputFiles(await petPhoto('#d9d2c5'));
    await expect(page.getByRole('button', { name: 'Correct the cut-out of pet 2 of 2' })).toBeVisible();
    await inspect(page, 'two pets');
  });

  test('a finished artwork, compared with its photo', async ({ guestWithDesign: page, guestDesign }) => {
    await openStyleStep(page);
    await page.getByRole('radio', { name: 'Modern', exact: true }).check();
    await stubCall(page, 'POST /api/generate', { ...generationOf(guestDesign), engine: 'built-in' });
    await generateButton(page).click();
    await page.getByRole('link', { name: 'Try another variation' }).click();
    await page.getByRole('button', { name: 'Change background' }).click();
    await page.getByRole('slider', { name: 'Compare with your photo' }).fill('40');
    await expect(page.getByText("Drawn by PetArt's own engine")).toBeVisible();
    await inspect(page, 'a finished artwork');
  });

  test('the styles, loading and failed', async ({ anonymousPage: page }) => {
    const release = await delayCall(page, 'GET /api/styles');
    await openStyleStep(page);
    await expect(page.getByRole('status', { name: 'Loading styles' })).toBeVisible();
    await inspect(page, 'the styles loading');
    await failCall(page, 'GET /api/styles', 403, 'The styles are unavailable right now.');
    release();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the styles failed');
  });

  test('the photo check, during the upload and beside the photo', async ({ anonymousPage: page }) => {
    const release = await delayCall(page, 'POST /api/upload');
    await page.route(PREVIEWS, (route) => route.abort());
    await page.goto('/create');
    await fileInput(page).setInputFiles(await darken(await getPhoto()));
    await expect(page.getByText(DARK)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await inspect(page, 'the photo check during the upload');
    release();
    await generateButton(page).waitFor();
    await expect(page.getByRole('region', { name: 'Your photo' }).getByText(DARK)).toBeVisible();
    await inspect(page, 'the photo check beside the photo');
  });

  test('/customize', async ({ guestWithDesign: page, guestDesign }) => {
    const release = await delayCall(page, 'GET /api/products');
    await page.goto(customizeAddress(guestDesign));
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, '/customize, the products loading');
    release();
    await page.getByRole('radio', { name: /classic/i }).check();
    await page.getByRole('radio', { name: /black/i }).first().check();
    await page.getByRole('radio', { name: /2XL/ }).check();
    await page.getByRole('slider', { name: 'Scale' }).fill('200');
    await expect(page.getByText(/Base price/)).toBeVisible();
    await inspect(page, '/customize, a product chosen');
    await page.getByRole('button', { name: 'View large' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Larger' }).click();
    await inspect(page, 'the large view of an artwork');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share your artwork' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    await expect(page.getByRole('dialog').getByLabel('Your link')).toBeVisible();
    await failCall(page, 'DELETE /api/share-links/*', 503, 'Links can’t be ended right now.');
    await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await inspect(page, 'the links of an artwork, with an error');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continue on another device' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await inspect(page, 'continuing on another device, with an error');
    await stubCall(page, 'POST /api/artworks/*/continue-links', {});
    await page.getByLabel('Email').fill('nora@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByText('Sent to nora@example.com.')).toBeVisible();
    await inspect(page, 'continuing on another device, sent');
    await page.keyboard.press('Escape');
    await failCall(page, 'POST /api/cart', 503, 'Your cart is unavailable right now.');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await inspectToast(page, 'Error');
    await failCall(page, 'GET /api/products', 403, 'Not to be had.');
    await page.goto(customizeAddress({ ...guestDesign, imageUrl: '/media/none' }));
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(2);
    await inspect(page, '/customize, nothing to be had');
  });

  test('an artwork near the edge, and one with a low resolution', async ({ guestWithDesign: page, guestDesign }) => {
    await stubCall(page, 'GET /api/artworks/*', { id: guestDesign.imageId, width: 1024, height: 1024 });
    await page.goto(customizeAddress(guestDesign));
    await page.getByRole('radio', { name: /round pet tag/i }).check();
    await expect(page.getByText('Very close to the edge: a sliver may be cut off.')).toBeVisible();
    await inspect(page, 'an artwork near the edge');
    await stubCall(page, 'GET /api/artworks/*', {
      id: guestDesign.imageId,
      width: 60,
      height: 60,
      isRedrawnForPrint: false,
      detail: { widthPx: 60, isFlat: false },
    });
    await page.reload();
    await page.getByRole('radio', { name: /classic/i }).check();
    await expect(page.getByText('This artwork is too small to be sharp on this product at any size.')).toBeVisible();
    await inspect(page, 'an artwork that is too small');
  });
});
