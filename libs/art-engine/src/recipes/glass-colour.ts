import { fromOklch, toOklab, type Rgb } from '../kernels/colour.js';
import { clamp01 } from '../kernels/plane.js';

export interface Scheme {
  /** Hues in degrees (OKLCH) from shadow to light. */
  readonly shadow: number;
  readonly middle: number;
  readonly light: number;
  readonly ground: number;
}

/**
 * The lightness of a facet comes from the animal. Its hue runs from shadow over middle to light, shifted towards the
 * fur's own colour.
 */
export function animalColour(scheme: Scheme, tone: number, fur: Rgb, sparkle: number): [number, number, number] {
  const [, a, b] = toOklab(fur);
  const hue =
    tone < 0.5 ? between(scheme.shadow, scheme.middle, tone * 2) : between(scheme.middle, scheme.light, tone * 2 - 1);
  const angle = (hue * Math.PI) / 180;
  const chroma = 0.05 + 0.13 * Math.sin(Math.PI * clamp01(0.12 + tone * 0.8));
  const mixedA = chroma * Math.cos(angle) * 0.75 + a * 0.6;
  const mixedB = chroma * Math.sin(angle) * 0.75 + b * 0.6;
  const lightness = 0.2 + 0.76 * tone ** 0.9 + sparkle * 0.7;
  return fromOklch(lightness, Math.hypot(mixedA, mixedB), (Math.atan2(mixedB, mixedA) * 180) / Math.PI);
}

/** Interpolates between two hues in the shorter direction. */
function between(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * share;
}
