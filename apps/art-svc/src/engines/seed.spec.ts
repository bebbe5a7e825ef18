import { createHash } from 'node:crypto';
import { STYLE_KEYS, VARIATION_MAX } from '@shop/contracts/art';
import { seedOf } from './seed.js';

const PHOTOS = ['0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001', '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002'];

describe('the seed of an artwork', () => {
  it('is another one for each photo, style and variation, and always the same for the same', () => {
    const drawn = PHOTOS.flatMap((photoId) => STYLE_KEYS.flatMap((styleKey) => [1, 2, 3, 12, VARIATION_MAX].map((variation) => ({ photoId, styleKey, variation }))));
    expect(new Set(drawn.map(seedOf)).size).toBe(drawn.length);
    expect(drawn.map(seedOf)).toEqual(drawn.map(seedOf));
  });

  it('is the photo’s in variation 0, as it was when the first previews were drawn', () => {
    for (const styleKey of STYLE_KEYS) {
      expect(seedOf({ photoId: PHOTOS[0]!, styleKey, variation: 0 })).toBe(createHash('sha256').update(PHOTOS[0]!).digest().readUInt32BE());
    }
  });
});
