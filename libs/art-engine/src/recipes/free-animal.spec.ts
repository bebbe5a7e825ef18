import { emptyPlane, mapPlane } from '../kernels/plane.js';
import type { RecipeInput } from './recipe.js';
import { edgeInk, findCutSides, ownTone } from './free-animal.js';

const SIDE = 80;
const unit = 0.625;
/** A disc with a soft edge of ten pixels. */
const mask = mapPlane(emptyPlane(SIDE, SIDE), (_, i) => {
  const distance = Math.hypot((i % SIDE) - 40, Math.floor(i / SIDE) - 40);
  return Math.min(1, Math.max(0, (30 - distance) / 10));
});

describe('ownTone', () => {
  /** The tone as a camera sees it: the soft edge mixes the animal with the ground. */
  const seenOn = (ground: number) =>
    ownTone({
      unit,
      mask,
      tone: mapPlane(mask, (share, i) => share * (0.4 + 0.2 * Math.sin(i % SIDE)) + (1 - share) * ground),
    });

  it('shows nothing of the ground, neither at the edge nor outside', () => {
    const [onBlack, onWhite] = [seenOn(0), seenOn(1)];
    const most = onBlack.values.reduce((sum, value, i) => Math.max(sum, Math.abs(value - onWhite.values[i]!)), 0);
    expect(most).toBeLessThan(0.03);
    for (const value of onWhite.values) expect(value > 0.15 && value < 0.65).toBe(true);
  });

  it('changes nothing within the animal', () => {
    const own = seenOn(0);
    for (let x = 25; x < 55; x++) expect(own.values[40 * SIDE + x]).toBeCloseTo(0.4 + 0.2 * Math.sin(x), 5);
  });
});

describe('edgeInk', () => {
  it.each([
    ['#1d1145', 'light'],
    ['#000000', 'light'],
    ['#19b5a5', 'dark'],
    ['#ffffff', 'dark'],
    ['none', 'dark'],
  ])('contrasts with the ground: %s', (background, expected) => {
    const [dark, light] = [
      [0, 0, 0],
      [255, 255, 255],
    ] as const;
    expect(edgeInk({ background } as RecipeInput, dark, light)).toBe(expected === 'dark' ? dark : light);
  });
});

describe('findCutSides', () => {
  const input = (background: string, edge: number): Pick<RecipeInput, 'scene' | 'background'> => ({
    background,
    scene: {
      width: SIDE,
      height: SIDE,
      unit,
      mask: mapPlane(emptyPlane(SIDE, SIDE), (_, i) => (Math.floor(i / SIDE) >= edge ? 1 : 0)),
    } as RecipeInput['scene'],
  });

  it('finds the sides at which the photo ends within the animal', () => {
    expect(findCutSides(input('none', 40))).toEqual({ left: true, top: false, right: true, bottom: true });
    expect(findCutSides(input('none', SIDE))).toEqual({ left: false, top: false, right: false, bottom: false });
  });

  it('finds none on a plain ground, which the animal may leave', () => {
    expect(Object.values(findCutSides(input('#ffffff', 40)))).toEqual([false, false, false, false]);
  });
});
