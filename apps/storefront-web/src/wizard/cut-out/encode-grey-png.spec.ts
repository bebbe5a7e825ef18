import { CompressionStream } from 'node:stream/web';
import sharp from 'sharp';
import { encodeGreyPng } from './encode-grey-png.js';

const mask = { width: 300, height: 240, data: Uint8Array.from({ length: 300 * 240 }, (_, i) => (i * 7) % 256) };

/** Decodes by another implementation, which also verifies the checksums. */
async function decode(png: Uint8Array) {
  const picture = sharp(png);
  const { channels, depth, width, height, space } = await picture.metadata();
  return { format: { channels, depth, width, height, space }, data: await picture.extractChannel(0).raw().toBuffer() };
}

describe('encodeGreyPng', () => {
  afterEach(() => void Object.assign(globalThis, { CompressionStream: undefined }));

  it.each([
    ['compressed', CompressionStream],
    ['without CompressionStream', undefined],
  ])('encodes 8 bit grey without loss, %s', async (_, compression) => {
    Object.assign(globalThis, { CompressionStream: compression });
    const png = await encodeGreyPng(mask);
    const { format, data } = await decode(png);
    expect(format).toEqual({ channels: 1, depth: 'uchar', width: 300, height: 240, space: 'b-w' });
    expect(Buffer.compare(data, mask.data)).toBe(0);
  });

  it('compresses a mask of large areas to a small file', async () => {
    Object.assign(globalThis, { CompressionStream });
    const data = new Uint8Array(1024 * 768).fill(255, 200_000, 500_000);
    expect((await encodeGreyPng({ width: 1024, height: 768, data })).length).toBeLessThan(5_000);
  });
});
