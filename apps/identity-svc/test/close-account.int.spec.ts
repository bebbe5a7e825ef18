import { userErasureRequested } from '@shop/contracts/identity';
import { recordEvents, type EventRecorder } from '@shop/testing';
import { newEmail, PASSWORD, People, sha256, sidOf } from './people.js';

let people: People;
let events: EventRecorder;
beforeAll(async () => {
  people = await People.open();
  events = await recordEvents(people.transport, ['user.erasure-requested', 'session.ended']);
});
afterAll(async () => {
  await events.stop();
  await people.close();
});

const makeAdmin = (...ids: string[]) =>
  people.database.query("UPDATE users SET role = CASE WHEN id = ANY ($1) THEN 'admin' ELSE 'user' END", [ids]);

describe('deleting one’s account', () => {
  it('ends all its sessions, here and elsewhere, and asks every part to forget the person', async () => {
    const { user, sid, as } = await people.customer();
    const other = sidOf(await people.login(user.email));
    const answer = await people.erase(as);
    expect([answer.status, answer.json(), answer.headers.get('x-session-id')]).toEqual([202, {}, '']);
    for (const ended of [sid, other]) expect((await people.resolve(ended)).token).toBeNull();
    const told = await events.next('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(other)),
    );
    expect(told.data).toEqual({
      sidHashes: expect.arrayContaining([sha256(sid), sha256(other)]),
      reason: 'account-closed',
    });
    const { data } = await events.next('user.erasure-requested', ({ subject }) => subject === `user/${user.id}`);
    expect(userErasureRequested.schema.parse(data)).toEqual({
      userId: user.id,
      email: user.email,
      firstName: null,
      requestedAt: expect.any(String),
    });
  });

  it('lets nobody in any more, and tells strangers nothing', async () => {
    const { user, as } = await people.customer();
    await people.erase(as);
    const login = await people.login(user.email);
    expect([login.status, login.text]).toEqual([401, 'Invalid email or password']);
    expect((await people.service.call('GET', '/api/user', { as })).status).toBe(401);
    expect((await people.service.call('POST', '/api/forgot-password', { body: { email: user.email } })).status).toBe(
      200,
    );
    expect(await people.told('password-reset.requested', user.id)).toBe(0);
    expect((await people.register(user.email)).status).toBe(409);
  });

  it('makes a link worthless that was sent before', async () => {
    const { user, as } = await people.customer();
    const recorder = await recordEvents(people.transport, ['password-reset.requested']);
    await people.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const { data } = await recorder.next('password-reset.requested', ({ subject }) => subject === `user/${user.id}`);
    await recorder.stop();
    await people.erase(as);
    const answer = await people.service.call('POST', '/api/reset-password', {
      body: { token: (data as { token: string }).token, password: 'battery staple' },
    });
    expect([answer.status, answer.text]).toEqual([400, 'This password reset link is invalid or has expired.']);
  });

  it('needs the password, and does nothing without', async () => {
    const { user, sid, as } = await people.customer();
    const answer = await people.erase(as, 'a guess');
    expect([answer.status, answer.text]).toEqual([400, 'Current password is incorrect']);
    expect((await people.resolve(sid)).role).toBe('user');
    expect(await people.told('user.erasure-requested', user.id)).toBe(0);
  });

  it.each([{}, { password: '' }, { password: 7 }])('refuses %j', async (body) => {
    const { as } = await people.customer();
    const answer = await people.service.call('POST', '/api/user/erase', { as, body });
    expect([answer.status, answer.text]).toEqual([400, 'Current password is required']);
  });

  it('is for who is signed in', async () => {
    const { as: guest } = await people.guest();
    for (const as of [undefined, guest])
      expect((await people.service.call('POST', '/api/user/erase', { as, body: { password: PASSWORD } })).status).toBe(
        401,
      );
  });

  it('is done once where it is asked twice at the same moment', async () => {
    const { user, as } = await people.customer();
    const answers = await Promise.all([1, 2, 3].map(() => people.erase(as)));
    expect(answers.map(({ status }) => status)).toContain(202);
    expect(await people.told('user.erasure-requested', user.id)).toBe(1);
  });

  it('leaves no session to who signs in at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { user, as } = await people.customer();
      const [answer] = await Promise.all([
        people.erase(as),
        ...Array.from({ length: 6 }, () => people.login(user.email)),
      ]);
      expect(answer.status).toBe(202);
      expect(await people.database.query("SELECT 1 FROM sessions WHERE sess ->> 'userId' = $1", [user.id])).toEqual([]);
    }
  });

  it('counts guesses as the sign-in counts them', async () => {
    const strict = await People.open({ RATE_LIMIT_ACCOUNT_FAILURES: '2' });
    const { as } = await strict.customer();
    const statuses = [];
    for (let guess = 0; guess < 3; guess++) statuses.push((await strict.erase(as, 'a guess')).status);
    expect(statuses).toEqual([400, 400, 429]);
    expect((await strict.erase(as)).status).toBe(429);
    await strict.close();
  });
});

