import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from './pages.js';

const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');

/** What the inline script of index.html, which preloads a remote's files, takes an address for. */
function preloadedFor(path: string): string {
  const [, storefront = '(?!)'] = /\/(\^.*?\$)\/\.test\(\s*path,?\s*\)\s*\? 'storefront'/.exec(page) ?? [];
  return new RegExp(storefront).test(path) ? 'storefront' : 'nobody';
}

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

describe('who shows an address', () => {
  it.each(ADDRESSES)('%s: %s', (path, owner) => {
    expect(ownerOf(path)).toBe(owner);
  });

  it.each(ADDRESSES)('the page itself preloads the storefront for %s where it is the owner: %s', (path, owner) => {
    expect(preloadedFor(path)).toBe(owner === 'storefront' ? owner : 'nobody');
  });
});
