/** Fine enough that no step of a picture's 256 is seen. */
const STEPS = 4096;

/** A curve over 0…1 that is slow to work out for each pixel, as a table: read it at {@link at} of a value 0…1. */
export const tabulated = (curve: (value: number) => number): Float32Array =>
  Float32Array.from({ length: STEPS + 1 }, (_, step) => curve(step / STEPS));

/** Where a table holds the value 0…1; beyond it the nearest end. */
export const at = (value: number): number => (value <= 0 ? 0 : value >= 1 ? STEPS : (value * STEPS + 0.5) | 0);
