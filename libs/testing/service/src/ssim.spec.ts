import sharp from 'sharp';
import { colourSsim, ssim } from './ssim.js';

/** Stripes of one colour on white. */
const stripes = (r: number, g: number, b: number): Promise<Buffer> => {
  const bars = [0, 16, 32, 48].map((x) => `<rect x="${x}" width="8" height="64" fill="rgb(${r},${g},${b})"/>`).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#fff"/>${bars}</svg>`,
    ),
  )
    .removeAlpha()
    .png()
    .toBuffer();
};

describe('structural similarity', () => {
  it('is 1 for identical pictures', async () => {
    const picture = await stripes(119, 119, 119);
    expect([await ssim(picture, picture), await colourSsim(picture, picture)]).toEqual([1, 1]);
  });

  it('detects a different hue of equal brightness only with colourSsim', async () => {
    const [grey, red] = [await stripes(119, 119, 119), await stripes(210, 74, 74)];
    expect(await ssim(grey, red)).toBeGreaterThan(0.97);
    expect(await colourSsim(grey, red)).toBeLessThan(0.9);
  });
});
