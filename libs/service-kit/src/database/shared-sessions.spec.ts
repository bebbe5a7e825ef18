import type { QueryRunner } from 'typeorm';
import { assertOwnSessions, SharedSessionsError } from './shared-sessions.js';

/** A connection that PostgreSQL serves by these sessions, in turn. */
function createRunner(...pids: number[]): QueryRunner {
  let query = 0;
  return {
    query: () => Promise.resolve([{ pid: pids[query++ % pids.length] }]),
    startTransaction: () => Promise.resolve(),
    rollbackTransaction: () => Promise.resolve(),
  } as unknown as QueryRunner;
}

describe('assertOwnSessions', () => {
  it('takes two connections with a session each', async () => {
    await expect(assertOwnSessions(createRunner(1), createRunner(2))).resolves.toBeUndefined();
  });

  it.each([
    ['both have the same session', createRunner(1), createRunner(1)],
    ['a connection gets another session', createRunner(1, 3), createRunner(2)],
  ])('refuses a pooler where %s', async (_, one, other) => {
    await expect(assertOwnSessions(one, other)).rejects.toThrow(SharedSessionsError);
  });
});
