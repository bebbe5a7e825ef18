import type { DomainError } from '@shop/contracts/common';
import { createRateLimits } from './rate-limits.js';

const rate = { points: 2, seconds: 60 };
const rates = {
  'sign-in': rate,
  reset: rate,
  upload: rate,
  preview: rate,
  'cut-out': rate,
  generate: rate,
  checkout: rate,
  'order-change': rate,
  contact: rate,
  archive: rate,
};
const setUp = (over: object = {}) =>
  createRateLimits({ enabled: true, rates, namespace: 'test', onRedisError: () => undefined, ...over });

describe('rate limits', () => {
  it('refuse calls above the limit with the seconds to wait', async () => {
    const limits = setUp();
    await limits.countCall('sign-in', '203.0.113.9');
    await limits.countCall('sign-in', '203.0.113.9');
    const error = (await limits.countCall('sign-in', '203.0.113.9').catch((error: unknown) => error)) as DomainError;
    expect(error).toMatchObject({
      kind: 'too-many',
      message: expect.stringMatching(/^Too many attempts\. Please try again in (59|60) seconds\.$/),
    });
    expect(error.options.retryAfterSeconds).toBeGreaterThan(58);
  });

  it('count each client and each class separately', async () => {
    const limits = setUp();
    for (const client of ['a', 'b'])
      for (const limit of ['upload', 'generate'] as const)
        for (let call = 0; call < 2; call++) await limits.countCall(limit, client);
    await expect(limits.countCall('contact', 'a')).resolves.toBeUndefined();
  });

  it('do not count a failed call', async () => {
    const limits = setUp();
    for (let call = 0; call < 5; call++) {
      await limits.countCall('generate', 'a');
      await limits.uncountCall('generate', 'a');
    }
    await expect(limits.countCall('generate', 'a')).resolves.toBeUndefined();
  });

  it('allow every call when they are disabled', async () => {
    const limits = setUp({ enabled: false });
    for (let call = 0; call < 10; call++) await limits.countCall('sign-in', 'a');
  });

  it('count in memory while Redis does not answer, and report that in the check', async () => {
    const limits = setUp({ redisUrl: 'redis://127.0.0.1:1' });
    await limits.countCall('sign-in', 'a');
    await limits.countCall('sign-in', 'a');
    await expect(limits.countCall('sign-in', 'a')).rejects.toMatchObject({ kind: 'too-many' });
    await expect(limits.checkConnection()).rejects.toThrow();
    limits.close();
  });
});
