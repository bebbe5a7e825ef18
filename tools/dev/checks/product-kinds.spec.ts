/** A kind of product is one definition (CONTRIBUTING.md, "How do I add a mug?"): no other file names one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_KINDS } from '@shop/contracts-catalog/kinds';

const ROOT = join(import.meta.dirname, '../../..');

/** What may name kinds: their definitions and pictures, products and examples, and what is released already. */
const ALLOWED = [
  /^libs\/contracts\/catalog\/src\/kinds\//,
  /^libs\/contracts\/catalog\/src\/docs\//,
  /^libs\/product-pictures\/src\/(cuts\.ts|pet-tag\.ts|phone-case\.ts)$/,
  /^apps\/storefront-web\/src\/(pet-art\/(kind-)?pictures\.ts|site\.ts|landing\/landing\.page\.tsx)$/,
  /^tools\/dev\/pictures\//,
  /^apps\/catalog-svc\/src\/seeding\/seed-products\.ts$/,
  /^apps\/catalog-svc\/src\/database\/migrations\/000[14]-/,
];
/** Code of tests, which buys and describes certain products. */
const OF_TESTS = /(\.spec\.tsx?|\/test\/.*|\/testing\/.*|^libs\/(web\/)?testing\/.*|^apps\/e2e\/.*|^tools\/prove\/.*)$/;

const findSources = (): string[] =>
  globSync('{apps,libs,tools}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(dist|node_modules|test-results|\.data)$/.test(path),
  }).filter((path) => !OF_TESTS.test(path));

/** As a text, a key or a property. */
const NAMES = new RegExp(
  PRODUCT_KINDS.map(({ key }) => `(['"\`])${key}\\1|[.]${key}\\b|^\\s*${key}:`)
    .join('|')
    .replaceAll('\\1', '[\'"`]'),
  'm',
);

it('no other file names a kind of product', () => {
  const files = findSources().filter((path) => NAMES.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(files.filter((path) => !ALLOWED.some((allowed) => allowed.test(path)))).toEqual([]);
  expect(files.length).toBeGreaterThan(PRODUCT_KINDS.length);
});
