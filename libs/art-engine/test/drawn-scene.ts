import { emptyPlane, emptyRaster } from '../src/kernels/plane.js';
import type { Scene } from '../src/scene/compose-scene.js';

interface DrawnPet {
  readonly width?: number;
  readonly height?: number;
  /** Centre and radii of the ellipse that is the pet, in pixels. */
  readonly at: readonly [x: number, y: number];
  readonly radii: readonly [across: number, down: number];
  readonly colour: readonly [red: number, green: number, blue: number];
  /** Brightness by the share of the height; 0.5 without it. */
  readonly tone?: (share: number) => number;
}

/** The scene of a pet that is an ellipse of one colour in front of grey, a quarter as large as a real one. */
export function drawnScene({ width = 80, height = 100, at, radii, colour, tone = () => 0.5 }: DrawnPet): Scene {
  const photo = emptyRaster(width, height);
  const [tones, mask] = [emptyPlane(width, height), emptyPlane(width, height)];
  for (let i = 0; i < mask.values.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inside = Math.hypot((x - at[0]) / radii[0], (y - at[1]) / radii[1]) < 1;
    mask.values[i] = inside ? 1 : 0;
    tones.values[i] = tone(y / height);
    photo.pixels.set(inside ? colour : [128, 128, 128], 3 * i);
  }
  return {
    width,
    height,
    unit: 160 / 1024,
    photo,
    tone: tones,
    mask,
    box: { left: 0, top: 0, right: 1, bottom: 1 },
    detail: 1,
  };
}
