import { publicRoutes } from '@shop/contracts-all';
import { isArchiveRoute, needsSecondFactor, type Route, type ServiceName } from '@shop/contracts-common/routes';
import { GatewayFixture, createFrozenClock, type CallerKind } from './gateway.fixture.js';
import { respondWithTar } from './tar.fixture.js';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await GatewayFixture.start({}, createFrozenClock());
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const CALLERS: CallerKind[] = ['anonymous', 'guest', 'user', 'without code', 'packer', 'admin'];
const EXPECTED: Record<string, Record<CallerKind, number>> = {
  public: { anonymous: 200, guest: 200, user: 200, 'without code': 200, packer: 200, admin: 200 },
  guest: { anonymous: 200, guest: 200, user: 200, 'without code': 200, packer: 200, admin: 200 },
  session: { anonymous: 401, guest: 200, user: 200, 'without code': 200, packer: 200, admin: 200 },
  user: { anonymous: 401, guest: 401, user: 200, 'without code': 200, packer: 200, admin: 200 },
  admin: { anonymous: 401, guest: 401, user: 403, 'without code': 403, packer: 200, admin: 200 },
};
const MESSAGES: Record<number, string> = { 401: 'Not signed in', 403: 'Admin access required' };
const PACKER_MESSAGES = {
  refund: 'Your account may not give money back. Please ask an admin whose account may.',
  export: 'Your account may not download lists of customers. Please ask an admin whose account may.',
  all: 'Your account may not do this. Please ask an admin who may give money back and download lists of customers.',
};

const CODE_MESSAGE = 'Please enter a code of your authenticator app first.';

/** The message of a 403 for a reason other than the access level. */
function findRefusal(route: Route, who: CallerKind): string | undefined {
  if (who === 'without code' && needsSecondFactor(route)) return CODE_MESSAGE;
  return who === 'packer' && route.permission ? PACKER_MESSAGES[route.permission] : undefined;
}

/** The services that a route calls, and the path there. */
const getTargets = (route: Route): { services: ServiceName[]; address: string } =>
  isArchiveRoute(route)
    ? { services: route.archive.parts.map(({ service }) => service), address: route.archive.address }
    : { services: [route.service], address: toAddress(route) };
const toAddress = ({ path }: Route): string =>
  path.replace(/:file/, 'tshirt.svg').replace(/:[a-zA-Z]+/g, '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001');

describe('each route allows the callers of its access level, permission and second factor, and sends their identity to the service', () => {
  it.each(publicRoutes.map((route) => [`${route.method} ${route.path}`, route.access, route] as const))(
    '%s (%s)',
    async (_name, access, route) => {
      const { services, address } = getTargets(route);
      for (const who of CALLERS) {
        fixture.reset();
        const sid = fixture.createSession(who);
        const refused = findRefusal(route, who);
        const expected = refused ? 403 : (EXPECTED[access]?.[who] ?? 0);
        if (isArchiveRoute(route))
          for (const service of services) fixture.services[service].handlers.set(address, respondWithTar({}));
        const answer = await fixture.call(route.method, toAddress(route), { sid });
        expect([who, answer.status]).toEqual([who, expected]);
        const reached = services.flatMap((service) =>
          fixture.services[service].requests.filter(({ url }) => url === address),
        );
        expect(reached).toHaveLength(expected === 200 ? services.length : 0);
        if (expected !== 200) {
          expect(answer.text).toBe(refused ?? MESSAGES[expected]);
          expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
          continue;
        }
        const token = reached[0]?.headers['x-identity-token'];
        if (route.sessionless) expect(token).toBeUndefined();
        else if (sid !== undefined) expect(token).toBe(`token of ${who} ${sid}`);
        else expect(token === undefined).toBe(access !== 'guest');
      }
    },
  );
});

describe('an address without a route', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/api/products'],
    ['OPTIONS', '/api/products'],
    ['TRACE', '/api/products'],
    ['GET', '/api/products/'],
    ['GET', '/API/products'],
    ['GET', '/api/%70roducts'],
    ['GET', '//api/products'],
    ['GET', '/api/products/../admin/stats/variants'],
    ['GET', '/api/products/%2e%2e/variants'],
    ['GET', '/api/products/../variants'],
    ['GET', '/media/..'],
    ['GET', '/media/a%2Fb'],
    ['GET', '/internal/sessions/resolve'],
    ['POST', '/internal/sessions/resolve'],
    ['GET', '/metrics'],
    ['GET', '/api/%zz'],
    ['GET', `/api/orders/${'x'.repeat(201)}`],
    ['GET', `/${'a'.repeat(2_000)}`],
    ['GET', `${'/'.repeat(15_900)}x`],
    ['GET', '/list//'],
    ['GET', '/api/products#part'],
    ['GET', 'http://shop.test/api/products'],
    ['OPTIONS', '*'],
  ])('%s %s is 404 without a call to a service', async (method, path) => {
    const answer = await fixture.call(method, path, { sid: fixture.createSession('admin') });
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
    expect(Object.values(fixture.services).flatMap(({ requests: seen }) => seen)).toEqual([]);
  });

  it('handles HEAD for GET routes', async () => {
    const answer = await fixture.call('HEAD', '/api/products');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(fixture.services.catalog.requests[0]?.method).toBe('HEAD');
  });

  it('forwards the query string unchanged', async () => {
    await fixture.call('GET', '/media/0b6f1c1e?w=320&x=%20y');
    expect(fixture.services.art.requests[0]?.url).toBe('/media/0b6f1c1e?w=320&x=%20y');
  });
});

describe('while identity-svc is down', () => {
  const down = 'The sign-in service is unavailable right now. Please try again in a moment.';
  beforeEach(() => {
    fixture.isIdentityDown = true;
  });

  it('routes that can do without the session are served with and without a cookie', async () => {
    for (const path of ['/api/products', '/api/styles', '/pictures/tshirt.svg', '/media/x1', '/api/checkout/config']) {
      expect((await fixture.call('GET', path, { sid: fixture.createSession('user') })).status).toBe(200);
    }
  });

  it.each([
    ['GET', '/api/user'],
    ['GET', '/api/cart'],
    ['POST', '/api/cart'],
    ['GET', '/api/admin/stats'],
  ])('%s %s refuses a caller with a session instead of responding anonymously', async (method, path) => {
    const answer = await fixture.call(method, path, { sid: fixture.createSession('admin') });
    expect([answer.status, answer.text]).toEqual([503, down]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a route that opens a guest session is refused', async () => {
    const answer = await fixture.call('POST', '/api/cart');
    expect([answer.status, answer.text]).toEqual([503, down]);
  });

  it('a dead process has the same effect as an error response', async () => {
    fixture.isIdentityDown = false;
    await fixture.services.identity.stop();
    const answer = await fixture.call('GET', '/api/orders', { sid: fixture.createSession('user') });
    await fixture.services.identity.listen();
    expect([answer.status, answer.text]).toEqual([503, down]);
  });
});
