import { randomBytes } from 'node:crypto';
import { InterruptibleProxy, RedisServer, testEnvironment, waitFor } from '@shop/testing';
import { publicRoutes } from '@shop/contracts-all';
import { GatewayFixture } from './gateway.fixture.js';
import { respondWithTar } from './tar.fixture.js';

const LIMIT_CLASSES = new Set(publicRoutes.flatMap(({ limit }) => (typeof limit === 'string' ? [limit] : [])));
const STRICT_LIMITS: Record<string, string> = {
  RATE_LIMIT_ENABLED: 'true',
  ...Object.fromEntries(
    [...LIMIT_CLASSES].map((limit) => [`RATE_LIMIT_${limit.toUpperCase().replaceAll('-', '_')}`, '3/60']),
  ),
};

async function postRepeatedly(
  fixture: GatewayFixture,
  times: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const received: number[] = [];
  for (let call = 0; call < times; call++)
    received.push((await fixture.call('POST', path, { headers, body: '{}' })).status);
  return received;
}

const { redisUrl } = testEnvironment;

/** A separate namespace on the Redis that all tests share. */
const createRedisEnv = (url: string): Record<string, string> => ({
  REDIS_URL: url,
  EVENTS_NAMESPACE: `test-${randomBytes(5).toString('hex')}`,
});

const getCacheState = async (fixture: GatewayFixture): Promise<unknown> =>
  (JSON.parse((await fixture.call('GET', '/readyz')).text) as { parts: { cache: unknown } }).parts.cache;
/** Before Redis is connected, calls are counted in memory. */
const waitForRedis = (...fixtures: GatewayFixture[]) =>
  Promise.all(
    fixtures.map((fixture) => waitFor(async () => expect(await getCacheState(fixture)).toEqual({ state: 'up' }))),
  );

let clientCount = 0;
/** The headers of a client with a new address. */
function newClient(): Record<string, string> {
  clientCount += 1;
  return { 'x-forwarded-for': `198.18.${clientCount >> 8}.${clientCount & 255}` };
}

/** On a busy machine Redis may exceed its timeout, and the call is counted in memory. The scenario is then repeated with a new client. */
const REDIS_TIMEOUT = { timeoutMs: 5_000 };

