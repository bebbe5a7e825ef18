import { createHash } from 'node:crypto';
import type { GenerateRequest } from '@shop/contracts-art';
import { assertSameBody, hashRequest, parseUploadId } from './generate-request.rules.js';

const ID = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';
const request = { imageUrl: `/media/${ID}`, styleKey: 'modern' };

describe('generate request rules', () => {
  it('accepts the address of an uploaded picture', () => {
    expect(parseUploadId(`/media/${ID.toUpperCase()}`)).toBe(ID);
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
  ])('rejects %j as an address', (imageUrl) =>
    expect(() => parseUploadId(imageUrl)).toThrow('Please upload your photo again.'),
  );

  it('hashes a request without a composition as before there were compositions', () => {
    expect(hashRequest({ ...request, petName: 'Rex' })).toBe(
      createHash('sha256').update(`["${ID}","modern","Rex",null,0,null]`).digest('hex'),
    );
  });

  it('treats requests as the same when photo, style, name, prompt, variation and print shape are the same', () => {
    expect(hashRequest({ ...request, petName: '', prompt: undefined, variation: 0 })).toBe(hashRequest(request));
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
    expect(new Set([request, ...others, ...products].map(hashRequest)).size).toBe(10);
    expect(hashRequest({ ...request, printArea: { widthPx: 3450, heightPx: 4140 } })).toBe(hashRequest(products[0]!));
    expect(hashRequest({ ...request, background: 'style', furtherPets: [] })).toBe(hashRequest(request));
    const pet = { imageUrl: request.imageUrl };
    const compositions: Partial<GenerateRequest>[] = [
      { cutOutId: ID },
      { background: 'none' },
      { background: '#000000' },
      { furtherPets: [pet] },
      { furtherPets: [pet, pet] },
      { furtherPets: [{ ...pet, cutOutId: ID }] },
    ];
    expect(new Set(compositions.map((each) => hashRequest({ ...request, ...each }))).size).toBe(6);
    expect(() => assertSameBody(hashRequest(request), hashRequest(others[0]!))).toThrow('already used');
  });
});
