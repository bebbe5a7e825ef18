/** Numbers 0…1 (1 excluded), always the same for the same seed. Source: mulberry32 by T. Ettinger, public domain. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * As {@link randomFrom}, but the first number goes round in golden steps from one seed to the next (a Kronecker sequence): neighbouring seeds never begin alike, and
 * what a recipe chooses first, of three or more, is another one in the next variation.
 */
export function variedFrom(seed: number): () => number {
  const random = randomFrom(seed);
  const first = (seed * GOLDEN) % 1;
  let drawn = 0;
  return () => (drawn++ === 0 ? first : random());
}
