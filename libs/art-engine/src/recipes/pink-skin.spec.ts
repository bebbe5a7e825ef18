import { drawnScene } from '../../test/drawn-scene.js';
import { wholeView } from '../painting/painting.js';
import { pinkSkin } from './pink-skin.js';

/** How much of a pet of this colour is pink, in its middle. */
function pinkOf(colour: readonly [number, number, number]): number {
  const scene = drawnScene({ at: [40, 50], radii: [30, 40], colour });
  const view = wholeView({ width: 512, height: 640 }, 160);
  const row = new Float32Array(view.widthPx);
  pinkSkin(scene)(view)(Math.round(view.heightPx / 2), row, 0, view.widthPx);
  return row[Math.round(view.widthPx / 2)]!;
}

describe('pinkSkin', () => {
  it.each([
    ['a tongue', [214, 128, 150], 1],
    ['a tongue in the shade', [140, 82, 96], 1],
    ['a red coat', [150, 80, 45], 0],
    ['an orange breast', [196, 98, 30], 0],
    ['fur in warm light', [180, 168, 160], 0],
    ['a grey coat', [128, 128, 128], 0],
    ['a mouth', [60, 20, 28], 0],
  ] as const)('%s', (_, colour, expected) => {
    expect(Math.round(pinkOf(colour))).toBe(expected);
  });
});
