import { fromOklab, toOklab, type Rgb } from './colour.js';

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
