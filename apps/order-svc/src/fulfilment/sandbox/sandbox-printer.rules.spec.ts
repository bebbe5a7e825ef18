import fc from 'fast-check';
import {
  computeNextStageMs,
  computeStage,
  computeStageEndsMs,
  isOutOfStock,
  sandboxPrinterFaultsSchema,
} from './sandbox-printer.rules.js';

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

const parse = (text?: string) => sandboxPrinterFaultsSchema.parse(text);

describe('sandboxPrinterFaultsSchema', () => {
  it.each([
    [undefined, { isCalculating: false, outOfStock: [] }],
    ['calculating', { isCalculating: true, outOfStock: [] }],
    ['out-of-stock:Classic T-Shirt', { isCalculating: false, outOfStock: [{ title: 'Classic T-Shirt', size: null }] }],
    [' calculating , out-of-stock:Hoodie/2XL', { isCalculating: true, outOfStock: [{ title: 'Hoodie', size: '2XL' }] }],
  ])('reads %j', (text, faults) => {
    expect(parse(text)).toEqual(faults);
  });

  it.each(['late', 'out-of-stock', 'out-of-stock:', 'out-of-stock:Tee/'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(`does not know \\"${text}\\"`);
  });

  it('finds the lines that are out of stock', () => {
    const faults = parse('out-of-stock:Tee/S,out-of-stock:Mug');
    expect(isOutOfStock(faults, { title: 'Tee', selections: { size: 'S', color: 'Black' } })).toBe(true);
    expect(isOutOfStock(faults, { title: 'Tee', selections: { size: 'M' } })).toBe(false);
    expect(isOutOfStock(faults, { title: 'Mug', selections: {} })).toBe(true);
  });
});
