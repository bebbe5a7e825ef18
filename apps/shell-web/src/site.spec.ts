import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND } from '@shop/contracts/common';
import { getPageOwner } from './page-owner.js';
import { PRIVATE_PAGES, publicPages } from './site.js';

const pages = publicPages(BRAND);

const PUBLIC_PATHS = ['/', '/products', '/create', '/terms', '/privacy'];
const REMOTE_PATHS = ['/customize', '/cart', '/checkout', '/order-complete', '/orders', '/designs', '/admin', '/nimda'];
const PRIVATE_PATHS = [
  ...REMOTE_PATHS,
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/profile',
  // One segment stands for the order's id.
  '/orders/:orderId',
];

it('lists exactly the existing pages', () => {
  expect(Object.keys(pages)).toEqual(PUBLIC_PATHS);
  expect(Object.keys(PRIVATE_PAGES).sort()).toEqual(PRIVATE_PATHS.toSorted());
  for (const path of ['/', '/products', '/create', '/orders/7b9e', ...REMOTE_PATHS])
    expect(getPageOwner(path)).not.toBe('shell');
});

it('gives each public page a unique title and a description that search engines show in full', () => {
  const all = Object.values(pages);
  for (const { description, headline } of all) {
    expect(description.length).toBeGreaterThan(60);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(headline).toMatch(/\S/);
  }
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
});

it('uses the titles that pages set when they run', () => {
  const apps = join(import.meta.dirname, '../..');
  const sources = globSync('*-web/src/**/*.page.tsx', { cwd: apps }).map((file) =>
    readFileSync(join(apps, file), 'utf8'),
  );
  const titlesInSources = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /usePageTitle\((?:[^\n]+ : )?'([^']+)'\)|<LegalText title="([^"]+)"|'sign-in': \{\s*heading: '([^']+)'/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? match[3]),
  );
  const publicTitles = Object.values(pages)
    .map(({ title }) => title.replace(` · ${BRAND}`, ''))
    .filter((title) => title !== BRAND);
  expect([...publicTitles, ...Object.values(PRIVATE_PAGES), 'Page Not Found'].sort()).toEqual(
    titlesInSources.toSorted(),
  );
});
