import { createHash } from 'node:crypto';
import { VARIATION_MAX } from '@shop/contracts-art';
import { computeSeed } from './seed.js';

const PHOTOS = ['0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001', '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002'];

describe('computeSeed', () => {
  it('differs for each photo and variation, and is stable', () => {
    const inputs = PHOTOS.flatMap((photoId) =>
      Array.from({ length: VARIATION_MAX + 1 }, (_, variation) => ({ photoId, variation, furtherPhotoIds: [] })),
    );
    expect(new Set(inputs.map(computeSeed)).size).toBe(inputs.length);
    expect(inputs.map(computeSeed)).toEqual(inputs.map(computeSeed));
  });

  it('is the photo’s own hash in variation 0, which the preview uses', () => {
    expect(computeSeed({ photoId: PHOTOS[0]!, variation: 0, furtherPhotoIds: [] })).toBe(
      createHash('sha256').update(PHOTOS[0]!).digest().readUInt32BE(),
    );
  });

  it('differs for other further pets, and for another order of them', () => {
    const [first, second] = PHOTOS as [string, string];
    const seeds = [[], [second], [first, second], [second, first]].map((furtherPhotoIds) =>
      computeSeed({ photoId: first, variation: 0, furtherPhotoIds }),
    );
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});