describe('an admin who leaves', () => {
  it('has to leave somebody behind', async () => {
    const { user, as } = await people.customer();
    await makeAdmin(user.id);
    const answer = await people.erase(as);
    expect([answer.status, answer.text]).toEqual([
      409,
      'You are the only admin. Please have somebody else made an admin first.',
    ]);
    expect((await people.login(user.email)).status).toBe(200);
  });

  it('is not counted any more once gone', async () => {
    const [first, second] = [await people.customer(), await people.customer()];
    await makeAdmin(first.user.id, second.user.id);
    expect((await people.erase(first.as)).status).toBe(202);
    expect((await people.erase(second.as)).status).toBe(409);
  });

  it('is one where the last two leave at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const last = await Promise.all([people.customer(), people.customer()]);
      await makeAdmin(...last.map(({ user }) => user.id));
      const answers = await Promise.all(last.map(({ as }) => people.erase(as)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    }
  });
});

describe('signing out everywhere', () => {
  it('ends every session of the user, this one too, and nobody else’s', async () => {
    const { user, sid, as } = await people.customer();
    const others = [sidOf(await people.login(user.email)), sidOf(await people.login(user.email))];
    const { sid: stranger } = await people.customer();
    const answer = await people.service.call('POST', '/api/user/sign-out-everywhere', { as });
    expect([answer.status, answer.headers.get('x-session-id')]).toEqual([204, '']);
    for (const ended of [sid, ...others]) expect((await people.resolve(ended)).token).toBeNull();
    expect((await people.resolve(stranger)).role).toBe('user');
    const told = await events.next('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(sid)),
    );
    expect((told.data as { sidHashes: string[] }).sidHashes.sort()).toEqual([sid, ...others].map(sha256).sort());
    expect(told.data).toMatchObject({ reason: 'signed-out-everywhere' });
    expect((await people.login(user.email)).status).toBe(200);
  });

  it('is for who is signed in', async () => {
    const { as: guest } = await people.guest();
    for (const as of [undefined, guest])
      expect((await people.service.call('POST', '/api/user/sign-out-everywhere', { as })).status).toBe(401);
  });

  it('is no fault the second time', async () => {
    const { as } = await people.customer();
    for (let time = 0; time < 2; time++)
      expect((await people.service.call('POST', '/api/user/sign-out-everywhere', { as })).status).toBe(204);
  });
});

describe('a sign-in that is on its way while the password is reset', () => {
  it('leaves no session that began with the old one', async () => {
    const recorder = await recordEvents(people.transport, ['password-reset.requested']);
    for (let round = 0; round < 3; round++) {
      const email = newEmail();
      const { id } = (await people.register(email)).json<{ id: string }>();
      await people.service.call('POST', '/api/forgot-password', { body: { email } });
      const { data } = await recorder.next('password-reset.requested', ({ subject }) => subject === `user/${id}`);
      const reset = people.service.call('POST', '/api/reset-password', {
        body: { token: (data as { token: string }).token, password: 'battery staple' },
      });
      const [answer] = await Promise.all([reset, ...Array.from({ length: 8 }, () => people.login(email))]);
      expect(answer.status).toBe(200);
      expect(await people.database.query("SELECT 1 FROM sessions WHERE sess ->> 'userId' = $1", [id])).toEqual([]);
    }
    await recorder.stop();
  });
});
