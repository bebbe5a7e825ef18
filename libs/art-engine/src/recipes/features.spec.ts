import { emptyRaster, emptyPlane } from '../kernels/plane.js';
import type { Scene } from '../scene/compose-scene.js';
import { findFeatures, sharpenFeatures } from './features.js';

const SIDE = 320;
const unit = 320 / 1024;

interface Spot {
  readonly x: number;
  readonly y: number;
  /** In pixels. */
  readonly across: number;
  readonly down?: number;
  /** Brightness 0…1. */
  readonly tone: number;
}

/**
 * A disc of fur with spots on it.
 *
 * @param brightness of the photo, as a share of the tone
 */
function sceneWith(fur: number, spots: readonly Spot[], brightness = 1): Scene {
  const [photo, tone, mask] = [emptyRaster(SIDE, SIDE), emptyPlane(SIDE, SIDE), emptyPlane(SIDE, SIDE)];
  for (let i = 0; i < tone.values.length; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const spot = spots.findLast(
      ({ x: cx, y: cy, across, down = across }) => Math.hypot((x - cx) / across, (y - cy) / down) < 1,
    );
    mask.values[i] = Math.hypot(x - 160, y - 160) < 130 ? 1 : 0;
    tone.values[i] = mask.values[i] ? (spot?.tone ?? fur) : 0.9;
    photo.pixels.fill(Math.round(255 * brightness * tone.values[i]!), 3 * i, 3 * i + 3);
  }
  const box = { left: 96, top: 96, right: 928, bottom: 928 };
  return { width: SIDE, height: SIDE, unit, photo, tone, mask, box, detail: 1 };
}

const at = ({ values }: { values: Float32Array }, x: number, y: number): number => values[y * SIDE + x]!;

const LEFT = { x: 130, y: 110, across: 5, tone: 0.1 };
const RIGHT = { x: 190, y: 110, across: 5, tone: 0.1 };

describe('findFeatures', () => {
  it('finds eyes and nose, but no line, no edge of the animal and no place beside it', () => {
    const nose = { x: 160, y: 150, across: 8, tone: 0.2 };
    const line = { x: 160, y: 220, across: 70, down: 2, tone: 0.1 };
    const found = findFeatures(sceneWith(0.6, [LEFT, RIGHT, nose, line]));
    for (const { x, y } of [LEFT, RIGHT, nose]) expect(at(found, x, y)).toBeGreaterThan(0.9);
    for (const [x, y] of [
      [160, 220],
      [160, 31],
      [288, 160],
      [10, 10],
      [100, 200],
    ] as const)
      expect(at(found, x, y)).toBeLessThan(0.1);
  });

  it('takes a light spot for an eye on the head, not low on the body', () => {
    const [eye, patch] = [
      { ...LEFT, tone: 0.9 },
      { x: 160, y: 250, across: 5, tone: 0.9 },
    ];
    const found = findFeatures(sceneWith(0.4, [eye, patch]));
    expect(at(found, eye.x, eye.y)).toBeGreaterThan(0.9);
    expect(at(found, patch.x, patch.y)).toBeLessThan(0.1);
  });
});

describe('sharpenFeatures', () => {
  it('shows a black eye and its highlight in black fur, and leaves the fur calm', () => {
    const highlight = { x: 131, y: 109, across: 2, tone: 1 };
    const scene = sceneWith(0.3, [{ ...LEFT, tone: 0.1 }, highlight, { ...RIGHT, tone: 0.1 }], 0.3);
    const calm = { ...scene.tone, values: scene.tone.values.slice().fill(0.3) };
    const sharp = sharpenFeatures(calm, scene, findFeatures(scene));
    const beside = at(sharp, RIGHT.x, RIGHT.y + 8);
    expect(beside - at(sharp, RIGHT.x, RIGHT.y)).toBeGreaterThan(0.1);
    expect(at(sharp, highlight.x, highlight.y)).toBeGreaterThan(0.7);
    expect(at(sharp, 160, 240)).toBeCloseTo(0.3);
  });
});
