import { jest } from '@jest/globals';
import { ProgressReports } from './progress-reports.js';

describe('ProgressReports', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('writes the first at once and then the latest, ten times a second at most', async () => {
    const written: number[] = [];
    const reports = new ProgressReports(async (share) => void written.push(share));
    for (let n = 0; n <= 100; n++) {
      reports.report(n, 'drawing');
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(written[0]).toBe(0);
    expect(written.length).toBeLessThanOrEqual(11);
    expect(written.length).toBeGreaterThanOrEqual(9);
    await reports.end();
  });

  it('writes the last at its end and nothing after it, and survives a failed write', async () => {
    const written: number[] = [];
    const reports = new ProgressReports(async (share) => {
      written.push(share);
      throw new Error('the database is away');
    });
    reports.report(0.1, 'one');
    await jest.advanceTimersByTimeAsync(5);
    reports.report(0.2, 'two');
    await reports.end();
    expect(written).toEqual([0.1, 0.2]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(written).toHaveLength(2);
  });
});
