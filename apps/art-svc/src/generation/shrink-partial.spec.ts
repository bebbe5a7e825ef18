import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { petPhoto } from '@shop/art-engine/testing';
import { shrinkPartial } from './shrink-partial.js';

describe('shrinkPartial', () => {
  it('returns a small WebP', async () => {
    const webp = await shrinkPartial(await petPhoto(1_280, 1_536).png().toBuffer());
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 427, height: 512 });
    expect(webp!.length).toBeLessThan(40_000);
  });

  const noise = (sidePx: number): Promise<Buffer> =>
    sharp(randomBytes(sidePx * sidePx * 3), { raw: { width: sidePx, height: sidePx, channels: 3 } })
      .png()
      .toBuffer();

  it('lowers the quality of a large picture; the first ones are often noise', async () => {
    expect((await shrinkPartial(await noise(300)))?.length).toBeLessThanOrEqual(40_000);
  });

  it('returns null when the picture is too large at the lowest quality', async () => {
    expect(await shrinkPartial(await noise(512))).toBeNull();
  });

  it('rejects a file that is no picture', async () => {
    await expect(shrinkPartial(Buffer.from('no picture'))).rejects.toThrow();
  });
});
