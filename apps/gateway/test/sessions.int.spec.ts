import { randomUUID } from 'node:crypto';
import { sessionEnded } from '@shop/contracts/identity';
import { anyTransport, eventually, publishEvent } from '@shop/testing';
import { expectTrueWithin } from '@shop/testing/expect-true-within';
import { sidHash } from '../src/sessions/session-cache.js';
import { Door, newSid, stillClock } from './door.js';

const DAYS_30 = 30 * 24 * 60 * 60;

describe('the session cookie', () => {
  let door: Door;
  beforeAll(async () => {
    door = await Door.open({}, stillClock());
  });
  afterAll(() => door.close());
  beforeEach(() => door.reset());

  it('is set with the first guest step, and the guest is known by it from then on', async () => {
    const first = await door.call('POST', '/api/cart', { body: '{}' });
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    const sid = /^sid=([^;]+); Path=\/; SameSite=Lax; HttpOnly; Max-Age=2592000$/.exec(cookie)?.[1];
    expect(sid).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const second = await door.call('POST', '/api/cart', { sid, body: '{}' });
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(door.upstreams.order.seen[1]?.headers['x-identity-token']).toBe(`token of guest ${sid}`);
    expect(door.asked).toEqual([{ sid: null, open: true }]);
  });

  it('is set beside the cookies of the service, and never in an answer that others may keep', async () => {
    door.upstreams.order.answer = (_req, res) =>
      res.writeHead(200, { 'set-cookie': ['has-cart=1; Path=/'], 'cache-control': 'public, max-age=60' }).end('{}');
    const answer = await door.call('POST', '/api/cart', { body: '{}' });
    expect(answer.headers['set-cookie']).toEqual([
      'has-cart=1; Path=/',
      expect.stringMatching(/^sid=/),
      expect.stringMatching(/^has-session=1;/),
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('is set even where the service fails after the guest was opened', async () => {
    door.upstreams.order.answer = (_req, res) => res.writeHead(500, { 'content-type': 'text/html' }).end('<h1>');
    expect((await door.call('POST', '/api/cart', { body: '{}' })).headers['set-cookie']).toEqual([
      expect.stringMatching(/^sid=/),
      expect.stringMatching(/^has-session=1;/),
    ]);
  });

  it('is rolled on when identity-svc says so', async () => {
    const sid = door.session('user', { setCookie: true });
    const answer = await door.call('GET', '/api/orders', { sid });
    expect(answer.headers['set-cookie']).toEqual([
      `sid=${sid}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${DAYS_30}`,
      `has-session=1; Path=/; SameSite=Lax; Max-Age=${DAYS_30}`,
    ]);
    expect((await door.call('GET', '/api/orders', { sid })).headers['set-cookie']).toBeUndefined();
  });

  it('changes at a sign-in; the header that says so stays inside, and the old id is believed no more', async () => {
    const guest = door.session('guest');
    const user = newSid();
    await door.call('GET', '/api/cart', { sid: guest });
    const known = door.upstreams.identity.answer;
    door.upstreams.identity.answer = (req, res, seen) =>
      req.url === '/api/login' ? res.writeHead(200, { 'x-session-id': user }).end('{}') : known(req, res, seen);
    const answer = await door.call('POST', '/api/login', { sid: guest, body: '{}' });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringContaining(`sid=${user};`),
      expect.stringMatching(/^has-session=1;/),
    ]);
    expect(answer.headers['x-session-id']).toBeUndefined();
    expect((await door.call('PATCH', '/api/cart/x1', { sid: guest, body: '{}' })).status).toBe(401);
  });

  it('is taken away at a sign-out', async () => {
    const sid = door.session('user');
    const known = door.upstreams.identity.answer;
    door.upstreams.identity.answer = (req, res, seen) =>
      req.url === '/api/logout' ? res.writeHead(204, { 'x-session-id': '' }).end() : known(req, res, seen);
    await door.call('GET', '/api/orders', { sid });
    const answer = await door.call('POST', '/api/logout', { sid });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      204,
      ['sid=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0', 'has-session=; Path=/; SameSite=Lax; Max-Age=0'],
    ]);
    expect((await door.call('GET', '/api/orders', { sid })).status).toBe(401);
  });

  it('is told to the contact desk; while identity-svc is away people write to us all the same, as nobody', async () => {
    const sid = door.session('user');
    const write = () => door.call('POST', '/api/contact', { sid, body: '{}' });
    expect((await write()).status).toBe(200);
    const stranger = door.session('user');
    door.isIdentityDown = true;
    expect((await door.call('POST', '/api/contact', { sid: stranger, body: '{}' })).status).toBe(200);
    expect(door.upstreams.support.seen.map(({ headers }) => headers['x-identity-token'])).toEqual([
      `token of user ${sid}`,
      undefined,
    ]);
    expect((await door.call('POST', '/api/checkout/shipping', { sid: stranger, body: '{}' })).status).toBe(503);
  });
});

describe('a session that ends elsewhere', () => {
  const transport = anyTransport();
  let doors: Door[];
  beforeAll(async () => {
    await transport.open();
    doors = await Promise.all([1, 2].map(() => Door.open(transport.env)));
    for (const door of doors)
      await eventually(async () => expect((await door.call('GET', '/readyz')).status).toBe(200));
  });
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await transport.close();
  });

  it('is over on every gateway within a second, though its token lives on', async () => {
    const [first, second] = doors as [Door, Door];
    const sid = first.session('user') ?? '';
    const session = first.sessions.get(sid);
    if (session) second.sessions.set(sid, session);
    const statuses = async (): Promise<number[]> =>
      Promise.all(doors.map(async (door) => (await door.call('GET', '/api/orders', { sid })).status));
    // Longer than an unheard session is believed: it is the cache that answers. A gateway whose broker was slow for a moment asks once more first.
    await eventually(async () => {
      expect(await statuses()).toEqual([200, 200]);
      for (const door of doors) door.asked.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(await statuses()).toEqual([200, 200]);
      expect(doors.flatMap(({ asked }) => asked)).toEqual([]);
    });
    for (const door of doors) door.sessions.delete(sid);
    await publishEvent(transport, sessionEnded, {
      subject: `session-holder/${randomUUID()}`,
      data: { sidHashes: [sidHash(sid)], reason: 'signed-out' },
    });
    await Promise.all(
      doors.map((door) => expectTrueWithin(1_000, async () => (await door.call('GET', '/api/orders', { sid })).status === 401)),
    );
  });
});
