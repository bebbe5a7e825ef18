import sharp from 'sharp';
import { preparePhoto } from './model-pictures.js';

const pet = (colour: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><circle cx="100" cy="50" r="40" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

async function coloursOf(photo: Buffer): Promise<{ pet: number; ground: number; channels: number }> {
  const { png } = await preparePhoto(photo);
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number => data[(y * info.width + x) * info.channels]!;
  return { pet: at(100, 50), ground: at(2, 2), channels: info.channels };
}

describe('preparePhoto', () => {
  it.each(['#ffffff', '#000000'])('puts a cut-out animal in %s in front of a contrasting ground', async (colour) => {
    const { pet: animal, ground, channels } = await coloursOf(await pet(colour));
    expect([Math.abs(animal - ground) > 100, channels]).toEqual([true, 3]);
  });
});
