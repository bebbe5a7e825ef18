import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import fc from 'fast-check';
import { hashRequest, computePrintShape } from '../../generation/generate-request.rules.js';
import { chooseSize } from './choose-size.rules.js';

const FLARE = 'gpt-image-2.5-flare';
const toSides = ({ width, height }: { width: number; height: number }): [number, number] => [width, height];

describe('chooseSize', () => {
  it('has room for several pets side by side', () => {
    const portrait = { width: 3, height: 4 };
    expect(toSides(chooseSize(FLARE, [portrait, portrait], null))).toEqual([1536, 1280]);
  });

  it.each([
    [{ width: 3_000, height: 4_000 }, [1280, 1536]],
    [{ width: 4_000, height: 3_000 }, [1536, 1280]],
    [{ width: 2_000, height: 2_000 }, [1536, 1536]],
    [{ width: 900, height: 1_000 }, [1376, 1536]],
    [{ width: 300, height: 4_000 }, [1280, 1536]],
  ])('follows the photo %j, limited to the shape of a t-shirt', (photo, size) => {
    expect(toSides(chooseSize(FLARE, [photo], null))).toEqual(size);
  });

  it('is valid for the API with every photo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
        const size = chooseSize(FLARE, [{ width, height }], null);
        expect([size.width % 16, size.height % 16, Math.max(size.width, size.height)]).toEqual([0, 0, 1536]);
        expect(size.width * size.height).toBeLessThanOrEqual(2560 * 1440);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1280);
      }),
    );
  });

  it.each(['gpt-image-2', 'gpt-image-2.6-flare', 'gpt-image-3'])('is a custom size with %s', (model) => {
    expect(toSides(chooseSize(model, [{ width: 3, height: 4 }], null))).toEqual([1280, 1536]);
  });

  it.each(['gpt-image-1.5', 'chatgpt-image-latest'])('is the nearest of three sizes with %s', (model) => {
    const photos = [
      { width: 3, height: 4 },
      { width: 4, height: 3 },
      { width: 10, height: 9 },
      { width: 1, height: 9 },
    ];
    expect(photos.map((photo) => toSides(chooseSize(model, [photo], null)))).toEqual([
      [1024, 1536],
      [1536, 1024],
      [1024, 1024],
      [1024, 1536],
    ]);
  });

  describe('for a product', () => {
    const landscape = { width: 4_000, height: 3_000 };
    const area = fc.record({
      widthPx: fc.integer({ min: 100, max: 7_200 }),
      heightPx: fc.integer({ min: 100, max: 7_200 }),
    });
    type Area = { widthPx: number; heightPx: number };
    const sizeFor = (model: string, printArea: Area): [number, number] =>
      toSides(chooseSize(model, [landscape], computePrintShape(printArea)));

    it.each([
      ['tshirt', [1280, 1536], [1024, 1024]],
      ['hoodie', [1312, 1536], [1024, 1024]],
      ['phone-case', [736, 1536], [1024, 1536]],
      ['pet-tag', [1536, 1536], [1024, 1024]],
    ] as const)('has the shape of the print area with every photo: %s', (category, own, fixed) => {
      expect([sizeFor(FLARE, PRINT_AREAS[category]), sizeFor('gpt-image-1.5', PRINT_AREAS[category])]).toEqual([
        own,
        fixed,
      ]);
    });

    it('is valid for the API with every print area', () => {
      fc.assert(
        fc.property(area, (printArea) => {
          const [width, height] = sizeFor(FLARE, printArea);
          expect([width % 16, height % 16, Math.max(width, height)]).toEqual([0, 0, 1536]);
          expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(3);
        }),
      );
    });

    it('differs exactly when the request hashes differ', () => {
      const hashFor = (printArea: Area): string =>
        hashRequest({ imageUrl: '/media/0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001', styleKey: 'modern', printArea });
      const nearby = fc
        .tuple(area, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }))
        .map(([{ widthPx, heightPx }, wider, higher]): [Area, Area] => [
          { widthPx, heightPx },
          { widthPx: widthPx + wider, heightPx: heightPx + higher },
        ]);
      fc.assert(
        fc.property(nearby, ([one, other]) => {
          expect(hashFor(one) === hashFor(other)).toBe(String(sizeFor(FLARE, one)) === String(sizeFor(FLARE, other)));
        }),
      );
    });
  });
});
