import type { Rgb } from './colour.js';
import { emptyRaster, type Plane, type Raster } from './plane.js';

/** `over` where the mask is 1, `under` where it is 0. All H × W. */
export function lay(under: Raster, over: Raster, mask: Plane): Raster {
  const out = emptyRaster(under.width, under.height);
  for (let i = 0, p = 0; i < mask.values.length; i++) {
    const t = mask.values[i]!;
    for (const end = p + 3; p < end; p++) out.pixels[p] = under.pixels[p]! + (over.pixels[p]! - under.pixels[p]!) * t + 0.5;
  }
  return out;
}

/** One colour over the raster, as strong as the mask; changes the raster. */
export function tint(raster: Raster, colour: Rgb, mask: Plane, strength = 1): void {
  const { pixels } = raster;
  for (let i = 0, p = 0; i < mask.values.length; i++, p += 3) {
    const t = mask.values[i]! * strength;
    if (t <= 0) continue;
    pixels[p] = pixels[p]! + (colour[0] - pixels[p]!) * t;
    pixels[p + 1] = pixels[p + 1]! + (colour[1] - pixels[p + 1]!) * t;
    pixels[p + 2] = pixels[p + 2]! + (colour[2] - pixels[p + 2]!) * t;
  }
}

/** Light of one colour added (screen: 1 − (1 − a)(1 − b)); changes the raster. */
export function shine(raster: Raster, colour: Rgb, light: Plane, strength = 1): void {
  const { pixels } = raster;
  for (let i = 0, p = 0; i < light.values.length; i++, p += 3) {
    const t = Math.min(1, light.values[i]! * strength);
    if (t <= 0.002) continue;
    pixels[p] = 255 - ((255 - pixels[p]!) * (255 - colour[0] * t)) / 255;
    pixels[p + 1] = 255 - ((255 - pixels[p + 1]!) * (255 - colour[1] * t)) / 255;
    pixels[p + 2] = 255 - ((255 - pixels[p + 2]!) * (255 - colour[2] * t)) / 255;
  }
}
