import { createHash } from 'node:crypto';
import { assertSameBody, hashOf, uploadIdOf } from './generate-request.rules.js';

const ID = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';
const request = { imageUrl: `/media/${ID}`, styleKey: 'modern' };

describe('a call to draw', () => {
  it('names a picture of the shop', () => {
    expect(uploadIdOf(`/media/${ID.toUpperCase()}`)).toBe(ID);
  });

  it.each([
    '',
    ID,
    `media/${ID}`,
    `//media/${ID}`,
    `/media/${ID}/`,
    `/media/${ID}?w=320`,
    `/media/${ID}#x`,
    `https://shop.example/media/${ID}`,
    `/media/../${ID}`,
    `/media/%30b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001`,
  ])('names nothing with %j', (imageUrl) =>
    expect(() => uploadIdOf(imageUrl)).toThrow('Please upload your photo again.'),
  );

  it('is the same as another where photo, style, name, prompt, variation and the print area’s shape are', () => {
    expect(hashOf({ ...request, petName: '', prompt: undefined, variation: 0 })).toBe(hashOf(request));
    const others = [
      { ...request, styleKey: 'abstract' },
      { ...request, variation: 1 },
      { ...request, variation: 2 },
      { ...request, petName: 'Rex' },
      { ...request, prompt: 'Rex' },
      { ...request, imageUrl: `/media/${ID.replace('0b', '1b')}` },
    ];
    const products = [
      { ...request, printArea: { widthPx: 4500, heightPx: 5400 } },
      { ...request, printArea: { widthPx: 300, heightPx: 300 } },
      { ...request, variation: 1, printArea: { widthPx: 300, heightPx: 300 } },
    ];
    expect(new Set([request, ...others, ...products].map(hashOf)).size).toBe(10);
    expect(hashOf({ ...request, printArea: { widthPx: 3450, heightPx: 4140 } })).toBe(hashOf(products[0]!));
    expect(() => assertSameBody(hashOf(request), hashOf(others[0]!))).toThrow('already used');
  });

  it('is the same as it was before there were variations', () => {
    expect(hashOf(request)).toBe(
      createHash('sha256')
        .update(JSON.stringify([ID, 'modern', null, null]))
        .digest('hex'),
    );
  });
});
