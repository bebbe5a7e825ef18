import { assertOwnSessions, SharedSessionsError, type Connection } from './shared-sessions.js';

/** A connection that PostgreSQL serves by these sessions, in turn. */
function createConnection(...pids: number[]): Connection {
  let asked = 0;
  const query = (sql: string): Promise<object> =>
    Promise.resolve({ rows: sql.startsWith('SELECT') ? [{ pid: pids[asked++ % pids.length] }] : [] });
  return { query } as unknown as Connection;
}

describe('assertOwnSessions', () => {
  it('takes two connections with a session each', async () => {
    await expect(assertOwnSessions(createConnection(1), createConnection(2))).resolves.toBeUndefined();
  });

  it.each([
    ['both have the same session', createConnection(1), createConnection(1)],
    ['a connection gets another session', createConnection(1, 3), createConnection(2)],
  ])('refuses a pooler where %s', async (_, one, other) => {
    await expect(assertOwnSessions(one, other)).rejects.toThrow(SharedSessionsError);
  });
});
