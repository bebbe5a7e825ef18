import fc from 'fast-check';
import { computeNextStageMs, computeStage } from './printer-time.rules.js';

const HOUR_MS = 3_600_000;
const STAGES = ['accepted', 'printing', 'shipped', 'delivered'] as const;

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

  it('only goes forward, and each stage ends at the computed time', () => {
    const times = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(times, times, fc.double({ min: 0.01, max: 1e6, noNaN: true }), (one, other, speed) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((ms) => computeStage(ms, speed));
        expect(STAGES.indexOf(early!)).toBeLessThanOrEqual(STAGES.indexOf(late!));
        for (const [index, stage] of STAGES.entries()) {
          const endMs = computeNextStageMs(stage, speed);
          if (endMs !== null) expect(computeStage(endMs * 1.000001, speed)).toBe(STAGES[index + 1]);
        }
      }),
    );
  });

  it('runs one day per second at speed 86400', () => {
    expect(STAGES.map((stage) => computeNextStageMs(stage, 86_400))).toEqual([500, 2_000, 5_000, null]);
  });
});
