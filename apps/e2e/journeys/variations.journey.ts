import type { Locator, Page } from '@playwright/test';
import { letThrough, refuse } from '../support/network.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, makeArtwork } from '../support/steps.ts';

const thumbnail = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: `Variation ${number}`, exact: true });

/** Which copy the browser shows; it chooses one only once the picture comes near the window. */
async function sourceOf(place: Locator): Promise<string> {
  const source = (): Promise<string> => place.evaluate((image: { currentSrc: string }) => image.currentSrc);
  await expect.poll(source).not.toBe('');
  return source();
}

const pictureIn = async (place: Locator): Promise<string> => new URL(await sourceOf(place)).pathname;
const artwork = (page: Page): Locator => page.getByRole('img', { name: 'Your artwork', exact: true });

async function drawAnother(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: 'New variation' }).click();
  await expect(thumbnail(page, number)).toHaveAttribute('aria-pressed', 'true', { timeout: 90_000 });
}

test('somebody draws the same photo again, compares, and buys the one they like best', async ({ visitor: page }) => {
  await makeArtwork(page, await petPhoto());
  await page.getByRole('link', { name: 'Try another variation' }).click();
  await expect(thumbnail(page, 1)).toHaveAttribute('aria-pressed', 'true');
  await drawAnother(page, 2);
  await drawAnother(page, 3);

  const pictures = await Promise.all([1, 2, 3].map((number) => pictureIn(thumbnail(page, number).locator('img'))));
  expect(new Set(pictures).size).toBe(3);
  const bytes = await Promise.all(
    pictures.map(async (path) => (await (await page.request.get(path)).body()).toString('base64')),
  );
  expect(new Set(bytes).size).toBe(3);
  expect(await sourceOf(thumbnail(page, 3).locator('img'))).toMatch(/\?w=320$/);

  await test.step('one that fails leaves the others as they are', async () => {
    const sentence = 'The art studio is very busy: about 2 minutes of work are waiting. Please try again then.';
    await refuse(page, 'POST /api/generate', 502, sentence);
    await page.getByRole('button', { name: 'New variation' }).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(thumbnail(page, 3)).toHaveAttribute('aria-pressed', 'true');
    await letThrough(page);
  });

  await test.step('a reload loses none', async () => {
    await page.reload();
    await expect(thumbnail(page, 3)).toHaveAttribute('aria-pressed', 'true');
  });

  await thumbnail(page, 2).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => pictureIn(artwork(page))).toBe(pictures[1]);
  await page.getByRole('link', { name: 'Choose a product now' }).click();
  await expect(page).toHaveURL(new RegExp(`imageUrl=${encodeURIComponent(pictures[1] ?? '')}$`));
  await addToCart(page);
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
  await expect(page.getByRole('main').locator(`img[src^="${pictures[1]}"]`)).toBeVisible();
});
