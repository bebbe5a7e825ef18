import { randomBytes } from 'node:crypto';
import { InterruptibleProxy, eventually, testEnvironment } from '@shop/testing';
import { routes } from '../src/routes.js';
import { Door } from './door.js';
import { answerTar } from './tar.js';

const strict = {
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_SIGN_IN: '3/60',
  RATE_LIMIT_RESET: '3/60',
  RATE_LIMIT_UPLOAD: '3/60',
  RATE_LIMIT_PREVIEW: '3/60',
  RATE_LIMIT_GENERATE: '3/60',
  RATE_LIMIT_CHECKOUT: '3/60',
  RATE_LIMIT_ORDER_CHANGE: '3/60',
  RATE_LIMIT_CONTACT: '3/60',
  RATE_LIMIT_ARCHIVE: '3/60',
};

async function statuses(
  door: Door,
  times: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const seen: number[] = [];
  for (let call = 0; call < times; call++) seen.push((await door.call('POST', path, { headers, body: '{}' })).status);
  return seen;
}

const { redisUrl } = testEnvironment;

/** Counts of its own on the Redis that all tests share. */
const inRedis = (url: string): Record<string, string> => ({
  REDIS_URL: url,
  EVENTS_NAMESPACE: `test-${randomBytes(5).toString('hex')}`,
});

const readiness = async (door: Door): Promise<unknown> =>
  (JSON.parse((await door.call('GET', '/readyz')).text) as { parts: { cache: unknown } }).parts.cache;
/** Until then calls are counted in memory. */
const counts = (...doors: Door[]) =>
  Promise.all(doors.map((door) => eventually(async () => expect(await readiness(door)).toEqual({ state: 'up' }))));

let clients = 0;
/** Somebody whom no gateway has seen yet. */
function somebody(): Record<string, string> {
  clients += 1;
  return { 'x-forwarded-for': `198.18.${clients >> 8}.${clients & 255}` };
}

/** A busy machine may keep the gateway waiting for Redis for too long, and that call is counted in memory: another client tries again. */
const REDIS_TIMEOUT = { timeoutMs: 5_000 };

describe('rate limits', () => {
  let door: Door;
  beforeAll(async () => {
    door = await Door.open({ ...strict, TRUST_PROXY: '1' });
  });
  afterAll(() => door.close());
  beforeEach(() => door.reset());

  it.each(routes.filter(({ limit }) => limit).map(({ method, path, limit }) => ({ method, path, limit })))(
    'stop $method $path ($limit) after its number, and say for how long',
    async ({ method, path }) => {
      const me = somebody();
      for (const service of ['identity', 'art', 'order', 'support'] as const)
        door.upstreams[service].at.set('/internal/personal-data', answerTar({}));
      const sid = door.session('admin');
      const address = path.replaceAll(/:(\w+)/g, '$1');
      const call = () => door.call(method, address, { sid, headers: me, body: method === 'GET' ? undefined : '{}' });
      const began = Date.now();
      expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 200]);
      const refused = await call();
      expect(refused.status).toBe(429);
      const [, seconds] = /^Too many attempts\. Please try again in (\d+) seconds\.$/.exec(refused.text) ?? [];
      // A minute from the first call; a busy machine has used up some of it.
      const passed = Math.ceil((Date.now() - began) / 1000);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
      expect(Number(seconds)).toBeGreaterThanOrEqual(60 - passed);
      expect(refused.headers['retry-after']).toBe(seconds);
    },
  );

  it('hold everything that tries a password in one class, and everything about a forgotten one in another', () => {
    const pathsOf = (limit: string): string[] =>
      routes.filter((route) => route.limit === limit).map(({ path }) => path);
    expect(pathsOf('sign-in')).toEqual(
      expect.arrayContaining(['/api/login', '/api/register', '/api/user/change-password', '/api/user/erase']),
    );
    expect(pathsOf('reset')).toEqual(['/api/forgot-password', '/api/reset-password']);
  });

  it('count login and registration together, and each class by itself', async () => {
    const me = somebody();
    expect(await statuses(door, 2, '/api/login', me)).toEqual([200, 200]);
    expect(await statuses(door, 2, '/api/register', me)).toEqual([200, 429]);
    expect(await statuses(door, 1, '/api/contact', me)).toEqual([200]);
  });

  it('cannot be dodged by naming other addresses', async () => {
    const { 'x-forwarded-for': mine = '' } = somebody();
    for (let call = 0; call < 3; call++)
      await door.call('POST', '/api/login', { headers: { 'x-forwarded-for': `1.2.3.${call}, ${mine}` }, body: '{}' });
    expect(await statuses(door, 1, '/api/login', { 'x-forwarded-for': `9.9.9.9, ${mine}` })).toEqual([429]);
  });

  it('never count a drawing that failed or was declined', async () => {
    const me = somebody();
    for (const status of [502, 422, 503, 500]) {
      door.upstreams.art.answer = (_req, res) =>
        res.writeHead(status, { 'content-type': 'text/plain' }).end('A sentence.');
      expect(await statuses(door, 3, '/api/generate', me)).toEqual([status, status, status]);
    }
    door.upstreams.art.reset();
    expect(await statuses(door, 4, '/api/generate', me)).toEqual([200, 200, 200, 429]);
  });
});

describe('gateways with one Redis', () => {
  let proxy: InterruptibleProxy;
  let doors: Door[] = [];
  const itWithRedis = redisUrl ? it : it.skip;
  beforeAll(async () => {
    if (!redisUrl) return;
    proxy = await InterruptibleProxy.listenFor(redisUrl);
    const env = { ...strict, TRUST_PROXY: '1', ...inRedis(proxy.url(redisUrl)) };
    doors = await Promise.all([1, 2].map(() => Door.open(env)));
  });
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    if (redisUrl) await proxy.close();
  });

  const seen = (scenario: (me: Record<string, string>, first: Door, second: Door) => Promise<void>) =>
    eventually(async () => {
      const [first, second] = doors as [Door, Door];
      proxy.restore();
      await counts(first, second);
      await scenario(somebody(), first, second);
    }, REDIS_TIMEOUT);

  itWithRedis('count together', () =>
    seen(async (me, first, second) => {
      expect(await statuses(first, 2, '/api/login', me)).toEqual([200, 200]);
      expect(await statuses(second, 2, '/api/login', me)).toEqual([200, 429]);
    }),
  );

  itWithRedis(
    'count each by itself while it is away, say so, and count on together from where they were when it is back',
    () =>
      seen(async (me, first, second) => {
        expect(await statuses(first, 2, '/api/login', me)).toEqual([200, 200]);

        proxy.interrupt();
        for (const door of doors) expect(await statuses(door, 4, '/api/login', me)).toEqual([200, 200, 200, 429]);
        for (const door of doors)
          await eventually(async () => expect(await readiness(door)).toEqual({ state: 'down' }));
        expect((await first.call('GET', '/readyz')).status).toBe(503);

        proxy.restore();
        await counts(first, second);
        expect(await statuses(second, 2, '/api/login', me)).toEqual([200, 429]);
        expect(await statuses(first, 1, '/api/login', me)).toEqual([429]);
      }),
  );
});
