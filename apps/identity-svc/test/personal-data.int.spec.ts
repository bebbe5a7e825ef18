import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts/common';
import { signIdentityToken } from '@shop/testing';
import { extract } from 'tar-stream';
import { PASSWORD, People, sha256 } from './people.js';

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

async function filesOf(as: IdentityClaims): Promise<Record<string, string>> {
  const answer = await fetch(new URL('/internal/personal-data', people.service.url), {
    headers: { [IDENTITY_HEADER]: await signIdentityToken(as) },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
  const files: Record<string, string> = {};
  const tar = extract();
  tar.on('entry', ({ name }, body, next) => {
    void text(body).then((content) => {
      files[name] = content;
      next();
    });
  });
  const done = once(tar, 'finish');
  Readable.from(Buffer.from(await answer.arrayBuffer())).pipe(tar);
  await done;
  return files;
}

describe('what is known of a person here', () => {
  it('is the account, where it is signed in, what it took along as a guest, and when it asked for links', async () => {
    const { as: guest, guestId } = await people.guest();
    const { user, as } = await people.customer(guest);
    await people.login(user.email);
    await people.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    await people.database.query(
      `INSERT INTO audit_entries (actor, action, subject_type, subject_id, before, after) VALUES ('ada@example.com', 'user.role-changed', 'user', $1, '{"role":"user"}', '{"role":"admin"}')`,
      [user.id],
    );
    const files = await filesOf(as);
    const today = new Date().toISOString().slice(0, 10);
    expect(JSON.parse(files['account.json'] ?? '')).toEqual({
      ...user,
      createdAt: expect.stringContaining(today),
      updatedAt: expect.any(String),
    });
    expect(JSON.parse(files['signed-in.json'] ?? '')).toEqual(
      Array(2).fill({ lastUsedOn: today, endsAt: expect.any(String) }),
    );
    expect(JSON.parse(files['visits-as-guest.json'] ?? '')).toEqual([{ guestId, claimedAt: expect.any(String) }]);
    expect(JSON.parse(files['password-links.json'] ?? '')).toEqual([
      { askedAt: expect.any(String), expiresAt: expect.any(String) },
    ]);
    expect(JSON.parse(files['role-changes.json'] ?? '')).toEqual([
      { at: expect.any(String), before: { role: 'user' }, after: { role: 'admin' } },
    ]);
    expect(Object.keys(files)).toHaveLength(5);
    expect(Object.values(files).join('\n')).not.toContain('ada@example.com');
  });

  it('holds nothing that opens the account, and nothing of anybody else', async () => {
    const stranger = await people.customer();
    const { user, sid, as } = await people.customer();
    await people.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const content = Object.values(await filesOf(as)).join('\n');
    const [row] = await people.database.query<{ password: string; token: string }>(
      'SELECT u.password, t.token FROM users u JOIN password_reset_tokens t ON t.user_id = u.id WHERE u.id = $1',
      [user.id],
    );
    expect(row?.token).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [row?.password, row?.token, sid, sha256(sid), PASSWORD, stranger.user.id, stranger.user.email])
      expect(content).not.toContain(secret);
  });

  it('is told to the person only, while there is an account', async () => {
    const { as: guest } = await people.guest();
    const { as: gone } = await people.customer();
    await people.erase(gone);
    for (const as of [undefined, guest, gone])
      expect((await people.service.call('GET', '/internal/personal-data', { as })).status).toBe(401);
  });
});
