import fc from 'fast-check';
import { computeNextStageMs, computeStage, computeStageEndsMs } from './sandbox-clock.rules.js';

const HOUR_MS = 3_600_000;
const STAGES = ['accepted', 'printing', 'shipped', 'delivered'];

describe('computeStage', () => {
  it.each([
    [0, 'accepted'],
    [12 * HOUR_MS, 'printing'],
    [48 * HOUR_MS, 'shipped'],
    [120 * HOUR_MS, 'delivered'],
  ])('returns the stage after %d ms: %s', (elapsedMs, stage) => {
    expect(computeStage(elapsedMs, 1)).toBe(stage);
    expect(computeStage(elapsedMs - 1, 1)).not.toBe(elapsedMs === 0 ? 'printing' : stage);
  });

  it('runs one day per second at speed 86400', () => {
    expect([400, 600, 1_900, 2_100, 4_900, 5_100].map((ms) => computeStage(ms, 86_400))).toEqual([
      'accepted',
      'printing',
      'printing',
      'shipped',
      'shipped',
      'delivered',
    ]);
  });

  it('only goes forward, and each stage ends at the computed time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        (one, other, speed) => {
          const [early, late] = [Math.min(one, other), Math.max(one, other)];
          expect(STAGES.indexOf(computeStage(early, speed))).toBeLessThanOrEqual(
            STAGES.indexOf(computeStage(late, speed)),
          );
          for (const [stage, end] of computeStageEndsMs(speed).entries())
            expect(STAGES.indexOf(computeStage(end * 1.000001, speed))).toBe(stage + 1);
        },
      ),
    );
  });

  it('names the time of the next stage', () => {
    const stages = ['accepted', 'printing', 'shipped', 'delivered'] as const;
    expect(stages.map((stage) => computeNextStageMs(stage, 86_400))).toEqual([500, 2_000, 5_000, null]);
  });
});
