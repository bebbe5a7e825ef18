import { jest } from '@jest/globals';
import { ProgressWriter } from './progress-writer.js';

describe('ProgressWriter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('saves the first report at once and then the latest, at most ten times a second', async () => {
    const saved: number[] = [];
    const writer = new ProgressWriter(async (share) => void saved.push(share));
    for (let n = 0; n <= 100; n++) {
      writer.reportProgress(n, 'drawing');
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(saved[0]).toBe(0);
    expect(saved.length).toBeLessThanOrEqual(11);
    expect(saved.length).toBeGreaterThanOrEqual(9);
    await writer.stop();
  });

  it('saves the last report when it stops, nothing afterwards, and survives a failed save', async () => {
    const saved: number[] = [];
    const writer = new ProgressWriter(async (share) => {
      saved.push(share);
      throw new Error('the database is away');
    });
    writer.reportProgress(0.1, 'one');
    await jest.advanceTimersByTimeAsync(5);
    writer.reportProgress(0.2, 'two');
    await writer.stop();
    expect(saved).toEqual([0.1, 0.2]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(saved).toHaveLength(2);
  });
});
