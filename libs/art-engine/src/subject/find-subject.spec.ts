import { jest } from '@jest/globals';
import sharp from 'sharp';
import { petPhoto } from '../../test/pet-photo.js';
import type { Raster } from '../kernels/plane.js';
import { raw } from '../raster.js';
import { findSubject, SUBJECT_SIDE_PX } from './find-subject.js';

const small = (photo: Buffer): Promise<Raster> =>
  raw(sharp(photo).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));

jest.setTimeout(30_000);

describe('findSubject', () => {
  it('finds an animal on a meadow', async () => {
    const { mask, box } = findSubject(await small(await petPhoto().png().toBuffer()));
    const at = (x: number, y: number): number =>
      mask.values[Math.round(y * mask.height) * mask.width + Math.round(x * mask.width)]!;
    expect([at(0.5, 0.4), at(0.5, 0.75)].every((value) => value > 0.9)).toBe(true);
    expect([at(0.1, 0.2), at(0.9, 0.2), at(0.1, 0.9), at(0.9, 0.9)].every((value) => value < 0.1)).toBe(true);
    expect([box.left, box.top, box.right, box.bottom].map((share) => Math.round(share * 10) / 10)).toEqual([
      0.3, 0.2, 0.7, 1,
    ]);
  });

  it('finds a white animal that touches the border of its photo', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400"><rect width="300" height="400" fill="#e8587f"/><g fill="#fbfaf8"><circle cx="150" cy="160" r="70"/><ellipse cx="230" cy="330" rx="130" ry="120"/></g><g fill="#332c2a"><circle cx="125" cy="150" r="11"/><circle cx="172" cy="150" r="11"/><path d="M90 120 L105 60 L140 100 Z"/></g></svg>';
    const { mask } = findSubject(await small(await sharp(Buffer.from(svg)).flatten().png().toBuffer()));
    const at = (x: number, y: number): number =>
      mask.values[Math.round((y / 400) * mask.height) * mask.width + Math.round((x / 300) * mask.width)]!;
    expect([at(150, 180), at(185, 280), at(150, 330)].every((value) => value > 0.9)).toBe(true);
    expect([at(20, 20), at(280, 60), at(20, 300)].every((value) => value < 0.1)).toBe(true);
  });

  it('finds both of two animals side by side', async () => {
    const one = await petPhoto(320, 480).png().toBuffer();
    const both = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8fc3e8' } })
      .composite([
        { input: one, left: 0, top: 0 },
        { input: one, left: 320, top: 0 },
      ])
      .png()
      .toBuffer();
    const { box } = findSubject(await small(both));
    expect([box.left < 0.25, box.right > 0.75]).toEqual([true, true]);
  });

  it('uses the middle of a picture without a subject', async () => {
    const grey = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#777777' } })
      .png()
      .toBuffer();
    const { mask, box } = findSubject(await small(grey));
    expect(mask.values[Math.floor(mask.values.length / 2 + mask.width / 2)]).toBeGreaterThan(0.9);
    expect([box.left < 0.3, box.right > 0.7]).toEqual([true, true]);
  });

  it.each([
    [1, 144],
    [2, 144],
    [144, 1],
    [1, 1],
  ])('ends for a photo of %i × %i pixels', (width, height) => {
    const pixels = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 37) % 256);
    expect(findSubject({ width, height, pixels }).mask.values).toHaveLength(width * height);
  });
});
