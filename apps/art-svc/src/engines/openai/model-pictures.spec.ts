import sharp from 'sharp';
import { checkArtwork, preparePhoto } from './model-pictures.js';

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

describe('checkArtwork', () => {
  it('makes neon printable and a soft glow hard, and says that a model drew the picture', async () => {
    const glow = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024"><radialGradient id="g"><stop offset="0.4" stop-color="#ff2bd6"/>` +
        `<stop offset="1" stop-color="#ff2bd6" stop-opacity="0"/></radialGradient><circle cx="512" cy="512" r="400" fill="url(#g)"/></svg>`,
    );
    const { png } = await checkArtwork((await sharp(glow).png().toBuffer()).toString('base64'), 'none');
    const pixels = await sharp(png).raw().toBuffer();
    const middle = (512 * 1024 + 512) * 4;
    expect(pixels[middle + 2]).toBeLessThan(180);
    const half = pixels.filter((alpha, at) => at % 4 === 3 && alpha > 0 && alpha < 255).length;
    expect(half / (Math.PI * 400 ** 2)).toBeLessThan(0.02);
    expect((await sharp(png).metadata()).xmpAsString).toContain('trainedAlgorithmicMedia');
  });
});
