import type { IdentityClaims, Permission } from '@shop/contracts-common';
import type { AdminUser, AdminUserDetail } from '@shop/contracts-identity';
import type { TestResponse } from '@shop/testing';
import { getSid, IdentityFixture, newEmail, PASSWORD } from './identity-fixture.js';

interface Account {
  id: string;
  email: string;
  sid: string;
  as: IdentityClaims;
}

let fixture: IdentityFixture;
let ada: Account;
beforeAll(async () => {
  fixture = await IdentityFixture.start();
});
beforeEach(async () => {
  await fixture.database.query('DELETE FROM users');
  ada = await createAdmin();
});
afterAll(() => fixture.close());

async function createAccount(more: { email?: string; firstName?: string; lastName?: string } = {}): Promise<Account> {
  const email = more.email ?? newEmail();
  const answer = await fixture.register(email, undefined, more);
  const sid = getSid(answer);
  const { id } = answer.json<{ id: string }>();
  await fixture.database.query('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [id]);
  return { id, email, sid, as: await fixture.getClaims(sid) };
}

async function createAdmin(permissions: Permission[] = ['refund', 'export']): Promise<Account> {
  const account = await createAccount();
  await fixture.database.query(`UPDATE users SET role = 'admin', permissions = $2 WHERE id = $1`, [
    account.id,
    permissions,
  ]);
  return { ...account, as: await fixture.getClaims(account.sid) };
}

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { as = ada.as, ...more }: { as?: IdentityClaims; body?: object; headers?: Record<string, string> } = {},
): Promise<TestResponse> => fixture.service.call(method, `/api/admin/users${path}`, { as, ...more });

const listIds = async (answer: Promise<TestResponse>): Promise<string[]> =>
  (await answer).json<AdminUser[]>().map(({ id }) => id);

const listAudit = (userId: string) =>
  fixture.database.query(
    'SELECT actor_id AS "by", action, before, after FROM audit_entries WHERE subject_id = $1 ORDER BY at',
    [userId],
  );

const listSecurityLog = (userId: string) =>
  fixture.database.query(
    `SELECT event, network FROM security_log WHERE user_id = $1 AND event NOT IN ('registered', 'signed-in') ORDER BY id`,
    [userId],
  );

const isSignedIn = async ({ sid }: Account): Promise<boolean> => (await fixture.resolveSession(sid)).token !== null;

const withOldCode = ({ as }: Account): IdentityClaims => ({
  ...as,
  secondFactorAt: new Date(Date.now() - 11 * 60_000).toISOString(),
});
const CODE_MESSAGE = 'Please enter a code of your authenticator app first.';
const PERMISSION_MESSAGE =
  'Your account may not do this. Please ask an admin who may give money back and download lists of customers.';

describe('the list of accounts', () => {
  it('is newest first, in pages, and has no password', async () => {
    const [older, newer] = [await createAccount(), await createAccount({ firstName: 'Pat', lastName: 'Doe' })];
    const first = await call('GET', '?limit=1');
    expect(first.json()).toEqual([
      {
        ...{ id: newer.id, email: newer.email, firstName: 'Pat', lastName: 'Doe', role: 'user' },
        ...{ emailConfirmed: true, hasSecondFactor: false, createdAt: expect.any(String), closedAt: null },
      },
    ]);
    const [, next = ''] = /<\/api\/admin\/users(.*?)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(await listIds(call('GET', next))).toEqual([older.id]);
    expect((await call('GET', '?role=admin')).json()).toMatchObject([
      { id: ada.id, permissions: ['refund', 'export'] },
    ]);
  });

  it.each(['zoë QUIST', 'quist zoe', 'zoe+pets@example.com', 'e+p'])('finds an account by %s', async (words) => {
    await createAccount({ email: 'zoepets@example.com', firstName: 'Quentin' });
    const { id } = await createAccount({ email: 'zoe+pets@example.com', firstName: 'Zoë', lastName: 'Quist' });
    expect(await listIds(call('POST', '/search', { body: { words } }))).toEqual([id]);
    expect(await listIds(call('POST', '/search?role=admin', { body: { words } }))).toEqual([]);
  });
});

