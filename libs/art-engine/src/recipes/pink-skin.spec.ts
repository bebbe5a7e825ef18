import { drawnScene } from '../../test/drawn-scene.js';
import { wholeView } from '../painting/painting.js';
import { pinkSkin } from './pink-skin.js';

type Colour = readonly [red: number, green: number, blue: number];

const TONGUE: Colour = [214, 128, 150];

/** A pet of one colour on which an ellipse has another colour. */
function petWith(fur: Colour, patch: Colour, at: readonly [number, number], radii: readonly [number, number]) {
  const scene = drawnScene({ width: 160, height: 200, at: [80, 100], radii: [60, 80], colour: fur });
  for (let i = 0; i < scene.mask.values.length; i++) {
    const [x, y] = [i % 160, Math.floor(i / 160)];
    if (scene.mask.values[i] && Math.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1]) < 1)
      scene.photo.pixels.set(patch, 3 * i);
  }
  return { ...scene, unit: 200 / 1024 };
}

/** Whether the pixel of the scene is painted pink. */
function isPink(scene: Parameters<typeof pinkSkin>[0], x: number, y: number): boolean {
  const view = wholeView({ width: 819, height: 1024 }, 200);
  const row = new Float32Array(view.widthPx);
  pinkSkin(scene)(view)(y, row, 0, view.widthPx);
  return row[x]! > 0.5;
}

describe('pinkSkin', () => {
  it.each([
    ['a tongue', [60, 58, 56], TONGUE, true],
    ['a tongue in the shade', [60, 58, 56], [140, 82, 96], true],
    ['a red patch', [60, 58, 56], [150, 80, 45], false],
    ['an orange breast', [60, 58, 56], [196, 98, 30], false],
    ['fur in warm light', [128, 128, 128], [180, 168, 160], false],
    ['a dark mouth', [128, 128, 128], [60, 20, 28], false],
  ] as const)('%s', (_, fur, patch, expected) => {
    const scene = petWith(fur, patch, [80, 110], [8, 16]);
    expect(isPink(scene, 80, 110)).toBe(expected);
    expect(isPink(scene, 80, 150)).toBe(false);
  });

  it('is not the red light along the outline of a white pet', () => {
    const scene = petWith([240, 238, 235], [230, 170, 185], [80, 185], [60, 20]);
    expect(isPink(scene, 80, 174)).toBe(false);
  });

  it('is not the coat of a pet that is pink all over', () => {
    expect(isPink(petWith(TONGUE, TONGUE, [80, 110], [8, 16]), 80, 110)).toBe(false);
  });
});
