import { flatten, isInside, type Polygon } from '../test/outline-polygon.js';
import { CUTS, type CutKey } from './cuts.js';
import { CANVAS } from './outline.js';

const keys = Object.keys(CUTS) as CutKey[];
const EVERY = 200;

/** Points all along the edge of a cut's print area on its picture. */
function edgeOf(key: CutKey): [number, number][] {
  const { pictureArea: area, printArea } = CUTS[key];
  const [left, top, width, height] = [area.x * CANVAS, area.y * CANVAS, area.width * CANVAS, area.height * CANVAS];
  const along = Array.from({ length: EVERY + 1 }, (_, step) => step / EVERY);
  if (printArea.shape === 'round') {
    return along.map((share) => [
      left + (width / 2) * (1 + Math.cos(2 * Math.PI * share)),
      top + (height / 2) * (1 + Math.sin(2 * Math.PI * share)),
    ]);
  }
  return along.flatMap((share): [number, number][] => [
    [left + width * share, top],
    [left + width * share, top + height],
    [left, top + height * share],
    [left + width, top + height * share],
  ]);
}

describe.each(keys)('the picture of a %s', (key) => {
  const cut = CUTS[key];
  const outline: Polygon = flatten(cut.silhouette);

  it('shows the print area in the aspect in which it is printed', () => {
    const onPicture = cut.pictureArea.width / cut.pictureArea.height;
    expect(onPicture).toBeCloseTo(cut.printArea.widthPx / cut.printArea.heightPx, 9);
  });

  it('has the whole print area inside the product', () => {
    const outside = edgeOf(key).filter((point) => !isInside(outline, point));
    expect(outside).toEqual([]);
  });

  it('leaves a margin to the edge of the picture', () => {
    for (const [x, y] of outline) {
      expect(Math.min(x, y, CANVAS - x, CANVAS - y)).toBeGreaterThan(40);
    }
  });

  it('is the same on both sides', () => {
    const xs = outline.map(([x]) => x);
    expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(CANVAS, 0);
  });
});
