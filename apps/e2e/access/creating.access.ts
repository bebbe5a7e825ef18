import type { Page } from '@playwright/test';
import { answer, hold, refuse } from '../support/network.ts';
import { expect, test } from '../support/people.ts';
import { atNight } from '../support/pet-photo.ts';
import { customizeAddress } from '../support/screens.ts';
import { fileInput, generateButton, onePhoto, openStyleStep } from '../support/wizard.ts';
import { inspect } from './support/inspect.ts';

const PREVIEWS = '**/api/uploads/*/previews/*';
const DARK = /^This photo is very dark/;

/** The previews wait on their way until they are let go; then they are this very photo. */
async function holdPreviews(page: Page): Promise<() => void> {
  const { buffer: body } = await onePhoto();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(PREVIEWS, async (route) => {
    await released;
    await route.fulfill({ contentType: 'image/jpeg', body });
  });
  return release;
}

test.describe('what may happen while an artwork is made is accessible', () => {
  test('the wall of styles, on its way and there', async ({ visitor: page }) => {
    const release = await holdPreviews(page);
    await page.goto('/create');
    await fileInput(page).setInputFiles(await onePhoto());
    await expect(page.getByText('Drawing your pet in every style…')).toBeVisible();
    await inspect(page, 'the wall on its way');
    release();
    await expect(page.getByText('Your pet in every style.')).toBeVisible();
    await page.getByRole('radio').first().check();
    await inspect(page, 'the wall');
  });

  test('a wall that could not be drawn', async ({ visitor: page }) => {
    await page.route(PREVIEWS, (route) => route.fulfill({ status: 503 }));
    await page.goto('/create');
    await fileInput(page).setInputFiles(await onePhoto());
    await expect(page.getByText('Sample picture', { exact: true })).toHaveCount(4);
    await inspect(page, 'a wall that could not be drawn');
  });

  test('the styles, on their way and not to be had', async ({ visitor: page }) => {
    const release = await hold(page, 'GET /api/styles');
    await openStyleStep(page);
    await expect(page.getByRole('status', { name: 'Loading styles' })).toBeVisible();
    await inspect(page, 'the styles on their way');
    await refuse(page, 'GET /api/styles', 403, 'The styles are unavailable right now.');
    release();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'the styles not to be had');
  });

  test('what the coach says, while the photo is sent and beside it', async ({ visitor: page }) => {
    const release = await hold(page, 'POST /api/upload');
    await page.route(PREVIEWS, (route) => route.abort());
    await page.goto('/create');
    await fileInput(page).setInputFiles(await atNight(await onePhoto()));
    await expect(page.getByText(DARK)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await inspect(page, 'the coach speaks while the photo is sent');
    release();
    await generateButton(page).waitFor();
    await expect(page.getByRole('region', { name: 'Your photo' }).getByText(DARK)).toBeVisible();
    await inspect(page, 'the coach speaks beside the photo');
  });

  test('the sizes and colors of a product, on their way and not to be had', async ({ artist: page, drawing }) => {
    const release = await hold(page, 'GET /api/products/*');
    await page.goto(customizeAddress(drawing));
    await page.getByRole('radio', { name: /classic/i }).check();
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'sizes and colors on their way');
    await refuse(page, 'GET /api/products/*', 403, 'Sizes and colors are unavailable right now.');
    release();
    await page.reload();
    await page.getByRole('radio', { name: /classic/i }).check();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await inspect(page, 'sizes and colors not to be had');
  });

  test('an artwork near the edge, and one that is too small', async ({ artist: page, drawing }) => {
    await page.goto(customizeAddress(drawing));
    await page.getByRole('radio', { name: /round pet tag/i }).check();
    await page.getByRole('slider', { name: 'Scale' }).fill('65');
    await expect(page.getByText('Very close to the edge: a sliver may be cut off.')).toBeVisible();
    await inspect(page, 'an artwork near the edge');
    await answer(page, 'GET /api/artworks/*', { id: drawing.imageId, width: 60, height: 60, isPaintedAnew: false });
    await page.reload();
    await page.getByRole('radio', { name: /classic/i }).check();
    await expect(page.getByText('This artwork is too small to be sharp on this product at any size.')).toBeVisible();
    await inspect(page, 'an artwork that is too small');
  });
});
