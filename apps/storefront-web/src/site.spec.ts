import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProducts } from '@shop/contracts-catalog/routes';
import { getShop } from '@shop/contracts-order/routes';
import { pages } from './site.js';

const readPage = (module: string): string => readFileSync(join(import.meta.dirname, '..', module), 'utf8');
const all = Object.entries<{ module: string; calls?: readonly string[] }>(pages);

it('preloads are calls of the contracts', () => {
  expect([...new Set(all.flatMap(([, { calls = [] }]) => calls))].sort()).toEqual([listProducts.path, getShop.path]);
});

it('each page with the line of a holiday requests the shop before any script runs', () => {
  const withLine = all.filter(([, { module }]) => readPage(module).includes('<HolidayNotice'));
  expect(withLine.length).toBeGreaterThan(0);
  expect(withLine.filter(([, { calls }]) => !calls?.includes(getShop.path)).map(([path]) => path)).toEqual([]);
});
