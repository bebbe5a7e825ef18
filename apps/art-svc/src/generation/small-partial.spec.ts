import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { petPhoto } from '../../test/pet-photo.js';
import { smallPartial } from './small-partial.js';

describe('a partial picture', () => {
  it('is shown as a small WebP', async () => {
    const webp = await smallPartial(await petPhoto(1_280, 1_536).png().toBuffer());
    expect(await sharp(webp!).metadata()).toMatchObject({ format: 'webp', width: 427, height: 512 });
    expect(webp!.length).toBeLessThan(40_000);
  });

  it('is not shown where it would be large: the first ones are often noise', async () => {
    const noise = sharp(randomBytes(1_024 * 1_024 * 3), { raw: { width: 1_024, height: 1_024, channels: 3 } });
    const webp = await smallPartial(await noise.png().toBuffer());
    expect(webp === null || webp.length <= 40_000).toBe(true);
  });

  it('is refused where it is none', async () => {
    await expect(smallPartial(Buffer.from('no picture'))).rejects.toThrow();
  });
});
