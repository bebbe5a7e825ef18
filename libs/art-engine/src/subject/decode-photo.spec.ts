import { jest } from '@jest/globals';
import sharp from 'sharp';
import { composeScene } from '../scene/compose-scene.js';
import { decodePhoto, type DecodedPhoto } from './decode-photo.js';

jest.setTimeout(30_000);

const PET = '<circle cx="150" cy="110" r="60"/><ellipse cx="150" cy="260" rx="70" ry="100"/>';
const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400">${content}</svg>`);
/** An animal of this colour on a transparent ground. */
const cutOutPet = (colour: string): Promise<Buffer> =>
  sharp(svg(`<g fill="${colour}">${PET}</g>`))
    .png()
    .toBuffer();

const ON_PET = [150, 110] as const;
const ON_GROUND = [20, 20] as const;

const colourAt = ({ photo: { width, pixels } }: DecodedPhoto, [x, y]: readonly [number, number]): number[] => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('decodePhoto', () => {
  it.each(['#ffffff', '#f4efe6', '#101010', '#b5763c', '#7f7f85'])(
    'puts a cut-out animal in %s in front of a contrasting ground',
    async (colour) => {
      const decoded = await decodePhoto(await cutOutPet(colour), 1100);
      const [pet, ground] = [colourAt(decoded, ON_PET), colourAt(decoded, ON_GROUND)];
      const distance = Math.hypot(...pet.map((value, channel) => value - ground[channel]!));
      expect(distance).toBeGreaterThan(100);
      const alphaAt = ([x, y]: readonly [number, number]): number | undefined => decoded.cutOut?.values[y * 300 + x];
      expect([alphaAt(ON_PET), alphaAt(ON_GROUND)]).toEqual([1, 0]);
    },
  );

  it('keeps a photo with a few transparent pixels, on white', async () => {
    const rounded = await sharp(svg('<rect width="300" height="400" rx="30" fill="#305080"/>')).png().toBuffer();
    const decoded = await decodePhoto(rounded, 1100);
    expect([decoded.cutOut, colourAt(decoded, [0, 0]), colourAt(decoded, ON_PET)]).toEqual([
      null,
      [255, 255, 255],
      [48, 80, 128],
    ]);
  });

  it('cuts off the transparent border of a photo', async () => {
    const framed = await sharp(svg('<rect x="40" y="60" width="200" height="300" fill="#305080"/>')).png().toBuffer();
    const { photo, cutOut } = await decodePhoto(framed, 1100);
    expect([photo.width, photo.height, cutOut]).toEqual([200, 300, null]);
  });

  it('keeps an entirely transparent picture', async () => {
    const { photo, cutOut } = await decodePhoto(await sharp(svg('')).png().toBuffer(), 1100);
    expect([photo.width, photo.height, cutOut]).toEqual([300, 400, null]);
  });
});

describe('composeScene', () => {
  it('takes the outline of a white animal from its transparency', async () => {
    const scene = await composeScene([{ photo: await cutOutPet('#ffffff'), cutOut: null }]);
    const area = scene.mask.values.reduce((sum, value) => sum + value, 0) / scene.mask.values.length;
    // The opaque share of the frame that is cropped to the animal.
    const { left, top, right, bottom } = scene.box;
    const petShare = (Math.PI * (60 * 60 + 70 * 100) * 0.97) / (140 * 310);
    const boxShare = ((right - left) * (bottom - top) * scene.unit ** 2) / (scene.width * scene.height);
    expect(area).toBeGreaterThan(petShare * boxShare * 0.93);
    expect(area).toBeLessThan(petShare * boxShare * 1.07);
  });
});
