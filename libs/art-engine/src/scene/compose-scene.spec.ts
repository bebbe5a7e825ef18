import { jest } from '@jest/globals';
import sharp from 'sharp';
import { shrink } from '../kernels/scale.js';
import { composeFineScene, composeScene } from './compose-scene.js';

jest.setTimeout(60_000);

const svg = (ground: string, pet: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="480"><rect width="240" height="480" fill="${ground}"/>
     <g fill="${pet}"><circle cx="120" cy="70" r="45"/><ellipse cx="120" cy="290" rx="80" ry="180"/></g></svg>`,
  );

describe('composeScene', () => {
  it('shows the head of an animal that is too tall for the picture', async () => {
    const photo = await sharp(svg('#8fc3e8', '#6b4a2f')).jpeg().toBuffer();
    const cutOut = await sharp(svg('#000', '#fff')).toColourspace('b-w').png().toBuffer();
    const { width, mask, box } = await composeScene([{ photo, cutOut }]);
    expect(box.top).toBeGreaterThan(0);
    expect(Math.max(...mask.values.subarray(0, 3 * width))).toBeLessThan(0.1);
  });
});

describe('composeFineScene', () => {
  /** The animal of {@link svg}, enlarged. */
  const scenesOf = async (times: number) => {
    const enlarge = (picture: Buffer) => sharp(picture, { density: 72 * times });
    const photo = await enlarge(svg('#8fc3e8', '#6b4a2f')).png({ compressionLevel: 1 }).toBuffer();
    const cutOut = await enlarge(svg('#000', '#fff')).toColourspace('b-w').png().toBuffer();
    return [await composeScene([{ photo, cutOut }]), await composeFineScene([{ photo, cutOut }])] as const;
  };

  it('shows the same picture with three times the pixels of a large photo', async () => {
    const [usual, fine] = await scenesOf(7);
    expect([fine.width, fine.height, fine.unit]).toEqual([3 * usual.width, 3 * usual.height, 3 * usual.unit]);
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(fine.box[side]).toBeCloseTo(usual.box[side], 0);
    const small = shrink(fine.tone, 3);
    const apart = small.values.reduce((sum, value, i) => sum + Math.abs(value - usual.tone.values[i]!), 0);
    expect(apart / small.values.length).toBeLessThan(0.02);
  });

  it('shows the same part of a photo with a strip of text', async () => {
    const caption = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1680" height="3360"><rect width="1680" height="300" fill="#fff"/><rect x="300" y="90" width="900" height="120" fill="#222"/></svg>',
    );
    const plain = await sharp(svg('#8fc3e8', '#6b4a2f'), { density: 504 }).png({ compressionLevel: 1 }).toBuffer();
    const photo = await sharp(plain)
      .composite([{ input: caption }])
      .jpeg({ quality: 75 })
      .toBuffer();
    const cutOut = await sharp(svg('#000', '#fff')).toColourspace('b-w').png().toBuffer();
    const [usual, fine] = await Promise.all([composeScene([{ photo, cutOut }]), composeFineScene([{ photo, cutOut }])]);
    expect(fine.width).toBe(3 * usual.width);
    const small = shrink(fine.tone, 3);
    const apart = small.values.reduce((sum, value, i) => sum + Math.abs(value - usual.tone.values[i]!), 0);
    expect(apart / small.values.length).toBeLessThan(0.02);
  });

  it('is the usual scene where the photo has no more pixels', async () => {
    const [usual, fine] = await scenesOf(1);
    expect([fine.width, fine.height, fine.unit]).toEqual([usual.width, usual.height, usual.unit]);
    expect(Buffer.from(fine.photo.pixels).equals(usual.photo.pixels)).toBe(true);
  });
});
