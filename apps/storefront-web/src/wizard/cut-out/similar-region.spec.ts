import type { PhotoPixels } from './mask.js';
import { findSimilarRegion } from './similar-region.js';

const COLOURS: Record<string, [number, number, number]> = {
  '.': [30, 120, 40],
  r: [220, 30, 30],
  o: [230, 60, 40],
  b: [20, 20, 200],
};

function createPhoto(rows: readonly string[]): PhotoPixels {
  const pixels = rows.flatMap((row) => [...row].flatMap((pixel) => [...COLOURS[pixel]!, 255]));
  return { width: rows[0]!.length, height: rows.length, data: Uint8ClampedArray.from(pixels) };
}
const toRows = (region: Uint8Array | null, width: number): string[] =>
  region
    ? Array.from({ length: region.length / width }, (_, y) =>
        [...region.subarray(y * width, (y + 1) * width)].map((value) => (value ? '#' : '-')).join(''),
      )
    : [];
const everywhere = () => true;

describe('findSimilarRegion', () => {
  // A spiral: connected only around corners.
  const photo = createPhoto([
    'rrrrrr....',
    '.....r....',
    'rrrr.r..rr',
    'r..r.r..rr',
    'r.rr.r....',
    'r....r....',
    'rrrrrr....',
  ]);

  it('follows the connected colour around corners and not to the next island of it', () => {
    const onlyRed = (index: number) => photo.data[index * 4] === 220;
    const region = findSimilarRegion(photo, { x: 0.5, y: 0.5 }, { tolerance: 0.1, isAllowed: onlyRed });
    expect(toRows(region, 10)).toEqual([
      '######----',
      '-----#----',
      '####-#----',
      '#--#-#----',
      '#-##-#----',
      '#----#----',
      '######----',
    ]);
  });

  it('grows by one pixel over the mixed colours of the edge', () => {
    const dot = createPhoto(['.....', '.....', '..r..', '.....', '.....']);
    const region = findSimilarRegion(dot, { x: 2.9, y: 2.1 }, { tolerance: 0.1, isAllowed: everywhere });
    expect(toRows(region, 5)).toEqual(['-----', '--#--', '-###-', '--#--', '-----']);
  });

  it('takes more colours with a larger tolerance', () => {
    const ball = createPhoto(['.bbbb', '.rroo', '.bbbb']);
    const count = (tolerance: number) =>
      findSimilarRegion(ball, { x: 1, y: 1 }, { tolerance, isAllowed: everywhere })?.reduce(
        (sum, value) => sum + value,
        0,
      );
    expect(count(0.05)).toBeLessThan(count(0.15) ?? 0);
    expect(count(1)).toBe(15);
  });

  it('does not continue on the other side of the photo', () => {
    const edge = createPhoto(['...rr', 'rr...', '.....']);
    const onlyRed = (index: number) => edge.data[index * 4] === 220;
    const region = findSimilarRegion(edge, { x: 4, y: 0 }, { tolerance: 0.1, isAllowed: onlyRed });
    expect(toRows(region, 5)).toEqual(['---##', '-----', '-----']);
  });

  it.each([
    { x: -0.1, y: 0 },
    { x: 10, y: 0 },
    { x: 0, y: 7 },
  ])('finds nothing outside of the photo: %j', (start) => {
    expect(findSimilarRegion(photo, start, { tolerance: 1, isAllowed: everywhere })).toBeNull();
  });

  it('finds nothing where it may not start', () => {
    expect(findSimilarRegion(photo, { x: 0, y: 0 }, { tolerance: 1, isAllowed: () => false })).toBeNull();
  });
});
