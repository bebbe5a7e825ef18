import { listServiceRoutes, publicRoutes, ROUTES_FILE, type ReleasedRoute } from '@shop/contracts-all';
import { waitFor } from '@shop/testing';
import { GatewayFixture } from './gateway.fixture.js';
import { TestReleases } from './release.fixture.js';

const APP = 'order-svc';
const WEATHER: ReleasedRoute = {
  service: 'order',
  method: 'GET',
  path: '/api/orders/:id/weather',
  access: 'user',
  limit: 'read',
};
const PATH = '/api/orders/7/weather';

const built = listServiceRoutes(publicRoutes, 'order');

let releases: TestReleases;
let fixture: GatewayFixture;
beforeAll(async () => {
  releases = await TestReleases.open();
  fixture = await GatewayFixture.start(releases.createEnvironment([]));
});
afterAll(async () => {
  await fixture.close();
  await releases.close();
});
beforeEach(() => fixture.reset());

const release = (...routes: object[]): Promise<string> =>
  releases.release(APP, { [ROUTES_FILE]: JSON.stringify(routes) });
const getStatus = async (path: string, who: 'anonymous' | 'user' = 'user', method = 'GET'): Promise<number> =>
  (await fixture.call(method, path, { sid: fixture.createSession(who), headers: { origin: 'http://shop.test' } }))
    .status;
const waitForStatus = (path: string, status: number): Promise<void> =>
  waitFor(async () => expect(await getStatus(path)).toBe(status), { timeoutMs: 15_000 });
const countBehind = async (): Promise<string> => {
  const metrics = await (await fetch(fixture.gateway.metricsUrl)).text();
  return /^released_routes_behind\{[^}]*app="order-svc"[^}]*\} (\d)/m.exec(metrics)?.[1] ?? '';
};

describe('a route that a service adds', () => {
  it('is reachable after its release, by its access level, without a release of the gateway', async () => {
    expect([await getStatus(PATH), await getStatus('/api/cart')]).toEqual([404, 200]);
    await release(...built, WEATHER);
    await waitForStatus(PATH, 200);
    expect(fixture.services.order.requests.map(({ url }) => url)).toContain(PATH);
    expect([await getStatus(PATH, 'anonymous'), await getStatus(PATH, 'user', 'POST')]).toEqual([401, 404]);
    expect([await getStatus('/api/cart'), await getStatus('/api/products')]).toEqual([200, 200]);
  });

  it('names its service while that is down', async () => {
    await fixture.services.order.stop();
    const answer = await fixture.call('GET', PATH, { sid: fixture.createSession('user') });
    await fixture.services.order.listen();
    expect([answer.status, answer.text]).toEqual([
      503,
      'The order service is unavailable right now. Please try again in a moment.',
    ]);
  });

  it('is refused with the whole release if it takes a path of another service; the routes before stay, also after a rollback', async () => {
    await release(...built, { ...WEATHER, path: '/api/products/:id/weather' });
    await waitFor(async () => expect(await countBehind()).toBe('1'), { timeoutMs: 15_000 });
    expect([await getStatus('/api/products/7/weather'), await getStatus(PATH)]).toEqual([404, 200]);
    await releases.rollBack(APP);
    await waitFor(async () => expect(await countBehind()).toBe('0'), { timeoutMs: 15_000 });
    expect(await getStatus(PATH)).toBe(200);
  });

  it('is gone after a release without it', async () => {
    await release(...built);
    await waitForStatus(PATH, 404);
    expect([await getStatus('/api/cart'), await countBehind()]).toEqual([200, '0']);
  });
});