describe('one account', () => {
  it('has its sessions, with nothing that opens or ends one', async () => {
    const { id, sid } = await createAccount();
    const detail = (await call('GET', `/${id}`)).json<AdminUserDetail>();
    expect(detail).toMatchObject({ id, version: 'user' });
    expect(detail.sessions).toEqual([
      { browser: null, signedInAt: expect.any(String), lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    expect(JSON.stringify(detail)).not.toContain(sid);
    expect((await call('GET', '/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('ending the sessions of a user', () => {
  it('signs the account out everywhere, once in audit trail and security log', async () => {
    const pat = await createAccount();
    for (const sessions of [1, 2]) {
      const answer = await call('POST', `/${pat.id}/end-sessions`);
      expect([sessions, answer.status, answer.json<AdminUserDetail>().sessions]).toEqual([sessions, 200, []]);
    }
    expect(await isSignedIn(pat)).toBe(false);
    expect(await listAudit(pat.id)).toEqual([
      { by: ada.id, action: 'user.signed-out', before: { sessions: 1 }, after: { sessions: 0 } },
    ]);
    expect(await listSecurityLog(pat.id)).toEqual([{ event: 'signed-out-by-admin', network: null }]);
    expect(await fixture.countPublished('user.signed-out-by-admin', pat.id)).toBe(1);
    const { timeline } = (await call('GET', `/${pat.id}`)).json<AdminUserDetail>();
    expect(timeline?.map(({ action, actor }) => [action, actor])).toEqual([
      ['user.signed-out', ada.email],
      ['user.email-confirmed', null],
      ['user.registered', null],
    ]);
  });

  it('lets a packer sign customers out, but no admin', async () => {
    const [packer, pat] = [await createAdmin([]), await createAccount()];
    const refused = await call('POST', `/${ada.id}/end-sessions`, { as: packer.as });
    expect([refused.status, refused.text, await isSignedIn(ada)]).toEqual([403, PERMISSION_MESSAGE, true]);
    expect((await call('POST', `/${pat.id}/end-sessions`, { as: packer.as })).status).toBe(200);
    expect((await call('POST', `/${packer.id}/end-sessions`)).status).toBe(200);
  });
});

describe('the erasure of a user by an admin', () => {
  it('closes the account once, as its owner’s own call does', async () => {
    const pat = await createAccount();
    for (const tries of [1, 2]) {
      const answer = await call('POST', `/${pat.id}/erase`);
      expect([tries, answer.status, answer.json<AdminUserDetail>().closedAt]).toEqual([tries, 202, expect.any(String)]);
    }
    expect(await isSignedIn(pat)).toBe(false);
    expect((await fixture.login(pat.email)).status).toBe(401);
    expect(await fixture.countPublished('user.erasure-requested', pat.id)).toBe(1);
    expect(await listAudit(pat.id)).toMatchObject([{ by: ada.id, action: 'user.erasure-requested' }]);
    expect(await listSecurityLog(pat.id)).toEqual([{ event: 'erasure-requested-by-admin', network: null }]);
  });

  it('is refused to a packer, without a recent code, and for an admin’s account', async () => {
    const [packer, pat] = [await createAdmin([]), await createAccount()];
    const erase = async (id: string, as?: IdentityClaims): Promise<unknown[]> => {
      const { status, text } = await call('POST', `/${id}/erase`, { as });
      return [status, text];
    };
    expect(await erase(pat.id, packer.as)).toEqual([403, PERMISSION_MESSAGE]);
    expect(await erase(pat.id, withOldCode(ada))).toEqual([403, CODE_MESSAGE]);
    expect(await erase(packer.id)).toEqual([422, 'This account is an admin’s. Please take the role away first.']);
    expect(await erase(ada.id)).toEqual([422, 'This is your own account. You can change it in your profile only.']);
    expect((await call('GET', `/${pat.id}`)).json<AdminUserDetail>().closedAt).toBeNull();
  });
});

describe('the role of an account', () => {
  const change = (
    id: string,
    body: { role: string; permissions?: Permission[] },
    { as, ifMatch }: { as?: IdentityClaims; ifMatch?: string } = {},
  ) => call('PATCH', `/${id}/role`, { as, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

  it('is given with permissions, changed and taken: the sessions end, and all admins get an email', async () => {
    const pat = await createAccount();
    const made = await change(pat.id, { role: 'admin' }, { ifMatch: '"user"' });
    expect(made.json()).toMatchObject({ role: 'admin', permissions: [], version: 'admin', sessions: [] });
    expect(await isSignedIn(pat)).toBe(false);
    await fixture.login(pat.email, undefined, PASSWORD);
    const changed = await change(pat.id, { role: 'admin', permissions: ['refund'] });
    expect(changed.json()).toMatchObject({ permissions: ['refund'], version: 'admin.refund', sessions: [] });
    await change(pat.id, { role: 'admin', permissions: ['refund'] });
    const taken = await change(pat.id, { role: 'user' }, { ifMatch: '"admin.refund"' });
    expect(taken.json()).toMatchObject({ role: 'user', version: 'user' });
    const events = await fixture.database.query<{ data: object }>(
      `SELECT envelope -> 'data' AS data FROM outbox WHERE envelope ->> 'type' = 'admin.rights-changed' AND envelope ->> 'subject' = $1 ORDER BY position`,
      [`user/${pat.id}`],
    );
    const adminIds = expect.arrayContaining([ada.id, pat.id]) as unknown;
    const same = { userId: pat.id, adminIds, changedById: ada.id };
    expect(events.map(({ data }) => data)).toEqual([
      { ...same, change: 'granted', permissions: [] },
      { ...same, change: 'permissions-changed', permissions: ['refund'] },
      { ...same, change: 'revoked', permissions: [] },
    ]);
    expect(await listAudit(pat.id)).toEqual([
      {
        by: ada.id,
        action: 'user.role-changed',
        before: { role: 'user' },
        after: { role: 'admin', permissions: [] },
      },
      {
        by: ada.id,
        action: 'user.permissions-changed',
        before: { permissions: [] },
        after: { permissions: ['refund'] },
      },
      { by: ada.id, action: 'user.role-changed', before: { role: 'admin' }, after: { role: 'user' } },
    ]);
    expect(await listSecurityLog(pat.id)).toEqual(
      ['role-changed', 'permissions-changed', 'role-changed'].map((event) => ({ event, network: null })),
    );
  });

  it('is given by an admin with all permissions and a recent code only, to a confirmed address', async () => {
    const [packer, refunder, pat] = [await createAdmin([]), await createAdmin(['refund']), await createAccount()];
    const grant = async (as?: IdentityClaims, ifMatch?: string): Promise<unknown[]> => {
      const { status, text } = await change(pat.id, { role: 'admin', permissions: ['refund'] }, { as, ifMatch });
      return [status, text];
    };
    for (const { as } of [packer, refunder]) expect(await grant(as)).toEqual([403, PERMISSION_MESSAGE]);
    expect(await grant(withOldCode(ada))).toEqual([403, CODE_MESSAGE]);
    expect(await grant(ada.as, '"admin"')).toEqual([
      409,
      'Someone else has changed this account in between. Please look at it again.',
    ]);
    await fixture.database.query('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [pat.id]);
    expect(await grant()).toEqual([422, expect.stringMatching(/^No one has confirmed the address/)]);
    await call('POST', `/${pat.id}/erase`);
    expect(await grant()).toEqual([409, 'This account is being deleted.']);
    expect((await call('GET', `/${pat.id}`)).json<AdminUserDetail>().role).toBe('user');
  });

  it('is not one’s own to change', async () => {
    for (const role of ['user', 'admin']) expect((await change(ada.id, { role })).status).toBe(422);
    expect((await call('GET', `/${ada.id}`)).json<AdminUserDetail>().role).toBe('admin');
  });

  it('stays with one of two admins who take it from each other at once', async () => {
    const bob = await createAdmin();
    const answers = await Promise.all([
      change(bob.id, { role: 'user' }),
      change(ada.id, { role: 'user' }, { as: bob.as }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await listIds(call('GET', '?role=admin'))).toHaveLength(1);
  });

  it('keeps all permissions with one of two admins who take them from each other at once', async () => {
    const bob = await createAdmin();
    const answers = await Promise.all([
      change(bob.id, { role: 'admin' }),
      change(ada.id, { role: 'admin' }, { as: bob.as }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});
