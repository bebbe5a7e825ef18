import sharp from 'sharp';
import { atNight, petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { uploadPhoto } from '../support/steps.ts';
import { previewDrawn } from '../support/wizard.ts';

const STYLES = ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract'];
const DARK =
  'This photo is very dark, and your pet would get lost in it: please try one taken in daylight or by a window.';

/** Mean absolute difference of two pictures, 0 to 255, at 64 × 64 px. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all(
    [a, b].map((picture) =>
      sharp(picture).resize(64, 64, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer(),
    ),
  );
  if (!left || !right) throw new Error('nothing to compare');
  return left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? 0)), 0) / left.length;
}

test('the style step shows this very pet in four styles, and a tile chooses its style', async ({ visitor }) => {
  const photo = await petPhoto();
  await uploadPhoto(visitor, photo);
  await expect(visitor.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
  const pictures: Buffer[] = [];
  for (const name of STYLES) {
    const tile = visitor.getByRole('img', { name: `Your photo in the style ${name}` });
    expect(await tile.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(
      300,
    );
    pictures.push(await (await visitor.request.get((await tile.getAttribute('src')) ?? '')).body());
  }
  for (const [index, picture] of pictures.entries()) {
    expect(await difference(picture, photo.buffer)).toBeGreaterThan(8);
    for (const other of pictures.slice(index + 1)) expect(await difference(picture, other)).toBeGreaterThan(12);
  }
  await expect(visitor.getByText('Sample picture')).toHaveCount(0);
  await visitor.getByRole('img', { name: 'Your photo in the style Abstract' }).scrollIntoViewIfNeeded();
  const box = await visitor.getByRole('img', { name: 'Your photo in the style Abstract' }).boundingBox();
  // Where the picture is: the whole tile is the radio button's.
  await visitor.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(visitor.getByRole('radio', { name: 'Abstract' })).toBeChecked();
  await visitor.keyboard.press('ArrowLeft');
  await expect(visitor.getByRole('radio', { name: 'Minimalistic' })).toBeChecked();
});

test('nobody else sees them', async ({ visitor, browser, shop }) => {
  await uploadPhoto(visitor, await petPhoto('#7a7a7a'));
  const address =
    (await visitor.getByRole('img', { name: 'Your photo in the style Modern' }).getAttribute('src')) ?? '';
  await previewDrawn(visitor.request, address);
  const stranger = await browser.newContext({ baseURL: shop.url });
  expect((await stranger.request.get(address)).status()).toBe(401);
  await stranger.close();
});

test('the coach speaks of a dark photo while it is sent, and advises only', async ({ visitor }) => {
  const client = await visitor.context().newCDPSession(visitor);
  await visitor.goto('/create');
  const box = visitor.locator('input[type=file]');
  await expect(box).toBeAttached();
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100,
  });
  await box.setInputFiles(await atNight(await petPhoto()));
  await expect(visitor.getByRole('progressbar', { name: 'Progress of your upload' })).toBeVisible();
  await expect(visitor.getByText(DARK)).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(visitor.getByRole('button', { name: 'Change Photo' })).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Your photo' }).getByText(DARK)).toBeVisible();
  await visitor.getByRole('button', { name: 'Change Photo' }).click();
  await visitor.locator('input[type=file]').setInputFiles(await petPhoto());
  await expect(visitor.getByRole('button', { name: 'Generate Art' })).toBeVisible();
  await expect(visitor.getByText(DARK)).toHaveCount(0);
});
