import { randomForVariation } from './random.js';

const numbersOf = (seed: number, count: number): number[] =>
  Array.from(
    { length: count },
    (
      (random) => () =>
        random()
    )(randomForVariation(seed)),
  );

describe('the random numbers of a variation', () => {
  it('choose another first option than the previous variation, of three options or more', () => {
    for (const things of [3, 4, 5, 8]) {
      for (const seed of [0, 1, 77, 123_456, 3_999_999_999]) {
        const chosen = Array.from({ length: 12 }, (_, variation) =>
          Math.floor(randomForVariation(seed + variation)() * things),
        );
        for (let n = 1; n < chosen.length; n++) expect(chosen[n]).not.toBe(chosen[n - 1]);
        expect(new Set(chosen).size).toBe(things);
      }
    }
  });

  it('are in 0…1 and repeat for the same seed', () => {
    expect(numbersOf(4_294_967_295, 50)).toEqual(numbersOf(4_294_967_295, 50));
    for (const number of numbersOf(4_294_967_295, 50)) expect(number >= 0 && number < 1).toBe(true);
    expect(new Set(numbersOf(5, 50)).size).toBe(50);
  });
});
