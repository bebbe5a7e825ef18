/** Finer than the 256 steps of a picture. */
const STEPS = 4096;

/** A table of a slow function over 0…1. Read it at {@link tableIndex} of a value in 0…1. */
export const buildTable = (curve: (value: number) => number): Float32Array =>
  Float32Array.from({ length: STEPS + 1 }, (_, step) => curve(step / STEPS));

/** The table index of a value; values outside 0…1 take the nearest end. */
export const tableIndex = (value: number): number => (value <= 0 ? 0 : value >= 1 ? STEPS : (value * STEPS + 0.5) | 0);
