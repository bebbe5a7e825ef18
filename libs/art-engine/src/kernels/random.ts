/**
 * Random numbers in 0…1 (1 excluded), always the same for the same seed. Source: mulberry32 by T. Ettinger, public
 * domain.
 */
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
 * Like {@link randomFrom}, but the first number advances by the golden ratio from one seed to the next (a Kronecker
 * sequence). So consecutive variations start with a different choice wherever a recipe has three or more options.
 */
export function randomForVariation(seed: number): () => number {
  const random = randomFrom(seed);
  const first = (seed * GOLDEN) % 1;
  let drawn = 0;
  return () => (drawn++ === 0 ? first : random());
}
