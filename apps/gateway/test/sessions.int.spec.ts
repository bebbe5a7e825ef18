import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sessionEnded } from '@shop/contracts-identity';
import { createTestTransport, waitFor, publishEvent } from '@shop/testing';
import { expectTrueWithin } from '@shop/testing-database';
import { hashSid } from '../src/sessions/session-cache.js';
import { GatewayFixture, newSid, createFrozenClock } from './gateway.fixture.js';

const DAYS_30 = 30 * 24 * 60 * 60;

/** A cookie and its attributes, which may have any order. */
const parseCookie = (header = ''): { cookie: string; attributes: string[] } => {
  const [cookie = '', ...attributes] = header.split('; ');
  return { cookie, attributes: attributes.sort() };
};
const createAttributes = (maxAge: number): string[] => ['HttpOnly', `Max-Age=${maxAge}`, 'Path=/', 'SameSite=Lax'];

describe('the session cookie', () => {
  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await GatewayFixture.start({}, createFrozenClock());
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('is set by the first request of a guest that succeeds, and identifies the guest afterwards', async () => {
    const first = await fixture.call('POST', '/api/cart', { body: '{}' });
    const { cookie, attributes } = parseCookie(first.headers['set-cookie']?.[0]);
    expect(attributes).toEqual(createAttributes(DAYS_30));
    const sid = /^sid=([A-Za-z0-9_-]{43})$/.exec(cookie)?.[1];
    expect(sid).toBeDefined();
    const second = await fixture.call('POST', '/api/cart', { sid, body: '{}' });
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(fixture.services.order.requests[1]?.headers['x-identity-token']).toBe(`token of guest ${sid}`);
    expect(fixture.resolveRequests).toEqual([{ sid: null, openGuestSession: true }]);
    expect(fixture.openedGuests).toEqual([sid]);
  });

  it('is set besides cookies of the service, in a response that is not cacheable', async () => {
    fixture.services.order.handler = (_req, res) =>
      res.writeHead(200, { 'set-cookie': ['has-cart=1; Path=/'], 'cache-control': 'public, max-age=60' }).end('{}');
    const answer = await fixture.call('POST', '/api/cart', { body: '{}' });
    expect(answer.headers['set-cookie']).toEqual(['has-cart=1; Path=/', expect.stringMatching(/^sid=/)]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it.each([400, 500])(
    'is not set by a request of a guest that fails with %d, which stores no session',
    async (status) => {
      fixture.services.order.handler = (_req, res) =>
        res.writeHead(status, { 'content-type': 'text/plain', 'x-answer': 'own' }).end('A sentence.');
      for (const sid of [undefined, newSid()]) {
        const answer = await fixture.call('POST', '/api/cart', { sid, body: '{}' });
        expect([answer.status, answer.text, answer.headers['x-answer']]).toEqual([status, 'A sentence.', 'own']);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      expect(fixture.openedGuests).toEqual([]);
    },
  );

  it('is not set if the guest’s session can’t be stored, and the request fails', async () => {
    fixture.services.order.handler = (_req, res) => {
      fixture.isIdentityDown = true;
      res.writeHead(200).end('{}');
    };
    const answer = await fixture.call('POST', '/api/cart', { body: '{}' });
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([
      503,
      'The sign-in service is unavailable right now. Please try again in a moment.',
      undefined,
    ]);
  });

  it('is extended when identity-svc requests it', async () => {
    const sid = fixture.createSession('user', { setCookie: true });
    const answer = await fixture.call('GET', '/api/orders', { sid });
    expect(answer.headers['set-cookie']?.map(parseCookie)).toEqual([
      { cookie: `sid=${sid}`, attributes: createAttributes(DAYS_30) },
    ]);
    expect((await fixture.call('GET', '/api/orders', { sid })).headers['set-cookie']).toBeUndefined();
  });

  it('is not extended by requests of a page that its visitor does not use, nor by streams', async () => {
    const sid = fixture.createSession('user');
    await fixture.call('GET', '/api/orders', { sid, headers: { 'x-passive': '1' } });
    (await fixture.openResponse(`/api/orders/${randomUUID()}/live`, sid)).destroy();
    await fixture.call('GET', '/api/orders', { sid });
    expect(fixture.resolveRequests).toEqual([
      { sid, openGuestSession: false, isPassive: true },
      { sid, openGuestSession: false },
    ]);
  });

  it('changes at a sign-in without revealing the internal header, and the old id becomes invalid', async () => {
    const guest = fixture.createSession('guest');
    const user = newSid();
    await fixture.call('GET', '/api/cart', { sid: guest });
    const known = fixture.services.identity.handler;
    fixture.services.identity.handler = (req, res, seen) =>
      req.url === '/api/login' ? res.writeHead(200, { 'x-session-id': user }).end('{}') : known(req, res, seen);
    const answer = await fixture.call('POST', '/api/login', { sid: guest, body: '{}' });
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining(`sid=${user};`)]);
    expect(answer.headers['x-session-id']).toBeUndefined();
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect((await fixture.call('PATCH', '/api/cart/x1', { sid: guest, body: '{}' })).status).toBe(401);
  });

  it('is deleted at a sign-out', async () => {
    const sid = fixture.createSession('user');
    const known = fixture.services.identity.handler;
    fixture.services.identity.handler = (req, res, seen) =>
      req.url === '/api/logout' ? res.writeHead(204, { 'x-session-id': '' }).end() : known(req, res, seen);
    await fixture.call('GET', '/api/orders', { sid });
    const answer = await fixture.call('POST', '/api/logout', { sid });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect([answer.status, answer.headers['set-cookie']?.map(parseCookie)]).toEqual([
      204,
      [{ cookie: 'sid=', attributes: createAttributes(0) }],
    ]);
    expect((await fixture.call('GET', '/api/orders', { sid })).status).toBe(401);
  });

  it('identifies the caller of the contact form, which works anonymously while identity-svc is down', async () => {
    const sid = fixture.createSession('user');
    const write = () => fixture.call('POST', '/api/contact', { sid, body: '{}' });
    expect((await write()).status).toBe(200);
    const stranger = fixture.createSession('user');
    fixture.isIdentityDown = true;
    expect((await fixture.call('POST', '/api/contact', { sid: stranger, body: '{}' })).status).toBe(200);
    expect(fixture.services.support.requests.map(({ headers }) => headers['x-identity-token'])).toEqual([
      `token of user ${sid}`,
      undefined,
    ]);
    expect((await fixture.call('POST', '/api/checkout/shipping', { sid: stranger, body: '{}' })).status).toBe(503);
  });
});

describe('a session id in a request', () => {
  const resolveSids = async (env: Record<string, string>, cookies: string[]): Promise<(string | null)[]> => {
    const fixture = await GatewayFixture.start(env);
    for (const cookie of cookies) await fixture.call('GET', '/api/cart', { headers: { cookie } });
    await fixture.close();
    return fixture.resolveRequests.map(({ sid }) => sid);
  };

  it('is read from among other cookies, if it looks like one', async () => {
    const [first, second] = [newSid(), newSid()];
    const cookies = [`sid=${first}`, `has-cart=1; sid=${second} ; x=y=z`];
    const ignored = [`__Host-sid=${newSid()}`, 'sid=short', `sid=${newSid()}"; drop`, 'sid', ''];
    expect(await resolveSids({}, [...cookies, ...ignored])).toEqual([first, second]);
  });

  it('is bound to the host if the site uses https, like all cookies, and the plain name is not read', async () => {
    const sid = newSid();
    const env = { SITE_URL: 'https://shop.test' };
    expect(await resolveSids(env, [`sid=${newSid()}`, `__Host-sid=${sid}`])).toEqual([sid]);

    const fixture = await GatewayFixture.start(env);
    fixture.services.order.handler = (_req, res) =>
      res
        .writeHead(200, { 'set-cookie': ['has-cart=1; Path=/; SameSite=Lax', 'other=; Path=/api; Max-Age=0'] })
        .end('{}');
    const { headers } = await fixture.call('POST', '/api/cart', { body: '{}' });
    await fixture.close();
    const [marker, ended, session, ...others] = headers['set-cookie'] ?? [];
    expect([marker, ended, others]).toEqual([
      '__Host-has-cart=1; SameSite=Lax; Path=/; Secure',
      '__Host-other=; Max-Age=0; Path=/; Secure',
      [],
    ]);
    const { cookie, attributes } = parseCookie(session);
    expect(cookie).toMatch(/^__Host-sid=[A-Za-z0-9_-]{43}$/);
    expect(attributes).toEqual([...createAttributes(DAYS_30), 'Secure']);
  });
});

describe('GET /api/user, which each page requests', () => {
  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await GatewayFixture.start();
  });
  afterAll(() => fixture.close());

  it('answers a visitor without a session without a request to any service, also while identity-svc is down', async () => {
    fixture.isIdentityDown = true;
    const answer = await fixture.call('GET', '/api/user', { headers: { cookie: 'has-cart=1' } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
    expect(fixture.resolveRequests).toEqual([]);
    expect(Object.values(fixture.services).flatMap(({ requests }) => requests)).toEqual([]);
  });
});

describe('a session that ends elsewhere', () => {
  const transport = createTestTransport();
  let fixtures: GatewayFixture[];
  beforeAll(async () => {
    await transport.open();
    fixtures = await Promise.all([1, 2].map(() => GatewayFixture.start(transport.env)));
    for (const { services } of fixtures)
      services.order.handler = (req, res) =>
        req.url?.endsWith('/live')
          ? res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
          : res.writeHead(200).end('[]');
    for (const fixture of fixtures)
      await waitFor(async () => expect((await fixture.call('GET', '/readyz')).status).toBe(200));
  });
  afterAll(async () => {
    await Promise.all(fixtures.map((fixture) => fixture.close()));
    await transport.close();
  });

  it('ends on every gateway within a second, with its streams, although its token is still valid', async () => {
    const [first, second] = fixtures as [GatewayFixture, GatewayFixture];
    const sid = first.createSession('user') ?? '';
    const session = first.sessions.get(sid);
    if (session) second.sessions.set(sid, session);
    const statuses = async (): Promise<number[]> =>
      Promise.all(fixtures.map(async (fixture) => (await fixture.call('GET', '/api/orders', { sid })).status));
    // 600 ms is longer than the cache time without broadcasts, so this proves that broadcasts are received. A gateway whose broker
    // was slow asks identity-svc once more before.
    await waitFor(async () => {
      expect(await statuses()).toEqual([200, 200]);
      for (const fixture of fixtures) fixture.resolveRequests.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(await statuses()).toEqual([200, 200]);
      expect(fixtures.flatMap(({ resolveRequests: asked }) => asked)).toEqual([]);
    });
    const streams = await Promise.all(
      fixtures.map((fixture) => fixture.openResponse(`/api/orders/${randomUUID()}/live`, sid)),
    );
    const ends = streams.map((stream) => once(stream.resume(), 'close').then(() => Date.now()));
    for (const fixture of fixtures) fixture.sessions.delete(sid);
    const endedAt = Date.now();
    await publishEvent(transport, sessionEnded, {
      subject: `session-holder/${randomUUID()}`,
      data: { sidHashes: [hashSid(sid)], reason: 'signed-out' },
    });
    await Promise.all(
      fixtures.map((fixture) =>
        expectTrueWithin(1_000, async () => (await fixture.call('GET', '/api/orders', { sid })).status === 401),
      ),
    );
    for (const closedAt of await Promise.all(ends)) expect(closedAt - endedAt).toBeLessThan(1_000);
  });
});
