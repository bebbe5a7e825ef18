import type { DataSource } from 'typeorm';
import { MigratedDatabases } from '../../test/migrated-databases.ts';
import { explainDatabaseError, formatRoleChange } from './role-messages.ts';
import { changePermissions, changeRole, listAdmins, listSecurityLog } from './roles.ts';
import { signOutAccount, signOutAll } from './sessions.ts';

let databases: MigratedDatabases;
let identity: DataSource;

beforeAll(async () => {
  databases = await MigratedDatabases.start();
  identity = await databases.open('identity', 'identity-svc');
}, 60_000);
afterAll(() => databases.stop());

beforeEach(async () => {
  await identity.query('TRUNCATE users, sessions, outbox CASCADE');
  await identity.query(
    `INSERT INTO users (email, password, email_confirmed_at) VALUES ('pat@example.com', 'x', now())`,
  );
  await identity.query(
    `INSERT INTO sessions (sid, sess, expire) SELECT 'hash-1', jsonb_build_object('userId', id), now() + interval '1 day' FROM users`,
  );
});

const listEvents = (): Promise<{ type: string; data: unknown }[]> =>
  identity.query(`SELECT envelope ->> 'type' AS type, envelope -> 'data' AS data FROM outbox ORDER BY position`);

const listAuditEntries = () =>
  identity.query(
    `SELECT a.actor, a.actor_id, a.action, a.subject_type, a.before, a.after FROM audit_entries a JOIN users u ON u.id = a.subject_id ORDER BY a.at`,
  );

describe('changeRole', () => {
  it('grants and revokes the role by email, ignoring case and spaces', async () => {
    expect(await changeRole(identity, ' Pat@Example.com ', 'admin')).toEqual({ outcome: 'changed', admins: 1 });
    expect(await listAdmins(identity)).toEqual(['pat@example.com  may refund and export']);
    expect(await changeRole(identity, 'pat@example.com', 'user')).toEqual({ outcome: 'changed', admins: 0 });
    expect(await listAdmins(identity)).toEqual([]);
  });

  it('finds an account by its domain in letters', async () => {
    await identity.query(
      `INSERT INTO users (email, password, email_confirmed_at) VALUES ('anna@xn--mller-kva.de', 'x', now())`,
    );
    expect(await changeRole(identity, 'Anna@MÜLLER.de', 'admin')).toEqual({ outcome: 'changed', admins: 1 });
    expect(await changeRole(identity, 'no address', 'admin')).toEqual({ outcome: 'unknown' });
  });

  it('ends the sessions of the account and publishes session.ended', async () => {
    await changeRole(identity, 'pat@example.com', 'admin');
    expect(await identity.query('SELECT * FROM sessions')).toEqual([]);
    expect((await listEvents())[0]).toEqual({
      type: 'session.ended',
      data: { sidHashes: ['hash-1'], reason: 'role-changed' },
    });
  });

  it('makes no one an admin whose address is not confirmed', async () => {
    await identity.query('UPDATE users SET email_confirmed_at = NULL');
    expect(await changeRole(identity, 'pat@example.com', 'admin')).toEqual({ outcome: 'unconfirmed' });
    expect(() => formatRoleChange('pat@example.com', 'admin', { outcome: 'unconfirmed' })).toThrow(
      /^No one has confirmed the address pat@example\.com, so anyone may have made this account\./,
    );
    expect([await listAdmins(identity), await listEvents()]).toEqual([[], []]);
  });

  it('is published for an email to all admins, with the account that became or was one', async () => {
    await identity.query(
      `INSERT INTO users (email, password, role) VALUES ('ada@example.com', 'x', 'admin'), ('bob@example.com', 'x', 'user')`,
    );
    await changeRole(identity, 'pat@example.com', 'admin', ['refund']);
    await changePermissions(identity, 'pat@example.com', []);
    await changeRole(identity, 'pat@example.com', 'user');
    const ids = await identity.query<{ id: string }[]>(`SELECT id FROM users WHERE email <> 'bob@example.com'`);
    const published = (await listEvents()).filter(({ type }) => type === 'admin.rights-changed');
    expect(published.map(({ data }) => data)).toMatchObject([
      { change: 'granted', permissions: ['refund'] },
      { change: 'permissions-changed', permissions: [] },
      { change: 'revoked' },
    ]);
    for (const { data } of published)
      expect((data as { adminIds: string[] }).adminIds.sort()).toEqual(ids.map(({ id }) => id).sort());
  });

  it('writes an audit entry with the old and the new role', async () => {
    await changeRole(identity, 'pat@example.com', 'admin');
    await changeRole(identity, 'pat@example.com', 'user');
    const entry = { actor: 'npm run admin', actor_id: null, action: 'user.role-changed', subject_type: 'user' };
    expect(await listAuditEntries()).toEqual([
      { ...entry, before: { role: 'user' }, after: { role: 'admin', permissions: ['refund', 'export'] } },
      { ...entry, before: { role: 'admin' }, after: { role: 'user' } },
    ]);
  });

  it('is in the security log of the account', async () => {
    await changeRole(identity, 'pat@example.com', 'admin');
    expect(await listSecurityLog(identity, 'Pat@example.com')).toEqual([expect.stringMatching(/^\S+Z  role-changed$/)]);
    expect(await listSecurityLog(identity, 'unknown@example.com')).toBeNull();
  });

  it('changes nothing for unknown, closed or unchanged accounts', async () => {
    expect(await changeRole(identity, 'pat@example.com', 'user')).toEqual({ outcome: 'unchanged' });
    expect(await changeRole(identity, 'unknown@example.com', 'admin')).toEqual({ outcome: 'unknown' });
    await identity.query('UPDATE users SET closed_at = now()');
    expect(await changeRole(identity, 'pat@example.com', 'admin')).toEqual({ outcome: 'closed' });
    expect([
      await listEvents(),
      await listAuditEntries(),
      (await identity.query<unknown[]>('SELECT * FROM sessions')).length,
    ]).toEqual([[], [], 1]);
  });

  it('reports that no admin is left when two admins are revoked concurrently', async () => {
    await identity.query(`INSERT INTO users (email, password) VALUES ('ada@example.com', 'x')`);
    await identity.query(`UPDATE users SET role = 'admin'`);
    const changes = await Promise.all(
      ['pat@example.com', 'ada@example.com'].map((email) => changeRole(identity, email, 'user')),
    );
    expect(changes.map((change) => ('admins' in change ? change.admins : change.outcome)).sort()).toEqual([0, 1]);
  });
});

