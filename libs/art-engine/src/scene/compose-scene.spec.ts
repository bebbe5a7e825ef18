import { jest } from '@jest/globals';
import sharp from 'sharp';
import { composeScene } from './compose-scene.js';

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
