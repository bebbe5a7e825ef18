import { setTimeout as delay } from 'node:timers/promises';
import { retryWithBackoff, settlesWithin } from './retry.js';

describe('backoff', () => {
  it('retries with growing pauses until the work succeeds', async () => {
    const reported: number[] = [];
    const startedAt = performance.now();
    const result = await retryWithBackoff(
      async () => (reported.length < 2 ? Promise.reject(new Error('not yet')) : 'done'),
      new AbortController().signal,
      (_, failures) => reported.push(failures),
    );
    expect(result).toBe('done');
    expect(reported).toEqual([1, 2]);
    expect(performance.now() - startedAt).toBeGreaterThan(290); // 100 + 200 ms, or more
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
