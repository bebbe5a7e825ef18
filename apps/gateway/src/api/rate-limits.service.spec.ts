import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import type { DomainError } from '@shop/contracts/common';
import { readConfig } from '../config.js';
import { RateLimits } from './rate-limits.service.js';

const SERVICE_URLS = ['IDENTITY_URL', 'CATALOG_URL', 'ART_URL', 'ORDER_URL', 'SUPPORT_URL'];
const LIMITS = ['RATE_LIMIT_SIGN_IN', 'RATE_LIMIT_UPLOAD', 'RATE_LIMIT_GENERATE', 'RATE_LIMIT_CONTACT'];
const ENVIRONMENT: Record<string, string> = Object.fromEntries([
  ...SERVICE_URLS.map((name) => [name, 'http://127.0.0.1:1'] as const),
  ...LIMITS.map((name) => [name, '2/60'] as const),
]);

const setUp = (env: Record<string, string> = {}): RateLimits =>
  new RateLimits(readConfig({ ...ENVIRONMENT, ...env }), pino({ level: 'silent' }));
const response = new ServerResponse(new IncomingMessage(new Socket()));

describe('rate limits', () => {
  it('refuse calls above the limit with the seconds to wait', async () => {
    const limits = setUp();
    await limits.countRequest('sign-in', '203.0.113.9', response);
    await limits.countRequest('sign-in', '203.0.113.9', response);
    const error = (await limits
      .countRequest('sign-in', '203.0.113.9', response)
      .catch((error: unknown) => error)) as DomainError;
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
        for (let call = 0; call < 2; call++) await limits.countRequest(limit, client, response);
    await expect(limits.countRequest('contact', 'a', response)).resolves.toBeUndefined();
  });

  it('allow every call when they are disabled', async () => {
    const limits = setUp({ RATE_LIMIT_ENABLED: 'false' });
    for (let call = 0; call < 10; call++) await limits.countRequest('sign-in', 'a', response);
  });

  it('count in memory while Redis does not answer, and report that in the check', async () => {
    const limits = setUp({ REDIS_URL: 'redis://127.0.0.1:1' });
    await limits.countRequest('sign-in', 'a', response);
    await limits.countRequest('sign-in', 'a', response);
    await expect(limits.countRequest('sign-in', 'a', response)).rejects.toMatchObject({ kind: 'too-many' });
    await expect(limits.checkConnection()).rejects.toThrow();
    limits.onApplicationShutdown();
  });
});
