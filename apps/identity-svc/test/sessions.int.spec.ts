import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { testIdentityKeys } from '@shop/testing';
import { newEmail, People, sha256, sidOf } from './people.js';

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

const nobody = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

describe('resolving a session', () => {
  it('is nobody without one, and where it is unknown', async () => {
    expect(await people.resolve(null)).toEqual(nobody);
    expect(await people.resolve('x'.repeat(43))).toEqual(nobody);
  });

  it('opens a guest’s session where one is wanted', async () => {
    for (const sid of [null, 'x'.repeat(43)]) {
      const opened = await people.resolve(sid, true);
      expect(opened).toMatchObject({
        role: 'guest',
        setCookie: true,
        sid: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      });
      expect(opened.sid).not.toBe(sid);
    }
  });

  it('keeps the guest it opened', async () => {
    const { sid, guestId } = await people.guest();
    const again = await people.resolve(sid, true);
    expect(again).toMatchObject({ role: 'guest', sid, setCookie: false });
    expect(decodeJwt(again.token ?? '')).toMatchObject({ guestId });
  });

  it('signs a token that the services can verify, for at most a minute', async () => {
    const { sid } = await people.customer();
    const { token, expiresAt } = await people.resolve(sid);
    const { payload } = await jwtVerify(token ?? '', await importSPKI(testIdentityKeys.publicPem, 'ES256'), {
      issuer: 'identity-svc',
    });
    expect(decodeProtectedHeader(token ?? '').alg).toBe('ES256');
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(60);
    expect(new Date(expiresAt ?? '').getTime()).toBe((payload.exp ?? 0) * 1000);
  });

  it('keeps its table as it is specified: sid, sess, expire', async () => {
    const columns = await people.database.query<{ name: string; type: string }>(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'sessions' ORDER BY ordinal_position",
    );
    expect(columns).toEqual([
      { name: 'sid', type: 'text' },
      { name: 'sess', type: 'jsonb' },
      { name: 'expire', type: 'timestamp with time zone' },
    ]);
  });

  it('tells the services the hash of the session id, and stores nothing else', async () => {
    const { sid } = await people.guest();
    expect((await people.claims(sid)).sid).toBe(sha256(sid));
    const rows = await people.database.query<{ sid: string }>('SELECT sid FROM sessions');
    expect(rows.map((row) => row.sid)).toContain(sha256(sid));
    expect(rows.map((row) => row.sid)).not.toContain(sid);
  });

  it('says who is an admin as of now', async () => {
    const { sid, user } = await people.customer();
    await people.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    expect((await people.resolve(sid)).role).toBe('admin');
    expect((await people.claims(sid)).role).toBe('admin');
  });

  it('ends with its 30 days', async () => {
    const { sid } = await people.customer();
    await people.database.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [
      sha256(sid),
    ]);
    expect(await people.resolve(sid)).toEqual(nobody);
    expect((await people.resolve(sid, true)).role).toBe('guest');
  });

  it('is rolled on for another 30 days once a day', async () => {
    const { sid } = await people.customer();
    await people.database.query("UPDATE sessions SET expire = now() + interval '10 days' WHERE sid = $1", [
      sha256(sid),
    ]);
    expect((await people.resolve(sid)).setCookie).toBe(true);
    expect((await people.resolve(sid)).setCookie).toBe(false);
    const [row] = await people.database.query<{ days: number }>(
      'SELECT round(extract(epoch FROM expire - now()) / 86400)::int AS days FROM sessions WHERE sid = $1',
      [sha256(sid)],
    );
    expect(row?.days).toBe(30);
  });

  it('is over with its user', async () => {
    const { sid, user } = await people.customer();
    await people.database.query('DELETE FROM users WHERE id = $1', [user.id]);
    expect(await people.resolve(sid)).toEqual(nobody);
  });

  it.each([{}, { sid: 7, open: true }, { sid: null }])('refuses the question %j', async (body) => {
    expect((await people.service.call('POST', '/internal/sessions/resolve', { body })).status).toBe(400);
  });

  it('never lives on under the id it had before the sign-in', async () => {
    const { sid, as } = await people.guest();
    const signedIn = sidOf(await people.register(newEmail(), as));
    expect(signedIn).not.toBe(sid);
    expect(await people.resolve(sid)).toEqual(nobody);
  });
});
