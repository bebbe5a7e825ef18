import { operations } from '../api/index.js';
import { publicRoutes, toPath, type Route } from './index.js';

describe('publicRoutes', () => {
  it('has each method and path once', () => {
    const calls = publicRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(calls.length).toBeGreaterThan(60);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('has documentation for each call of /api', () => {
    const toCall = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    expect(operations.map(toCall).sort()).toEqual(
      publicRoutes
        .filter(({ path }) => path.startsWith('/api/'))
        .map(toCall)
        .sort(),
    );
  });

  it('routes no internal path', () => {
    const internal = publicRoutes.filter(({ path }) => /^\/(internal|metrics|healthz|readyz)(\/|$)/.test(path));
    expect(internal).toEqual([]);
  });

  it('has the limit and access level of each route checked by the compiler', () => {
    const route = { method: 'GET', path: '/api/x', service: 'art', access: 'public', limit: 'read' } as const;
    const { access: _access, ...withoutAccess } = { ...route, answer: { status: 200 } };
    const { limit: _limit, ...withoutLimit } = { ...route, answer: { status: 200 } };
    // @ts-expect-error -- a route without an access level does not compile
    const first: Route = withoutAccess;
    // @ts-expect-error -- a route without a limit class does not compile
    const second: Route = withoutLimit;
    // @ts-expect-error -- a route without a limit does not compile without a reason
    const third: Route = { ...route, limit: { none: '' }, answer: { status: 200 } };
    expect([first, second, third]).toHaveLength(3);
  });
});

describe('toPath', () => {
  it('encodes the parameters', () => {
    expect(toPath('/api/orders/:orderId/items/:itemId', { orderId: 'a/b', itemId: 'ä' })).toBe(
      '/api/orders/a%2Fb/items/%C3%A4',
    );
  });
});
