import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProducts } from '@shop/contracts/routes';
import { pages } from './site.js';

it('lists the preloads of each page of the storefront', () => {
  const routes = readFileSync(join(import.meta.dirname, 'app.tsx'), 'utf8').matchAll(/<Route path="([^"]+)"/g);
  expect(Object.keys(pages).sort()).toEqual([...routes].map(([, path]) => path).toSorted());
});

it('preloads the call of the catalogue', () => {
  expect(pages['/products'].calls).toEqual([listProducts.path]);
});
