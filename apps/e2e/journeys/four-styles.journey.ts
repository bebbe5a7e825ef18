import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';

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

test('one photo becomes four clearly different artworks of 1024 px or more', async ({ page, shop }) => {
  const photo = await petPhoto();
  const headers = { origin: shop.url };
  const upload = (await (await page.request.post('/api/upload', { headers, multipart: { image: photo } })).json()) as {
    url: string;
  };
  const artworks: Buffer[] = [];
  for (const styleKey of ['cyberpunk', 'modern', 'minimalistic', 'abstract']) {
    const answer = await page.request.post('/api/generate', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { imageUrl: upload.url, styleKey },
      timeout: 100_000,
    });
    expect(answer.status()).toBe(201);
    const { outputImage } = (await answer.json()) as { outputImage: { url: string } };
    artworks.push(await (await page.request.get(outputImage.url)).body());
  }
  for (const artwork of artworks) {
    const { width, height } = await sharp(artwork).metadata();
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1024);
    expect(await difference(artwork, photo.buffer)).toBeGreaterThan(8);
  }
  for (const [index, artwork] of artworks.entries()) {
    for (const other of artworks.slice(index + 1)) expect(await difference(artwork, other)).toBeGreaterThan(12);
  }
});
