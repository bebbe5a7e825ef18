import fc from 'fast-check';
import { chooseSize } from './choose-size.rules.js';

const FLARE = 'gpt-image-2.5-flare';
const sides = ({ width, height }: { width: number; height: number }): [number, number] => [width, height];

describe('the size of an artwork', () => {
  it.each([
    [{ width: 3_000, height: 4_000 }, [1280, 1536]],
    [{ width: 4_000, height: 3_000 }, [1536, 1280]],
    [{ width: 2_000, height: 2_000 }, [1536, 1536]],
    [{ width: 900, height: 1_000 }, [1376, 1536]],
    [{ width: 300, height: 4_000 }, [1280, 1536]],
  ])('follows the photo %j, as far as a t-shirt goes', (photo, size) => {
    expect(sides(chooseSize(FLARE, photo))).toEqual(size);
  });

  it('is one the API takes, whatever the photo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
        const size = chooseSize(FLARE, { width, height });
        expect([size.width % 16, size.height % 16, Math.max(size.width, size.height)]).toEqual([0, 0, 1536]);
        expect(size.width * size.height).toBeLessThanOrEqual(2560 * 1440);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1280);
      }),
    );
  });

  it.each(['gpt-image-2', 'gpt-image-2-2026-04-21', 'gpt-image-2.5-sunburst', 'gpt-image-2.5-flare-2026-09-08'])('is its own with %s', (model) => {
    expect(sides(chooseSize(model, { width: 3, height: 4 }))).toEqual([1280, 1536]);
  });

  it.each(['gpt-image-1.5', 'gpt-image-2.6-flare', 'chatgpt-image-latest', 'something-else'])('is the nearest of three with %s', (model) => {
    const photos = [{ width: 3, height: 4 }, { width: 4, height: 3 }, { width: 10, height: 9 }, { width: 1, height: 9 }];
    expect(photos.map((photo) => sides(chooseSize(model, photo)))).toEqual([[1024, 1536], [1536, 1024], [1024, 1024], [1024, 1536]]);
  });
});
