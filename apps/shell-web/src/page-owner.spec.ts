import { getPageOwner } from './page-owner.js';
import { publicPages, PRIVATE_PAGES } from './site.js';

it.each([
  ['/products/classic-tee', 'storefront'],
  ['/products/classic-tee/', 'storefront'],
  ['/orders/1', 'storefront'],
  ['/products/a/b', 'shell'],
  ['/nowhere', 'shell'],
])('%s is rendered by %s', (path, owner) => {
  expect(getPageOwner(path)).toBe(owner);
});

it('each page with a parameter that has a head is rendered by a remote', () => {
  const paths = [...Object.keys(publicPages('Shop')), ...Object.keys(PRIVATE_PAGES)].filter((path) =>
    path.includes(':'),
  );
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.filter((path) => getPageOwner(path.replace(/:\w+/, 'one')) === 'shell')).toEqual([]);
});
