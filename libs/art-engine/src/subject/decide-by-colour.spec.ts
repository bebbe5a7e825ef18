import { emptyPlane, emptyRaster, type Plane, type Raster } from '../kernels/plane.js';
import { decideByColour } from './decide-by-colour.js';

const SIDE = 160;

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

const BODY: Rectangle = [50, 40, 110, 120];
/** White like the body, but the map does not know. */
const CHEST: Rectangle = [60, 120, 100, 160];
/** As undecided, with the colour of the ground. */
const SHADE: Rectangle = [110, 60, 140, 120];

function fillRectangle(map: Plane, [left, top, right, bottom]: Rectangle, value: number): void {
  for (let y = top; y < bottom; y++) map.values.fill(value, y * SIDE + left, y * SIDE + right);
}

/** Both colours have some grain, as in a photo. */
function photoOf(...white: readonly Rectangle[]): Raster {
  const isWhite = emptyPlane(SIDE, SIDE);
  for (const rectangle of white) fillRectangle(isWhite, rectangle, 1);
  const photo = emptyRaster(SIDE, SIDE);
  for (let i = 0; i < isWhite.values.length; i++)
    photo.pixels.fill((isWhite.values[i] === 1 ? 225 : 90) + ((i * 7) % 13), 3 * i, 3 * i + 3);
  return photo;
}

const at = (map: Plane, x: number, y: number): number => map.values[y * SIDE + x]!;

describe('decideByColour', () => {
  it('adds an undecided part with the animal’s colours, and removes one with those of the ground', async () => {
    const map = emptyPlane(SIDE, SIDE);
    for (const [rectangle, value] of [
      [BODY, 1],
      [CHEST, 0.3],
      [SHADE, 0.45],
    ] as const)
      fillRectangle(map, rectangle, value);
    const decided = await decideByColour(map, photoOf(BODY, CHEST));
    expect(at(decided, 80, 140)).toBeGreaterThan(0.6);
    expect(at(decided, 125, 90)).toBeLessThan(0.25);
    expect([at(decided, 80, 80), at(decided, 20, 20)]).toEqual([1, 0]);
  });

  it('leaves the soft outline to the search for fur', async () => {
    const map = emptyPlane(SIDE, SIDE);
    fillRectangle(map, [46, 36, 114, 124], 0.5);
    fillRectangle(map, BODY, 1);
    expect(await decideByColour(map, photoOf(BODY))).toBe(map);
  });
});
