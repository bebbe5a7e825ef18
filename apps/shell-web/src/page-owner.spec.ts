import { getPageOwner } from './page-owner.js';

const ADDRESSES: [string, string][] = [
  ...[
    '/',
    '/products',
    '/create',
    '/customize',
    '/cart',
    '/checkout',
    '/order-complete',
    '/orders',
    '/designs',
    '/cart/',
    '/orders/7b9e',
    '/orders/7b9e/',
  ].map((path): [string, string] => [path, 'storefront']),
  ...['/admin', '/nimda', '/admin/'].map((path): [string, string] => [path, 'admin']),
  ...[
    '/auth',
    '/forgot-password',
    '/reset-password',
    '/profile',
    '/terms',
    '/privacy',
    '/nope',
    '/admin/x',
    '/products/1',
    '/administrator',
    '/orders/7b9e/items',
  ].map((path): [string, string] => [path, 'shell']),
];

describe('getPageOwner', () => {
  it.each(ADDRESSES)('assigns %s to %s', (path, owner) => {
    expect(getPageOwner(path)).toBe(owner);
  });
});
