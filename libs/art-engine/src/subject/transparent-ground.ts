/** Photos with a transparent ground: someone has cut out the animal. Pixels are H × W × 4, RGBA. */

export interface RgbaRaster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Less transparency is a rounded corner or an edge. */
const MIN_TRANSPARENT_SHARE = 0.02;
const MIN_OPAQUE_SHARE = 0.01;

/** True if the opaque part is an animal, as far as transparency can say. */
export function hasTransparentGround({ pixels }: RgbaRaster): boolean {
  let opaque = 0;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i]! > 127) opaque++;
  const share = opaque / (pixels.length / 4);
  return share >= MIN_OPAQUE_SHARE && share <= 1 - MIN_TRANSPARENT_SHARE;
}

export type Colour = readonly [red: number, green: number, blue: number];

export const WHITE: Colour = [255, 255, 255];

/** White first, because an equal choice keeps it. The others are far from fur of any colour. */
const GROUNDS: readonly Colour[] = [WHITE, [88, 112, 140], [28, 44, 66]];

/** Pixels closer than this to the ground, as a distance in RGB, would get lost in it. */
const LOST_DISTANCE = 70;

/** The ground on which the fewest of the opaque pixels get lost. */
export function chooseGround(picture: RgbaRaster): Colour {
  const [first = WHITE, ...others] = GROUNDS;
  let best = { ground: first, lost: countLost(picture, first) };
  for (const ground of others) {
    const lost = countLost(picture, ground);
    if (lost < best.lost) best = { ground, lost };
  }
  return best.ground;
}

function countLost({ pixels }: RgbaRaster, [red, green, blue]: Colour): number {
  let lost = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3]! < 128) continue;
    if (Math.hypot(pixels[i]! - red, pixels[i + 1]! - green, pixels[i + 2]! - blue) < LOST_DISTANCE) lost++;
  }
  return lost;
}

/** H × W × 3: the picture in front of this ground. */
export function flatten({ width, height, pixels }: RgbaRaster, ground: Colour): Uint8Array {
  const flat = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    flattenRow(pixels.subarray(y * width * 4), ground, flat.subarray(y * width * 3, (y + 1) * width * 3));
  return flat;
}

function flattenRow(pixels: Uint8Array, ground: Colour, flat: Uint8Array): void {
  const [red, green, blue] = ground;
  for (let from = 0, to = 0; to < flat.length; from += 4, to += 3) {
    const alpha = pixels[from + 3]! / 255;
    flat[to] = Math.round(pixels[from]! * alpha + red * (1 - alpha));
    flat[to + 1] = Math.round(pixels[from + 1]! * alpha + green * (1 - alpha));
    flat[to + 2] = Math.round(pixels[from + 2]! * alpha + blue * (1 - alpha));
  }
}
