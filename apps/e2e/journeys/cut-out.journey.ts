import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { watchCalls } from '../support/network.ts';
import { BALL, petPhotoWithBall, sunsetPhoto } from '../support/pet-photo.ts';
import {
  CARDS,
  chooseProduct,
  fillAddress,
  generate,
  pay,
  readOrderNumber,
  thankYouHeading,
  uploadPhoto,
} from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const preview = (page: Page): Locator => page.getByRole('img', { name: 'Your photo in the style Modern' });

/** Paints over the ball, from its left to its right. */
async function removeBall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Correct the cut-out of your pet' }).click();
  const canvas = page.getByRole('application', { name: 'Photo with its cut-out' });
  await page.getByRole('slider', { name: 'Brush size' }).fill('16');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The editor is not on the page');
  const toX = (share: number): number => box.x + box.width * share;
  const y = box.y + box.height * BALL.y;
  await page.mouse.move(toX(BALL.x - BALL.radius), y);
  await page.mouse.down();
  await page.mouse.move(toX(BALL.x + BALL.radius), y, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText('Removed with the brush.')).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
}

/** Opacity of the pixel in the artwork's corner, 0..255. */
async function readCornerAlpha(page: Page): Promise<number> {
  const address = new URL(page.url()).searchParams.get('imageUrl') ?? '';
  const picture = sharp(await (await page.request.get(address)).body()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return data[info.channels - 1] ?? 255;
}

test('a guest removes a ball with the brush and orders a black t-shirt with a transparent artwork', async ({
  anonymousPage: page,
}) => {
  const calls = watchCalls(page);

  await test.step('the gallery shows the corrected cut-out', async () => {
    await uploadPhoto(page, await petPhotoWithBall());
    await removeBall(page);
    await expect(preview(page)).toHaveAttribute('src', /\?cutOut=[0-9a-f-]{36}$/);
    await page.getByRole('radio', { name: 'None (transparent)' }).check();
    await expect(page.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the artwork is transparent', async () => {
    await generate(page);
    expect
      .soft(calls.bodies('POST /api/generate'))
      .toEqual([expect.objectContaining({ background: 'none', cutOutId: expect.stringMatching(/^[0-9a-f-]{36}$/) })]);
    expect.soft(await readCornerAlpha(page)).toBe(0);
  });

  await test.step('the guest orders it on black', async () => {
    await chooseProduct(page, /classic/i);
    await page.getByRole('radio', { name: /black/i }).first().check();
    await expect(page.getByRole('link', { name: 'Change its background' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.waitForURL('**/cart');
    await fillAddress(page);
    await pay(page, CARDS.good, 'guest@example.com');
    await expect(thankYouHeading(page)).toBeVisible();
    expect(await readOrderNumber(page)).not.toBe('');
  });
});

test('a photo of a sunset gets advice, and the style gallery appears anyway', async ({ anonymousPage: page }) => {
  await uploadPhoto(page, await sunsetPhoto());
  await expect(page.getByText(/^No animal found/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Generate Art' })).toBeEnabled();
});
