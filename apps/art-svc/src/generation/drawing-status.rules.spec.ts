import { toPercent } from './drawing-status.rules.js';

describe('drawing status rules', () => {
  it('reserves 100 percent for completed drawings', () => {
    expect([-1, 0, 0.5, 1, 7].map(toPercent)).toEqual([3, 3, 50, 97, 97]);
  });
});
