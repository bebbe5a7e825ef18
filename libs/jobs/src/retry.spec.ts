import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, retryWithBackoff, settlesWithin } from './retry.js';

describe('backoff', () => {
  it('grows to five seconds, ±25 %', () => {
    for (let failures = 0; failures < 40; failures += 1) {
      const base = Math.min(5_000, 100 * 2 ** failures);
      expect(backoffMs(failures)).toBeGreaterThanOrEqual(base * 0.75);
      expect(backoffMs(failures)).toBeLessThanOrEqual(base * 1.25);
    }
  });

  it('retries until the work succeeds', async () => {
    const reported: number[] = [];
    const result = await retryWithBackoff(
      async () => (reported.length < 2 ? Promise.reject(new Error('not yet')) : 'done'),
      new AbortController().signal,
      (_, failures) => reported.push(failures),
    );
    expect(result).toBe('done');
    expect(reported).toEqual([1, 2]);
  });

  it('stops retrying when the signal is aborted', async () => {
    const stop = new AbortController();
    const trying = retryWithBackoff(
      () => Promise.reject(new Error('never')),
      stop.signal,
      () => stop.abort(),
    );
    await expect(trying).resolves.toBeUndefined();
  });

  it('reports whether work settled in time', async () => {
    await expect(settlesWithin(delay(1), 5_000)).resolves.toBe(true);
    await expect(settlesWithin(Promise.reject(new Error('failed is ended too')), 5_000)).resolves.toBe(true);
    await expect(settlesWithin(new Promise(() => undefined), 5)).resolves.toBe(false);
  });
});
