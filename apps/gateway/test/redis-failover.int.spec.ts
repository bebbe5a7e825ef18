import { InterruptibleProxy, RedisServer, testEnvironment, waitFor } from '@shop/testing';
import { GatewayFixture } from './gateway.fixture.js';

const READ_ONLY = {
  state: 'down',
  reason: 'Redis takes no writes (it may be a replica after a failover), so each gateway counts alone.',
};

let clientCount = 0;
const newClient = (): Record<string, string> => ({ 'x-forwarded-for': `198.18.0.${(clientCount += 1)}` });

(testEnvironment.hasRedisServer ? describe : describe.skip)('a Redis that turned read-only', () => {
  let redis: RedisServer;
  let promoted: RedisServer;
  let proxy: InterruptibleProxy;
  let fixtures: [GatewayFixture, GatewayFixture];

  beforeEach(async () => {
    [redis, promoted] = await Promise.all([RedisServer.start(), RedisServer.start()]);
    proxy = await InterruptibleProxy.listenFor(redis.url);
    const env = {
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_SIGN_IN: '3/60',
      TRUST_PROXY: 'loopback',
      REDIS_URL: proxy.url(redis.url),
    };
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

  async function signIn(fixture: GatewayFixture, times: number, headers: Record<string, string>): Promise<number[]> {
    const statuses: number[] = [];
    for (let call = 0; call < times; call += 1)
      statuses.push((await fixture.call('POST', '/api/login', { headers, body: '{}' })).status);
    return statuses;
  }

  /** On a busy machine a call may be counted in memory, because Redis exceeded its time. Then another client tries. */
  const expectSharedCounts = (): Promise<unknown> =>
    waitFor(async () => {
      const client = newClient();
      expect(await signIn(fixtures[0], 2, client)).toEqual([200, 200]);
      expect(await signIn(fixtures[1], 2, client)).toEqual([200, 429]);
    });

  it('is reported while each gateway counts alone, and is used again once it takes writes', async () => {
    await expectSharedCounts();
    await redis.makeReadOnly();
    const client = newClient();
    for (const fixture of fixtures) expect(await signIn(fixture, 4, client)).toEqual([200, 200, 200, 429]);
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