describe('rate limits', () => {
  let fixture: GatewayFixture;
  beforeAll(async () => {
    fixture = await GatewayFixture.start({ ...STRICT_LIMITS, TRUST_PROXY: 'loopback' });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it.each(
    // One route of each class.
    [...new Map(publicRoutes.map(({ method, path, limit }) => [limit, { method, path, limit }])).values()].filter(
      ({ limit }) => typeof limit === 'string',
    ),
  )('refuse $method $path ($limit) after the limit, with the seconds to wait', async ({ method, path }) => {
    const me = newClient();
    for (const service of ['identity', 'catalog', 'art', 'order', 'support'] as const)
      fixture.services[service].handlers.set('/internal/personal-data', respondWithTar({}));
    const sid = fixture.createSession('admin');
    const address = path.replaceAll(/:(\w+)/g, '$1');
    const call = () => fixture.call(method, address, { sid, headers: me, body: method === 'GET' ? undefined : '{}' });
    const began = Date.now();
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 200]);
    const refused = await call();
    expect(refused.status).toBe(429);
    const [, seconds] = /^Too many attempts\. Please try again in (\d+) seconds\.$/.exec(refused.text) ?? [];
    // The window starts with the first call, and some of it has passed.
    const passed = Math.ceil((Date.now() - began) / 1000);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect(Number(seconds)).toBeGreaterThanOrEqual(60 - passed);
    expect(refused.headers['retry-after']).toBe(seconds);
  });

  it.each(['/', '/main.js', '/nothing', '/remotes.json', '/remotes/storefront/main.js', '/.well-known/x'])(
    'refuse the page or file %s after the limit of files',
    async (path) => {
      const me = newClient();
      for (let call = 0; call < 3; call++)
        expect((await fixture.call('GET', path, { headers: me })).status).not.toBe(429);
      expect((await fixture.call('GET', path, { headers: me })).status).toBe(429);
    },
  );

  it('use one class for all password attempts and another one for what sends a link or a code', () => {
    const pathsOf = (limit: string): string[] =>
      publicRoutes.filter((route) => route.limit === limit).map(({ path }) => path);
    expect(pathsOf('sign-in')).toEqual(
      expect.arrayContaining(['/api/login', '/api/register', '/api/user/change-password', '/api/user/erase']),
    );
    expect(pathsOf('reset')).toEqual([
      '/api/user/confirm-email',
      '/api/forgot-password',
      '/api/reset-password',
      '/api/user/send-confirmation-link',
      '/api/orders/:orderId/code',
    ]);
  });

  it('count login and registration together and each class separately', async () => {
    const me = newClient();
    expect(await postRepeatedly(fixture, 2, '/api/login', me)).toEqual([200, 200]);
    expect(await postRepeatedly(fixture, 2, '/api/register', me)).toEqual([200, 429]);
    expect(await postRepeatedly(fixture, 1, '/api/contact', me)).toEqual([200]);
  });

  it('cannot be evaded with forged X-Forwarded-For entries', async () => {
    const { 'x-forwarded-for': mine = '' } = newClient();
    for (let call = 0; call < 3; call++)
      await fixture.call('POST', '/api/login', {
        headers: { 'x-forwarded-for': `1.2.3.${call}, ${mine}` },
        body: '{}',
      });
    expect(await postRepeatedly(fixture, 1, '/api/login', { 'x-forwarded-for': `9.9.9.9, ${mine}` })).toEqual([429]);
  });

  it.each([
    ['0', '198.51.100.1', '198.51.100.2'],
    ['198.51.100.9', '198.51.100.1', '198.51.100.2'],
    ['loopback, 10.0.0.0/8', '198.51.100.1, 203.0.113.9, 10.0.0.2', '198.51.100.2, 203.0.113.9, 10.0.0.2'],
    ['loopback, 10.0.0.0/8', '203.0.113.8', '203.0.113.8'],
  ])('count per client if the proxies are %s: "%s" and "%s" are one', async (TRUST_PROXY, one, other) => {
    const proxied = await GatewayFixture.start({ ...STRICT_LIMITS, TRUST_PROXY });
    expect(await postRepeatedly(proxied, 3, '/api/login', { 'x-forwarded-for': one })).toEqual([200, 200, 200]);
    expect(await postRepeatedly(proxied, 1, '/api/login', { 'x-forwarded-for': other })).toEqual([429]);
    await proxied.close();
  });

  it('count open streams by session, until they end', async () => {
    const streaming = await GatewayFixture.start({ RATE_LIMIT_ENABLED: 'true', STREAMS_PER_SESSION: '2' });
    const sid = streaming.createSession('guest');
    streaming.services.art.immediateHandler = (_req, res) =>
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    const open = () => streaming.openResponse('/api/generate/a1/progress', sid);
    const [first, second, refused] = [await open(), await open(), await open()];
    expect([first.statusCode, second.statusCode, refused.statusCode]).toEqual([200, 200, 429]);
    first.destroy();
    await waitFor(async () => expect((await open()).statusCode).toBe(200));
    await streaming.close();
  });

  it('do not count a failed or declined generation', async () => {
    const me = newClient();
    for (const status of [502, 422, 503, 500]) {
      fixture.services.art.handler = (_req, res) =>
        res.writeHead(status, { 'content-type': 'text/plain' }).end('A sentence.');
      expect(await postRepeatedly(fixture, 3, '/api/generate', me)).toEqual([status, status, status]);
    }
    fixture.services.art.reset();
    expect(await postRepeatedly(fixture, 4, '/api/generate', me)).toEqual([200, 200, 200, 429]);
  });
});

