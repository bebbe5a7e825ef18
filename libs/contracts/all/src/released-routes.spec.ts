import { isArchiveRoute, listOwners, ROUTE_PREFIXES, SERVICE_NAMES } from '@shop/contracts-common/routes';
import { joinRoutes, listServiceRoutes, parseServiceRoutes, publicRoutes, type ReleasedRoute } from './index.js';

const ROUTE: ReleasedRoute = {
  service: 'order',
  method: 'GET',
  path: '/api/orders/:id/weather',
  access: 'user',
  limit: 'read',
};

const parse = (...routes: object[]): readonly ReleasedRoute[] => parseServiceRoutes(JSON.stringify(routes), 'order');

describe('the released routes of a service', () => {
  it.each(SERVICE_NAMES)('are read as %s-svc wrote them', (service) => {
    const routes = listServiceRoutes(publicRoutes, service);
    expect(routes.length).toBeGreaterThan(5);
    expect(parseServiceRoutes(JSON.stringify(routes), service)).toEqual(JSON.parse(JSON.stringify(routes)));
  });

  it('may be new ones below the prefixes of the service', () => {
    expect(parse(ROUTE)).toEqual([ROUTE]);
  });

  it.each([
    ['the path of another service', { ...ROUTE, path: '/api/products/:id/weather' }, 'belongs to catalog-svc'],
    [
      'another service’s part of a shared path',
      { ...ROUTE, path: '/api/admin/users/:id/designs' },
      'belongs to art-svc',
    ],
    ['a path outside of all prefixes', { ...ROUTE, path: '/api/weather' }, 'belongs to no-svc'],
    ['a prefix that only begins alike', { ...ROUTE, path: '/api/ordersofothers' }, 'belongs to no-svc'],
    ['a path with dots', { ...ROUTE, path: '/api/orders/../admin' }, 'path'],
    ['another service', { ...ROUTE, service: 'catalog' }, 'leads to catalog-svc'],
    ['no access level', { ...ROUTE, access: undefined }, 'access'],
    ['the level of other processes', { ...ROUTE, access: 'internal' }, 'access'],
    ['no limit class', { ...ROUTE, limit: undefined }, 'limit'],
    ['an unknown limit class', { ...ROUTE, limit: 'weather' }, 'limit'],
    ['a rule that this version does not know', { ...ROUTE, captcha: 'needed' }, 'captcha'],
  ])('are refused with %s', (_name, route, reason) => {
    expect(() => parse(ROUTE, { ...route, method: 'POST' })).toThrow(reason);
  });

  it.each(['/api/admin/users/:id/:part', '/api/admin/users/me/designs', '/api/admin/users/:id/:part/:page'])(
    'are refused with %s, which could be a path of another service',
    (path) => {
      const route = { ...ROUTE, service: 'identity', path };
      expect(() => parseServiceRoutes(JSON.stringify([route]), 'identity')).toThrow(
        /could be a path of (art|order)-svc/,
      );
    },
  );

  it('are refused with a call twice, whatever its parameters are called', () => {
    expect(() => parse(ROUTE, { ...ROUTE, path: '/api/orders/:orderId/weather' })).toThrow('is there twice');
  });

  it('are refused if another service has the same call', () => {
    const path = '/api/admin/orders/:id/emails';
    const other: ReleasedRoute = { ...ROUTE, service: 'support', path };
    expect(() => joinRoutes([[{ ...ROUTE, path }], [other]])).toThrow('Both order-svc and support-svc');
    expect(joinRoutes([[{ ...ROUTE, path, method: 'POST' }], [other]])).toHaveLength(2);
  });
});

describe('ROUTE_PREFIXES', () => {
  it('has no prefix that no route uses', () => {
    const unused = SERVICE_NAMES.flatMap((name) =>
      ROUTE_PREFIXES[name].filter(
        (prefix) => !publicRoutes.some(({ path }) => path.replaceAll(/:\w+/g, ':').startsWith(prefix)),
      ),
    );
    expect(unused).toEqual([]);
  });

  it('covers each public route with its service', () => {
    const outside = publicRoutes.filter(
      (route) => !isArchiveRoute(route) && !listOwners(route.path).includes(route.service),
    );
    expect(outside).toEqual([]);
  });
});
