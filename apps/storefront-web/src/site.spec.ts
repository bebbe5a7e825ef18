import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from './site.js';

it('lists the preloads of each page of the storefront', () => {
  const routes = readFileSync(join(import.meta.dirname, 'app.tsx'), 'utf8').matchAll(/<Route path="([^"]+)"/g);
  expect(Object.keys(pages).sort()).toEqual([...routes].map(([, path]) => path).toSorted());
});
