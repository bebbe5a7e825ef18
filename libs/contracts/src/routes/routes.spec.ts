import { operations } from '../api/index.js';
import { publicRoutes, toPath } from './index.js';

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
});

describe('toPath', () => {
  it('encodes the parameters', () => {
    expect(toPath('/api/orders/:orderId/items/:itemId', { orderId: 'a/b', itemId: 'ä' })).toBe(
      '/api/orders/a%2Fb/items/%C3%A4',
    );
  });
});
