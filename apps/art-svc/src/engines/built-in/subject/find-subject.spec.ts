import { jest } from '@jest/globals';
import sharp from 'sharp';
import { petPhoto } from '../../../../test/pet-photo.js';
import type { Raster } from '../kernels/plane.js';
import { raw } from '../raster.js';
import { findSubject, SUBJECT_SIDE_PX } from './find-subject.js';

const small = (photo: Buffer): Promise<Raster> => raw(sharp(photo).resize(SUBJECT_SIDE_PX, SUBJECT_SIDE_PX, { fit: 'inside' }));

jest.setTimeout(30_000);

describe('findSubject', () => {
  it('finds an animal that stands before a meadow', async () => {
    const { mask, box } = findSubject(await small(await petPhoto().png().toBuffer()));
    const at = (x: number, y: number): number => mask.values[Math.round(y * mask.height) * mask.width + Math.round(x * mask.width)]!;
    expect([at(0.5, 0.4), at(0.5, 0.75)].every((value) => value > 0.9)).toBe(true);
    expect([at(0.1, 0.2), at(0.9, 0.2), at(0.1, 0.9), at(0.9, 0.9)].every((value) => value < 0.1)).toBe(true);
    expect([box.left, box.top, box.right, box.bottom].map((share) => Math.round(share * 10) / 10)).toEqual([0.3, 0.2, 0.7, 1]);
  });

  it('finds it off the middle too', async () => {
    const scene = await petPhoto().extract({ left: 180, top: 40, width: 460, height: 440 }).png().toBuffer();
    const { box } = findSubject(await small(scene));
    expect([box.left < 0.15, box.right > 0.5 && box.right < 0.65]).toEqual([true, true]);
  });

  it('takes the middle of a picture in which there is nothing to find', async () => {
    const grey = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#777777' } }).png().toBuffer();
    const { mask, box } = findSubject(await small(grey));
    expect(mask.values[Math.floor(mask.values.length / 2 + mask.width / 2)]).toBeGreaterThan(0.9);
    expect([box.left < 0.3, box.right > 0.7]).toEqual([true, true]);
  });
});
