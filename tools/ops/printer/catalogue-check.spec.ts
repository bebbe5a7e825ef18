import { randomUUID } from 'node:crypto';
import type { PrintfulEntry } from '@shop/contracts-order';
import { startSandbox, type Sandbox } from '@shop/sandbox/testing';
import type { DataSource } from 'typeorm';
import { MigratedDatabases } from '../../test/migrated-databases.ts';
import { withDatabase } from '../shop/addresses.ts';
import { compareCatalogues } from './catalogue-check.ts';
import { listPrintfulVariants } from './printful-articles.ts';
import { listShopArticles, toEntryTemplate } from './shop-articles.ts';

const [TEE, MUG, MEDIUM, LARGE, BLACK] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];
/** Black, M and L of Printful's T-shirt. */
const [BLACK_M, BLACK_L] = [4_017, 4_018];
const ENTRIES: PrintfulEntry[] = [
  { product: TEE, size: MEDIUM, color: BLACK, variantId: BLACK_M, placement: 'front' },
  { product: TEE, size: LARGE, variantId: BLACK_L, placement: 'front' },
];

let migrated: MigratedDatabases;
let orders: DataSource;
let sandbox: Sandbox;

beforeAll(async () => {
  migrated = await MigratedDatabases.start();
  orders = await migrated.open('orders', 'order-svc');
  await orders.query('CREATE DATABASE sandbox');
  const { url } = orders.options as { url: string };
  sandbox = await startSandbox({ databaseUrl: withDatabase(url, 'sandbox') });
  await orders.query(
    `INSERT INTO catalogue_products (id, title, category, base_price_cents, active, print_area) VALUES
     ($1, 'Tee', 'tshirt', 2400, true, '{"widthPx":3600,"heightPx":4800}')`,
    [TEE],
  );
  await orders.query(
    `INSERT INTO catalogue_variants (id, product_id, type, name, price_modifier_cents, active, position) VALUES
     ($2, $1, 'size', 'M', 0, true, 0), ($3, $1, 'size', 'L', 200, true, 1), ($4, $1, 'color', 'Black', 0, true, 2)`,
    [TEE, MEDIUM, LARGE, BLACK],
  );
}, 60_000);

afterAll(async () => {
  await sandbox.stop();
  await migrated.stop();
});

const check = async (entries = ENTRIES): Promise<string[]> =>
  compareCatalogues(
    await listShopArticles((sql, values) => orders.query(sql, values)),
    entries,
    await listPrintfulVariants({ apiKey: 'of-the-test', apiHost: sandbox.url }, entries),
  );
const changeVariant = (id: number, changes: object): Promise<Response> =>
  fetch(new URL(`/sandbox/control/printful/variants/${id}`, sandbox.url), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });

it('finds no difference where there is none', async () => {
  expect(await check()).toEqual([]);
});

it('names each difference', async () => {
  await orders.query(
    `INSERT INTO catalogue_products (id, title, category, base_price_cents, active) VALUES ($1, 'Mug', 'other', 1000, true)`,
    [MUG],
  );
  await orders.query(`UPDATE catalogue_variants SET print_area = '{"widthPx":3000,"heightPx":4800}' WHERE id = $1`, [
    MEDIUM,
  ]);
  await orders.query(`UPDATE catalogue_variants SET name = 'XXL' WHERE id = $1`, [LARGE]);
  await changeVariant(BLACK_M, { price: '24.01', in_stock: false });
  expect(
    await check([
      ...ENTRIES,
      { product: MUG, size: MEDIUM, variantId: 1, placement: 'front' },
      { product: MUG, variantId: 999_999, placement: 'default' },
    ]),
  ).toEqual([
    'Mug: Printful has no variant 999999',
    'Tee, M, Black: Printful has no more of variant 4017',
    'Tee, M, Black: its print area is 10 × 16 in in the shop and 12 × 16 in at Printful',
    'Tee, M, Black: it costs $24.01 and sells for $24.00',
    "Tee, XXL, Black: Printful's variant 4018 is size L",
    'Entry 3 (variant 1): the shop sells nothing with these ids',
  ]);
  expect(await check([{ product: TEE, variantId: 4_012, placement: 'back' }])).toEqual([
    'Mug: it has no entry in PRINTFUL_CATALOGUE, so it is not available to shoppers',
    "Tee, M, Black: Printful's variant 4012 is White",
    'Tee, M, Black: Printful has no print area "back" on it, but front',
    "Tee, XXL, Black: Printful's variant 4012 is size M",
    "Tee, XXL, Black: Printful's variant 4012 is White",
    'Tee, XXL, Black: Printful has no print area "back" on it, but front',
  ]);
});

it('prints an article as an entry', async () => {
  const [, article] = await listShopArticles((sql, values) => orders.query(sql, values));
  expect(article && toEntryTemplate(article, ENTRIES[0])).toEqual({
    article: 'Tee, M, Black',
    product: TEE,
    size: MEDIUM,
    color: BLACK,
    variantId: BLACK_M,
    placement: 'front',
  });
});