describe('gateways with one Redis', () => {
  let proxy: InterruptibleProxy;
  let fixtures: GatewayFixture[] = [];
  const itWithRedis = redisUrl ? it : it.skip;
  beforeAll(async () => {
    if (!redisUrl) return;
    proxy = await InterruptibleProxy.listenFor(redisUrl);
    const env = { ...STRICT_LIMITS, TRUST_PROXY: 'loopback', ...createRedisEnv(proxy.url(redisUrl)) };
    fixtures = await Promise.all([1, 2].map(() => GatewayFixture.start(env)));
  });
  afterAll(async () => {
    await Promise.all(fixtures.map((fixture) => fixture.close()));
    if (redisUrl) await proxy.close();
  });

  const seen = (
    scenario: (me: Record<string, string>, first: GatewayFixture, second: GatewayFixture) => Promise<void>,
  ) =>
    waitFor(async () => {
      const [first, second] = fixtures as [GatewayFixture, GatewayFixture];
      proxy.restore();
      await waitForRedis(first, second);
      await scenario(newClient(), first, second);
    }, REDIS_TIMEOUT);

  itWithRedis('count together', () =>
    seen(async (me, first, second) => {
      expect(await postRepeatedly(first, 2, '/api/login', me)).toEqual([200, 200]);
      expect(await postRepeatedly(second, 2, '/api/login', me)).toEqual([200, 429]);
    }),
  );

  itWithRedis(
    'count separately and report it while Redis is down, and continue the shared counts when it returns',
    () =>
      seen(async (me, first, second) => {
        expect(await postRepeatedly(first, 2, '/api/login', me)).toEqual([200, 200]);

        proxy.interrupt();
        for (const fixture of fixtures)
          expect(await postRepeatedly(fixture, 4, '/api/login', me)).toEqual([200, 200, 200, 429]);
        for (const fixture of fixtures)
          await waitFor(async () => expect(await getCacheState(fixture)).toEqual({ state: 'down' }));
        expect((await first.call('GET', '/readyz')).status).toBe(503);

        proxy.restore();
        await waitForRedis(first, second);
        expect(await postRepeatedly(second, 2, '/api/login', me)).toEqual([200, 429]);
        expect(await postRepeatedly(first, 1, '/api/login', me)).toEqual([429]);
      }),
  );
});

(testEnvironment.hasRedisServer ? describe : describe.skip)('a Redis that turned read-only', () => {
  const READ_ONLY = {
    state: 'down',
    reason: 'Redis takes no writes (it may be a replica after a failover), so each gateway counts alone.',
  };
  let redis: RedisServer;
  let promoted: RedisServer;
  let proxy: InterruptibleProxy;
  let fixtures: [GatewayFixture, GatewayFixture];

  beforeEach(async () => {
    [redis, promoted] = await Promise.all([RedisServer.start(), RedisServer.start()]);
    proxy = await InterruptibleProxy.listenFor(redis.url);
    const env = { ...STRICT_LIMITS, TRUST_PROXY: 'loopback', REDIS_URL: proxy.url(redis.url) };
    fixtures = [await GatewayFixture.start(env), await GatewayFixture.start(env)];
    await waitForCache({ state: 'up' });
  });
  afterEach(async () => {
    await Promise.all(fixtures.map((fixture) => fixture.close()));
    await proxy.close();
    await Promise.all([redis.stop(), promoted.stop()]);
  });

  const waitForCache = (state: object): Promise<unknown> =>
    Promise.all(
      fixtures.map((fixture) =>
        waitFor(async () => {
          const { status, text } = await fixture.call('GET', '/readyz');
          const { parts } = JSON.parse(text) as { parts: { cache: unknown } };
          expect([status === 200, parts.cache]).toEqual(['state' in state && state.state === 'up', state]);
        }),
      ),
    );

  /** On a busy machine a call may be counted in memory, because Redis exceeded its time. Then another client tries. */
  const expectSharedCounts = (): Promise<unknown> =>
    waitFor(async () => {
      const client = newClient();
      expect(await postRepeatedly(fixtures[0], 2, '/api/login', client)).toEqual([200, 200]);
      expect(await postRepeatedly(fixtures[1], 2, '/api/login', client)).toEqual([200, 429]);
    });

  it('is reported while each gateway counts alone, and is used again once it takes writes', async () => {
    await expectSharedCounts();
    await redis.makeReadOnly();
    const client = newClient();
    for (const fixture of fixtures)
      expect(await postRepeatedly(fixture, 4, '/api/login', client)).toEqual([200, 200, 200, 429]);
    await waitForCache(READ_ONLY);
    await redis.makeWritable();
    await waitForCache({ state: 'up' });
    await expectSharedCounts();
  });

  it('is left for the server that the address has now, without a call that fails', async () => {
    await redis.makeReadOnly();
    proxy.redirect(promoted.url);
    // Calls alone lead to the new server: no test requests /readyz.
    await expectSharedCounts();
    expect(await promoted.listKeys('*rate:sign-in*')).not.toEqual([]);
    expect(await redis.listKeys('*rate:sign-in*')).toEqual([]);
    await waitForCache({ state: 'up' });
  });

  it('is left by the readiness check, too', async () => {
    await redis.makeReadOnly();
    proxy.redirect(promoted.url);
    await waitFor(async () => {
      await waitForCache({ state: 'up' });
      expect(await promoted.listKeys('*')).not.toEqual([]);
    });
  });
});
