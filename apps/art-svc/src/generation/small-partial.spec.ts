import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { petPhoto } from '../../test/support/pet-photo.js';
import { smallPartial } from './small-partial.js';

describe('a partial picture', () => {
  it('is shown as a small WebP', async () => {
    const webp = await smallPartial(await petPhoto(1_280, 1_536).png().toBuffer());
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 427, height: 512 });
    expect(webp!.length).toBeLessThan(40_000);
  });

  const noise = (sidePx: number): Promise<Buffer> =>
    sharp(randomBytes(sidePx * sidePx * 3), { raw: { width: sidePx, height: sidePx, channels: 3 } })
      .png()
      .toBuffer();

  it('is coarser where it would be large: the first ones are often noise', async () => {
    expect((await smallPartial(await noise(300)))?.length).toBeLessThanOrEqual(40_000);
  });

  it('is not shown where even so it would be large', async () => {
    expect(await smallPartial(await noise(512))).toBeNull();
  });

  it('is refused where it is none', async () => {
    await expect(smallPartial(Buffer.from('no picture'))).rejects.toThrow();
  });
});
