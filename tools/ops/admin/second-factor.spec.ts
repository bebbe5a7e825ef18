import type { DataSource } from 'typeorm';
import { MigratedDatabases } from '../../test/migrated-databases.ts';
import { resetSecondFactor } from './second-factor.ts';

let databases: MigratedDatabases;
let identity: DataSource;
beforeAll(async () => {
  databases = await MigratedDatabases.start();
  identity = await databases.open('identity', 'identity-svc');
}, 60_000);
afterAll(() => databases.stop());

it('takes the second factor off, with its codes and the sessions, an audit entry and the event for an email', async () => {
  const [account] = await identity.query<{ id: string }[]>(
    `INSERT INTO users (email, password, role) VALUES ('ada@example.com', 'x', 'admin') RETURNING id`,
  );
  const id = account?.id ?? '';
  expect(await resetSecondFactor(identity, 'ada@example.com')).toBe('off');
  await identity.query(`INSERT INTO second_factors (user_id, secret, turned_on_at) VALUES ($1, 'encrypted', now())`, [
    id,
  ]);
  await identity.query(`INSERT INTO recovery_codes (user_id, code) VALUES ($1, 'hash')`, [id]);
  await identity.query(
    `INSERT INTO sessions (sid, sess, expire) VALUES ('hash-1', jsonb_build_object('userId', $1::text), now() + interval '1 day')`,
    [id],
  );
  expect(await resetSecondFactor(identity, ' Ada@Example.com ')).toBe('reset');
  for (const table of ['second_factors', 'recovery_codes', 'sessions'])
    expect(await identity.query(`SELECT * FROM ${table}`)).toEqual([]);
  expect(await identity.query('SELECT actor, action, subject_id FROM audit_entries')).toEqual([
    { actor: 'npm run admin', action: 'user.second-factor-reset', subject_id: id },
  ]);
  expect(await identity.query('SELECT event FROM security_log')).toEqual([{ event: 'second-factor-reset' }]);
  expect(
    await identity.query(
      `SELECT envelope ->> 'type' AS type, envelope -> 'data' AS data FROM outbox ORDER BY position`,
    ),
  ).toEqual([
    { type: 'session.ended', data: { sidHashes: ['hash-1'], reason: 'second-factor-changed' } },
    {
      type: 'second-factor.changed',
      data: { userId: id, email: 'ada@example.com', change: 'reset', recoveryCodesLeft: 0 },
    },
  ]);
  expect(await resetSecondFactor(identity, 'nobody@example.com')).toBe('unknown');
});
