import * as art from '@shop/contracts-art/routes';
import * as catalog from '@shop/contracts-catalog/routes';
import { isArchiveRoute, toPath, type Route } from '@shop/contracts-common/routes';
import * as identity from '@shop/contracts-identity/routes';
import * as order from '@shop/contracts-order/routes';
import * as support from '@shop/contracts-support/routes';
import { operations, publicRoutes } from './index.js';

describe('publicRoutes', () => {
  it('has each method and path once', () => {
    const calls = publicRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(calls.length).toBeGreaterThan(60);
    expect(new Set(calls).size).toBe(calls.length);
  });

  // The access.spec.ts of a service compares its handlers with the routes of its package only.
  it('are in the package of the service that handles them', () => {
    const packages: Record<string, Readonly<Record<string, Route>>> = { art, catalog, identity, order, support };
    const routes = Object.entries(packages).flatMap(([owner, exported]) =>
      Object.values(exported).map((route) => ({ owner, route })),
    );
    expect(routes).toHaveLength(publicRoutes.length);
    const foreign = routes.filter(({ owner, route }) => !isArchiveRoute(route) && route.service !== owner);
    expect(foreign).toEqual([]);
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

  it('bounds the lists of customers for admins: 100 per page, and a limit of their own', () => {
    const lists = publicRoutes.filter(
      ({ access, answer: { isList, schema } }) =>
        access === 'admin' &&
        isList &&
        schema !== undefined &&
        'shape' in schema &&
        'email' in (schema.shape as object),
    );
    expect(lists.map(({ path }) => path)).toEqual([
      '/api/admin/users',
      '/api/admin/users/search',
      '/api/admin/orders',
      '/api/admin/orders/search',
      '/api/admin/contact-submissions',
      '/api/admin/contact-submissions/search',
    ]);
    for (const { limit, query } of lists) {
      expect(limit).toBe('customer-list');
      expect([query?.safeParse({ limit: '100' }).success, query?.safeParse({ limit: '101' }).success]).toEqual([
        true,
        false,
      ]);
    }
  });

  it('asks admins for password and code again before they change accounts of others for good', () => {
    const asked = publicRoutes.filter(({ access, signIn }) => access === 'admin' && signIn === 'recent');
    expect(asked.map(({ path, permission, secondFactor }) => [path, permission, secondFactor])).toEqual([
      ['/api/admin/users/:id/role', 'all', 'recent'],
      ['/api/admin/users/:id/erase', 'all', 'recent'],
    ]);
  });

  it('routes no internal path', () => {
    const internal = publicRoutes.filter(({ path }) => /^\/(internal|metrics|healthz|readyz)(\/|$)/.test(path));
    expect(internal).toEqual([]);
  });
});

describe('toPath', () => {
  it('encodes the parameters', () => {
    expect(toPath('/api/orders/:orderId/items/:itemId', { orderId: 'a/b', itemId: 'ä' })).toBe(
      '/api/orders/a%2Fb/items/%C3%A4',
    );
  });
});
