import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { petPhoto } from '@shop/art-engine/testing';
import sharp from 'sharp';
import { ProgressWriter, shrinkPartial } from './drawing-progress.js';

describe('ProgressWriter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('saves the first report at once and then the latest, at most ten times a second', async () => {
    const saved: number[] = [];
    const writer = new ProgressWriter(async (share) => void saved.push(share));
    for (let n = 0; n <= 100; n++) {
      writer.reportProgress(n, 'drawing');
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(saved[0]).toBe(0);
    expect(saved.length).toBeLessThanOrEqual(11);
    expect(saved.length).toBeGreaterThanOrEqual(9);
    await writer.stop();
  });

  it('saves the last report when it stops, nothing afterwards, and survives a failed save', async () => {
    const saved: number[] = [];
    const writer = new ProgressWriter(async (share) => {
      saved.push(share);
      throw new Error('the database is away');
    });
    writer.reportProgress(0.1, 'one');
    await jest.advanceTimersByTimeAsync(5);
    writer.reportProgress(0.2, 'two');
    await writer.stop();
    expect(saved).toEqual([0.1, 0.2]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(saved).toHaveLength(2);
  });
});

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
