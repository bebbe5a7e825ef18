import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { petPhoto } from '../../test/pet-photo.js';
import { decodePhoto } from './decode-photo.js';
import { checkSubjectFinder, releaseSubjectFinder } from './choose-finder.js';
import { cutOutPhoto, readCutOut, type PhotoCutOut } from './cut-out-photo.js';

jest.setTimeout(60_000);

async function isDrawn({ png, width, height }: PhotoCutOut, x: number, y: number): Promise<boolean> {
  const grey = await sharp(png).extractChannel(0).raw().toBuffer();
  return grey[Math.floor(y * height) * width + Math.floor(x * width)]! > 127;
}

describe('cutOutPhoto', () => {
  let folder: string;
  let photo: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-cut-out-'));
    photo = await petPhoto(160, 120).png().toBuffer();
  });
  afterAll(() => releaseSubjectFinder());
  afterAll(() => rm(folder, { recursive: true }));

  it('cuts out an animal by the network, in the size of the photo', async () => {
    const cutOut = await cutOutPhoto(photo);
    expect(cutOut).toMatchObject({
      source: 'network',
      hasSubject: true,
      fallbackReason: null,
      width: 160,
      height: 120,
    });
    const places = [
      [0.5, 0.4],
      [0.45, 0.4],
      [0.5, 0.8],
      [0.1, 0.2],
      [0.9, 0.9],
    ] as const;
    expect(await Promise.all(places.map(([x, y]) => isDrawn(cutOut, x, y)))).toEqual([true, true, true, false, false]);
    expect(await sharp(cutOut.png).metadata()).toMatchObject({ format: 'png', channels: 1, depth: 'uchar' });
  });

  it('starts the network again after a release', async () => {
    await cutOutPhoto(photo);
    releaseSubjectFinder();
    expect((await cutOutPhoto(photo)).source).toBe('network');
  });

  it('cuts out by contrast, with the reason, where the weights are missing', async () => {
    const cutOut = await cutOutPhoto(photo, { weightsPath: join(folder, 'missing.onnx') });
    expect(cutOut).toMatchObject({ source: 'contrast', hasSubject: true });
    expect(cutOut.fallbackReason).toContain('missing.onnx');
    expect([await isDrawn(cutOut, 0.5, 0.4), await isDrawn(cutOut, 0.1, 0.2)]).toEqual([true, false]);
  });

  it('finds no pet on a wall', async () => {
    const wall = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#d8cfc0' } })
      .png()
      .toBuffer();
    expect(await cutOutPhoto(wall)).toMatchObject({ source: 'network', hasSubject: false });
  });

  it('takes the transparency of a photo', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><circle cx="100" cy="75" r="40"/></svg>';
    const cutOut = await cutOutPhoto(await sharp(Buffer.from(svg)).png().toBuffer());
    expect(cutOut).toMatchObject({ source: 'transparency', width: 200, height: 150 });
    expect([await isDrawn(cutOut, 0.5, 0.5), await isDrawn(cutOut, 0.1, 0.1)]).toEqual([true, false]);
  });

  it('keeps the proportions of a photo with a transparent border', async () => {
    const inside = await petPhoto(160, 120).png().toBuffer();
    const framed = await sharp({ create: { width: 200, height: 160, channels: 4, background: '#0000' } })
      .composite([{ input: inside, left: 20, top: 20 }])
      .png()
      .toBuffer();
    const cutOut = await cutOutPhoto(framed);
    expect([cutOut.width, cutOut.height]).toEqual([200, 160]);
    const mask = await readCutOut(cutOut.png, await decodePhoto(framed, 1100));
    expect([mask.width, mask.height]).toEqual([160, 120]);
    expect(mask.values[50 * 160 + 80]).toBe(1);
  });
});

describe('checkSubjectFinder', () => {
  it('says that the network is used', async () => {
    expect((await checkSubjectFinder()).source).toBe('network');
  });

  it('gives the checksum as the reason against other weights', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-weights-'));
    const weightsPath = join(folder, 'other.onnx');
    await writeFile(weightsPath, 'other weights');
    const { source, reason } = await checkSubjectFinder({ weightsPath });
    expect(source).toBe('contrast');
    expect(reason).toMatch(/other\.onnx have the SHA-256 [0-9a-f]{64} instead of 309c8469/);
    await rm(folder, { recursive: true });
  });
});
