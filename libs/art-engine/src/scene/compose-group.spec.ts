import { drawnScene } from '../../test/drawn-scene.js';
import { composeGroup } from './compose-group.js';
import type { Scene } from './compose-scene.js';

const LIMITS = { maxHeightByWidth: 14 / 12, maxWidthByHeight: 1.25 };
const RED = [230, 20, 20] as const;
const GREEN = [20, 230, 20] as const;
const BLUE = [20, 20, 230] as const;

const group = (...scenes: Scene[]): Promise<Scene> => composeGroup(scenes, LIMITS, 160);

interface Shape {
  readonly count: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box of the pixels in which this channel is the strongest. */
function shapeOf({ width, photo: { pixels } }: Scene, channel: 0 | 1 | 2): Shape {
  const shape = { count: 0, left: Infinity, right: 0, top: Infinity, bottom: 0 };
  for (let i = 0; i < pixels.length / 3; i++) {
    const others = Math.max(pixels[3 * i + ((channel + 1) % 3)]!, pixels[3 * i + ((channel + 2) % 3)]!);
    if (pixels[3 * i + channel]! < others + 12) continue;
    shape.count++;
    shape.left = Math.min(shape.left, i % width);
    shape.right = Math.max(shape.right, i % width);
    shape.top = Math.min(shape.top, Math.floor(i / width));
    shape.bottom = Math.max(shape.bottom, Math.floor(i / width));
  }
  return shape;
}

const middleOf = ({ left, right }: Shape): number => (left + right) / 2;

const small = drawnScene({ at: [15, 82], radii: [8, 12], colour: RED });
const large = drawnScene({ at: [40, 50], radii: [28, 45], colour: GREEN });
const broad = drawnScene({ width: 100, at: [50, 50], radii: [45, 28], colour: BLUE });

describe('composeGroup', () => {
  it('draws pets alike in size, with their heads in line, whatever their size in the photo', async () => {
    const scene = await group(small, large);
    const [red, green] = [shapeOf(scene, 0), shapeOf(scene, 1)];
    expect((red.bottom - red.top) / (green.bottom - green.top)).toBeCloseTo(1, 1);
    expect(Math.abs(red.top - green.top)).toBeLessThan(0.05 * scene.height);
  });

  it('has the pets from left to right in the given order', async () => {
    const [scene, turned] = [await group(small, large, broad), await group(broad, large, small)];
    const [red, green, blue] = [shapeOf(scene, 0), shapeOf(scene, 1), shapeOf(scene, 2)].map(middleOf);
    expect([red, green, blue]).toEqual([red!, green!, blue!].toSorted((one, other) => one - other));
    expect(middleOf(shapeOf(turned, 0))).toBeGreaterThan(middleOf(shapeOf(turned, 2)));
  });

  it('overlaps them, and shows most of each', async () => {
    const scene = await group(small, large, broad);
    const shapes = [shapeOf(scene, 0), shapeOf(scene, 1), shapeOf(scene, 2)];
    expect(shapes[0]!.right).toBeGreaterThan(shapes[1]!.left);
    for (const { count, left, right, top, bottom } of shapes)
      expect(count / ((right - left) * (bottom - top))).toBeGreaterThan(0.5);
  });

  it('has the union of the pets as its mask, and their box', async () => {
    const scene = await group(small, large);
    const covered = scene.mask.values.filter((value) => value > 0.5).length;
    const drawn = shapeOf(scene, 0).count + shapeOf(scene, 1).count;
    expect(covered / drawn).toBeCloseTo(1, 1);
    const corners = [scene.box.left, scene.box.right].map((units) => units * scene.unit);
    expect(Math.abs(corners[0]! - Math.min(shapeOf(scene, 0).left, shapeOf(scene, 1).left))).toBeLessThan(3);
    expect(Math.abs(corners[1]! - Math.max(shapeOf(scene, 0).right, shapeOf(scene, 1).right))).toBeLessThan(3);
  });

  it('keeps the tone of each pet’s own scene', async () => {
    const black = drawnScene({ at: [40, 50], radii: [28, 45], colour: [30, 5, 5], tone: (share) => share });
    const white = drawnScene({ at: [40, 50], radii: [28, 45], colour: [225, 255, 225], tone: (share) => share });
    const { width, tone, mask } = await group(black, white);
    for (const [from, to] of [
      [0, width / 2],
      [width / 2, width],
    ] as const) {
      const tones = tone.values.filter((_, i) => mask.values[i]! > 0.9 && i % width >= from && i % width < to).sort();
      expect(tones[Math.floor(tones.length * 0.95)]! - tones[Math.floor(tones.length * 0.05)]!).toBeGreaterThan(0.6);
    }
  });

  it('separates pets of the same tone by a light rim in front and a shadow behind', async () => {
    const pets = [RED, GREEN].map((colour) => drawnScene({ at: [40, 50], radii: [28, 45], colour }));
    const { tone, mask } = await group(...pets);
    const onPets = tone.values.filter((_, i) => mask.values[i] === 1);
    expect(Math.min(...onPets)).toBeLessThan(0.25);
    expect(Math.max(...onPets)).toBeGreaterThan(0.6);
  });

  it('extends a raised pet that the photo cuts down to the bottom of the picture', async () => {
    const cut = (colour: typeof RED | typeof GREEN | typeof BLUE): Scene =>
      drawnScene({ at: [40, 100], radii: [20, 95], colour });
    const scene = await group(cut(RED), cut(GREEN), cut(BLUE));
    const green = shapeOf(scene, 1);
    expect(green.top).toBeLessThan(shapeOf(scene, 0).top);
    expect(green.bottom).toBe(scene.height - 1);
  });
});
