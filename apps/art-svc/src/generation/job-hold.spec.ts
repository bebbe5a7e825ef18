import { jest } from '@jest/globals';
import { JobHold } from './job-hold.js';

describe('JobHold', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const hold = (prolong: () => Promise<boolean>, remainingMs = 60_000): JobHold =>
    new JobHold({ leaseMs: 900, remainingMs, prolong });

  it('renews its lease three times within it', async () => {
    const prolong = jest.fn(async () => true);
    const kept = hold(prolong);
    await jest.advanceTimersByTimeAsync(910);
    expect([prolong.mock.calls.length, kept.ended]).toEqual([3, null]);
    kept.release();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(prolong.mock.calls.length).toBe(3);
  });

  it('ends the drawing when another instance has the job', async () => {
    const kept = hold(async () => false);
    await jest.advanceTimersByTimeAsync(310);
    expect([kept.ended, kept.signal.aborted]).toEqual(['lost', true]);
  });

  it('waits for a database that is away until the lease ends', async () => {
    const kept = hold(() => Promise.reject(new Error('away')));
    await jest.advanceTimersByTimeAsync(700);
    expect(kept.ended).toBeNull();
    await jest.advanceTimersByTimeAsync(600);
    expect(kept.ended).toBe('lost');
  });

  it('ends the drawing at the deadline, also one that has passed, and keeps its first reason', async () => {
    const kept = hold(async () => true, -5);
    await jest.advanceTimersByTimeAsync(1);
    kept.end('stopping');
    expect([kept.ended, kept.signal.aborted]).toEqual(['timed-out', true]);
  });
});
