import fc from 'fast-check';
import { GridCut } from './min-cut.js';
import { randomFrom } from './random.js';

describe('min cut', () => {
  type Bind = (one: number, other: number) => number;

  /** Cost of a labelling of a 3 × 3 grid. */
  function costOf(labels: number, hang: number[], bind: Bind): number {
    let sum = 0;
    for (let i = 0; i < 9; i++) {
      const side = (labels >> i) & 1;
      sum += side === 1 ? Math.max(0, -hang[i]!) : Math.max(0, hang[i]!);
      const [x, y] = [i % 3, Math.floor(i / 3)];
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const other = (y + dy) * 3 + x + dx;
        if (x + dx < 3 && y + dy >= 0 && y + dy < 3 && ((labels >> other) & 1) !== side) sum += bind(i, other);
      }
    }
    return sum;
  }

  const cheapest = (hang: number[], bind: Bind): number =>
    Math.min(...Array.from({ length: 1 << 9 }, (_, labels) => costOf(labels, hang, bind)));

  it('finds a cut as cheap as the cheapest of all labellings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 1_000 }),
        (hang, seed) => {
          const random = randomFrom(seed);
          const weights = Array.from({ length: 81 }, () => Math.floor(random() * 6));
          const bind = (one: number, other: number): number => weights[one * 9 + other]!;
          const cut = new GridCut(3, 3);
          for (const [i, cost] of hang.entries()) cut.hang(i % 3, Math.floor(i / 3), cost);
          for (const [direction, dx, dy] of [
            [0, 1, 0],
            [2, 0, 1],
            [4, 1, 1],
            [6, 1, -1],
          ] as const) {
            for (let i = 0; i < 9; i++) {
              const [x, y] = [i % 3, Math.floor(i / 3)];
              if (x + dx < 3 && y + dy >= 0 && y + dy < 3) cut.bind(x, y, direction, bind(i, i + dy * 3 + dx));
            }
          }
          const labels = cut.solve().reduce((sum, side, i) => sum | (side << i), 0);
          expect(cheapest(hang, bind)).toBeCloseTo(costOf(labels, hang, bind), 4);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds the same cut from the previous flow as from zero, for any change of the costs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (seed) => {
        const random = randomFrom(seed);
        const [width, height] = [7, 6];
        const bound = (): GridCut => new GridCut(width, height);
        const [reused, fresh] = [bound(), bound()];
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width - 1; x++) {
            const cost = random() * 5;
            for (const cut of [reused, fresh]) cut.bind(x, y, 0, cost);
          }
        }
        const hang = (cuts: GridCut[]): void => {
          for (let i = 0; i < width * height; i++) {
            const cost = random() * 20 - 10;
            for (const cut of cuts) cut.hang(i % width, Math.floor(i / width), cost);
          }
        };
        hang([reused]);
        reused.solve();
        hang([reused, fresh]);
        expect([...reused.solve()]).toEqual([...fresh.solve()]);
      }),
      { numRuns: 60 },
    );
  });
});
