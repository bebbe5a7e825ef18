import { availableParallelism } from 'node:os';
import { jest } from '@jest/globals';

/** Ends each hash that runs. */
const running: (() => void)[] = [];
jest.unstable_mockModule('./password-hash.js', () => ({
  hashPassword: () => new Promise<string>((resolve) => running.push(() => resolve('hash'))),
  verifyPassword: jest.fn(),
}));
const { PasswordHasher } = await import('./password-hasher.service.js');

it('a call waits eight seconds for its turn at most, and a hash that runs keeps its turn until it ends', async () => {
  jest.useFakeTimers();
  const hasher = new PasswordHasher({ RATE_LIMIT_ENABLED: true });
  const calls = Array.from({ length: availableParallelism() + 1 }, (_, at) => hasher.hash(`203.0.${at}.0/24`, 'x'));
  const outcomes = Promise.allSettled(calls);
  await jest.advanceTimersByTimeAsync(7_999);
  const atOnce = running.length;
  expect(atOnce).toBeLessThan(calls.length);

  await jest.advanceTimersByTimeAsync(1);
  const late = hasher.hash('198.51.100.0/24', 'x');
  await jest.advanceTimersByTimeAsync(1);
  expect(running).toHaveLength(atOnce);

  for (const end of running.splice(0)) end();
  const settled = await outcomes;
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(atOnce);
  expect(settled.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'SIGN_IN_BUSY', kind: 'unavailable' } });
  await jest.advanceTimersByTimeAsync(0);
  for (const end of running) end();
  await expect(late).resolves.toBe('hash');
});
