import fc from 'fast-check';
import { endsOfStages, lookEveryMs, stageAfter } from './sandbox-clock.rules.js';

const HOUR_MS = 3_600_000;
const STAGES = ['accepted', 'printing', 'shipped', 'delivered'];

describe('the sandbox printer’s clock', () => {
  it.each([
    [0, 'accepted'],
    [12 * HOUR_MS, 'printing'],
    [48 * HOUR_MS, 'shipped'],
    [120 * HOUR_MS, 'delivered'],
  ])('%d ms after an order came in it is %s', (elapsedMs, stage) => {
    expect(stageAfter(elapsedMs, 1)).toBe(stage);
    expect(stageAfter(elapsedMs - 1, 1)).not.toBe(elapsedMs === 0 ? 'printing' : stage);
  });

  it('goes a day a second at 86400', () => {
    expect([400, 600, 1_900, 2_100, 4_900, 5_100].map((ms) => stageAfter(ms, 86_400))).toEqual([
      'accepted',
      'printing',
      'printing',
      'shipped',
      'shipped',
      'delivered',
    ]);
  });

  it('only goes forward, and each stage ends when it says', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        (one, other, speed) => {
          const [early, late] = [Math.min(one, other), Math.max(one, other)];
          expect(STAGES.indexOf(stageAfter(early, speed))).toBeLessThanOrEqual(STAGES.indexOf(stageAfter(late, speed)));
          for (const [stage, end] of endsOfStages(speed).entries())
            expect(STAGES.indexOf(stageAfter(end * 1.000001, speed))).toBe(stage + 1);
        },
      ),
    );
  });

  it('is looked at at least every minute, and at most five times a second', () => {
    expect([0.001, 1, 86_400, 1e9].map(lookEveryMs)).toEqual([60_000, 60_000, 200, 200]);
  });
});
