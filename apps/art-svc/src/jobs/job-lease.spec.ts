import { jest } from '@jest/globals';
import { JobLease } from './job-lease.js';

describe('JobLease', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const createLease = (renew: () => Promise<boolean>, remainingMs = 60_000): JobLease =>
    new JobLease({ leaseMs: 900, remainingMs, renew });

  it('renews the lease three times within its time', async () => {
    const renew = jest.fn(async () => true);
    const lease = createLease(renew);
    await jest.advanceTimersByTimeAsync(910);
    expect([renew.mock.calls.length, lease.endReason]).toEqual([3, null]);
    lease.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(renew.mock.calls.length).toBe(3);
  });

  it('aborts when another instance has the job', async () => {
    const lease = createLease(async () => false);
    await jest.advanceTimersByTimeAsync(310);
    expect([lease.endReason, lease.signal.aborted]).toEqual(['lost', true]);
  });

  it('tolerates an unavailable database until the lease expires', async () => {
    const lease = createLease(() => Promise.reject(new Error('away')));
    await jest.advanceTimersByTimeAsync(700);
    expect(lease.endReason).toBeNull();
    await jest.advanceTimersByTimeAsync(600);
    expect(lease.endReason).toBe('lost');
  });

  it('aborts at the deadline, even one in the past, and keeps the first reason', async () => {
    const lease = createLease(async () => true, -5);
    await jest.advanceTimersByTimeAsync(1);
    lease.abort('stopping');
    expect([lease.endReason, lease.signal.aborted]).toEqual(['timed-out', true]);
  });
});
