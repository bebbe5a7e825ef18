import { clamp01, emptyPlane, type Plane, type Raster } from './plane.js';

/** Red, green, blue in sRGB, 0…255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export interface LabPlanes {
  /** Lightness 0…1. */
  readonly lightness: Plane;
  /** Green (−) to red (+), about −0.3…0.3. */
  readonly a: Plane;
  /** Blue (−) to yellow (+), about −0.3…0.3. */
  readonly b: Plane;
}

/** sRGB byte → linear light 0…1 (IEC 61966-2-1). */
const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const encode = (linear: number): number => {
  const value = clamp01(linear);
  return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
};

/** sRGB → OKLab, a space in which equal distances look equal. Source: B. Ottosson, "A perceptual color space for image processing", 2020. */
export function toOklab([red, green, blue]: Rgb): [lightness: number, a: number, b: number] {
  const r = LINEAR[Math.round(red)]!;
  const g = LINEAR[Math.round(green)]!;
  const b = LINEAR[Math.round(blue)]!;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** OKLab → sRGB; colours outside sRGB are clipped per channel. */
export function fromOklab(lightness: number, a: number, b: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Lightness 0…1, chroma 0…0.4, hue in degrees → sRGB. */
export function fromOklch(lightness: number, chroma: number, hueDegrees: number): [number, number, number] {
  const hue = (hueDegrees * Math.PI) / 180;
  return fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
}

/** H × W × 3 sRGB bytes → three H × W planes in OKLab. */
export function labPlanes({ width, height, pixels }: Raster): LabPlanes {
  const planes = { lightness: emptyPlane(width, height), a: emptyPlane(width, height), b: emptyPlane(width, height) };
  for (let start = 0; start < width * height; start += width) labRow(pixels, planes, start, start + width);
  return planes;
}

function labRow(pixels: Uint8Array, { lightness, a, b }: LabPlanes, from: number, to: number): void {
  for (let i = from, p = 3 * from; i < to; i++, p += 3) {
    const lab = toOklab([pixels[p]!, pixels[p + 1]!, pixels[p + 2]!]);
    lightness.values[i] = lab[0];
    a.values[i] = lab[1];
    b.values[i] = lab[2];
  }
}

/** H × W × 3 sRGB bytes → gamma-coded brightness 0…1 with Rec. 709 weights. */
export function luma({ width, height, pixels }: Raster): Plane {
  const out = emptyPlane(width, height);
  for (let start = 0; start < out.values.length; start += width) lumaRow(pixels, out.values, start, start + width);
  return out;
}

function lumaRow(pixels: Uint8Array, out: Float32Array, from: number, to: number): void {
  for (let i = from, p = 3 * from; i < to; i++, p += 3)
    out[i] = (0.2126 * pixels[p]! + 0.7152 * pixels[p + 1]! + 0.0722 * pixels[p + 2]!) / 255;
}

/** `#rrggbb` → bytes. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export const hex = (colour: Rgb): string =>
  `#${colour
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** 256 × 3 sRGB bytes: the colour of each brightness. */
export type Ramp = Uint8Array;

/**
 * A smooth gradient through the stops (positions 0…1, rising), mixed in OKLab so that two colours of one lightness have
 * no grey between them.
 */
export function buildRamp(stops: readonly (readonly [position: number, colour: Rgb])[]): Ramp {
  const ramp = new Uint8Array(256 * 3);
  const labs = stops.map(([, colour]) => toOklab(colour));
  for (let step = 0; step < 256; step++) {
    const position = step / 255;
    let above = stops.findIndex(([stop]) => stop >= position);
    if (above < 0) above = stops.length - 1;
    const below = Math.max(0, above - 1);
    const [from, to] = [stops[below]![0], stops[above]![0]];
    const t = to > from ? Math.min(1, Math.max(0, (position - from) / (to - from))) : 0;
    const [one, other] = [labs[below]!, labs[above]!];
    const mixed = fromOklab(
      one[0] + (other[0] - one[0]) * t,
      one[1] + (other[1] - one[1]) * t,
      one[2] + (other[2] - one[2]) * t,
    );
    ramp.set(mixed.map(Math.round), step * 3);
  }
  return ramp;
}

/** The ramp with a curve applied to the brightness; both are 0…1. */
export function applyCurve(ramp: Ramp, curve: (position: number) => number): Ramp {
  const bent = new Uint8Array(ramp.length);
  for (let step = 0; step < 256; step++) {
    const from = Math.round(curve(step / 255) * 255) * 3;
    bent.set(ramp.subarray(from, from + 3), step * 3);
  }
  return bent;
}