describe('changePermissions', () => {
  it('sets what an admin may do, ends the sessions, and is audited and logged', async () => {
    await changeRole(identity, 'pat@example.com', 'admin', []);
    expect(await listAdmins(identity)).toEqual(['pat@example.com  may neither refund nor export']);
    await identity.query(
      `INSERT INTO sessions (sid, sess, expire) SELECT 'hash-2', jsonb_build_object('userId', id), now() + interval '1 day' FROM users`,
    );
    expect(await changePermissions(identity, ' Pat@Example.com ', ['refund'])).toBe('changed');
    expect(await listAdmins(identity)).toEqual(['pat@example.com  may refund']);
    expect(await listEvents()).toContainEqual({
      type: 'session.ended',
      data: { sidHashes: ['hash-2'], reason: 'role-changed' },
    });
    expect(await listAuditEntries()).toMatchObject([
      { action: 'user.role-changed', after: { role: 'admin', permissions: [] } },
      { action: 'user.permissions-changed', before: { permissions: [] }, after: { permissions: ['refund'] } },
    ]);
    expect((await listSecurityLog(identity, 'pat@example.com'))?.[0]).toMatch(/Z  permissions-changed$/);
  });

  it('changes nothing for who is no admin, and without a difference', async () => {
    expect(await changePermissions(identity, 'pat@example.com', [])).toBe('no-admin');
    expect(await changePermissions(identity, 'unknown@example.com', [])).toBe('unknown');
    await changeRole(identity, 'pat@example.com', 'admin');
    expect(await changePermissions(identity, 'pat@example.com', ['export', 'refund'])).toBe('unchanged');
    expect(await listAuditEntries()).toHaveLength(1);
  });
});

describe('signing accounts out', () => {
  it('ends the sessions of one account with an event and an audit entry', async () => {
    expect(await signOutAccount(identity, ' Pat@Example.com ')).toBe(1);
    expect(await identity.query('SELECT * FROM sessions')).toEqual([]);
    expect(await listEvents()).toEqual([
      { type: 'session.ended', data: { sidHashes: ['hash-1'], reason: 'signed-out-everywhere' } },
    ]);
    expect(await listAuditEntries()).toMatchObject([{ actor: 'npm run admin', action: 'user.signed-out' }]);
    expect(await signOutAccount(identity, 'pat@example.com')).toBe(0);
    expect(await signOutAccount(identity, 'unknown@example.com')).toBeNull();
  });

  it('ends the sessions of all accounts, page by page, and none of guests', async () => {
    await identity.query(
      `INSERT INTO users (email, password) SELECT 'user-' || n || '@example.com', 'x' FROM generate_series(1, 600) n`,
    );
    await identity.query(
      `INSERT INTO sessions (sid, sess, expire) SELECT 'hash of ' || id, jsonb_build_object('userId', id), now() + interval '1 day' FROM users WHERE email <> 'pat@example.com'`,
    );
    await identity.query(
      `INSERT INTO sessions (sid, sess, expire) VALUES ('guest', '{"guestId": "0b6f1c1e-0000-4000-8000-000000000000"}', now() + interval '1 day')`,
    );
    expect(await signOutAll(identity)).toBe(601);
    expect(await identity.query('SELECT sid FROM sessions')).toEqual([{ sid: 'guest' }]);
    expect(await listEvents()).toHaveLength(601);
  }, 30_000);
});

describe('formatRoleChange', () => {
  it('warns after the last admin was revoked', () => {
    expect(formatRoleChange('pat@example.com', 'user', { outcome: 'changed', admins: 0 })).toContain(
      'That was the last admin',
    );
  });

  it('throws for an unknown or a closed account', () => {
    expect(() => formatRoleChange('pat@example.com', 'admin', { outcome: 'unknown' })).toThrow(
      'There is no account with the email pat@example.com.',
    );
    expect(() => formatRoleChange('pat@example.com', 'admin', { outcome: 'closed' })).toThrow(
      'was deleted by its owner',
    );
  });

  it('explains what to do if migrations are pending', async () => {
    const error: unknown = await identity.query('SELECT 1 FROM future_table').catch(explainDatabaseError);
    expect(String(error)).toContain('npm run db:migrate');
  });
});
