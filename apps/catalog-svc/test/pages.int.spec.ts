import type { AdminProduct } from '@shop/contracts/catalog';
import { encodeCursor, nextPageOf } from '@shop/contracts/common';
import { anyTransport, asAdmin, type TestService } from '@shop/testing';
import { FIRST_PAGE, PAGE_AFTER } from '../src/products/products.repository.js';
import { CatalogueFixture, createProduct } from './catalogue.js';

const MANY = 10_000;
/** Two hundred at each moment, microseconds apart from the next: what a millisecond cannot tell apart. */
const PLANT = `
  INSERT INTO products (title, category, base_price_cents, created_at, deleted_at)
  SELECT 'Product ' || n, 'tshirt', n, timestamptz '2026-11-20T10:00:00Z' + (n / 200) * interval '7 microseconds', CASE WHEN n % 100 = 0 THEN now() END
  FROM generate_series(1, ${MANY}) n`;

describe(`the admin’s list of ${MANY} products`, () => {
  let catalogue: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    service = await catalogue.start();
    await catalogue.database.query(PLANT);
    await catalogue.database.query('ANALYZE products');
  });
  afterAll(() => catalogue.close());

  const page = async (address: string): Promise<{ products: AdminProduct[]; next: string | null }> => {
    const answer = await service.call('GET', address, { as: asAdmin() });
    expect(answer.status).toBe(200);
    return { products: answer.json<AdminProduct[]>(), next: nextPageOf(answer.headers.get('link')) };
  };

  it('comes in pages that hold each product once, in one order, and end', async () => {
    const seen: string[] = [];
    for (let next: string | null = '/api/admin/products?limit=500'; next;) {
      const { products, next: after }: { products: AdminProduct[]; next: string | null } = await page(next);
      seen.push(...products.map(({ id }) => id));
      next = after;
    }
    const rows = await catalogue.database.query<{ id: string }>(
      'SELECT id FROM products WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
    );
    expect(rows).toHaveLength(MANY * 0.99);
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('begins with a hundred, and goes on after what was seen though others are made and deleted meanwhile', async () => {
    const first = await page('/api/admin/products');
    expect(first.products).toHaveLength(100);
    const newer = await createProduct(service);
    await service.call('DELETE', `/api/admin/products/${first.products.at(-1)?.id}`, { as: asAdmin() });

    const second = await page(first.next ?? '');

    const ids = new Set(first.products.map(({ id }) => id));
    expect(second.products.some(({ id }) => ids.has(id) || id === newer.id)).toBe(false);
    expect(second.products).toHaveLength(100);
    expect((await page('/api/admin/products?limit=1')).products).toMatchObject([{ id: newer.id }]);
  });

  it.each([
    ['limit=0', 'The limit must be from 1 to 500'],
    ['limit=501', 'The limit must be from 1 to 500'],
    ['limit=many', 'The limit must be from 1 to 500'],
    ['cursor=nonsense', 'This place in the list does not exist. Please start at the beginning.'],
    ['cursor=', 'This place in the list does not exist. Please start at the beginning.'],
  ])('refuses %s: 400 %s', async (query, text) => {
    expect(await service.call('GET', `/api/admin/products?${query}`, { as: asAdmin() })).toMatchObject({
      status: 400,
      text,
    });
  });

  it('is empty behind its end', async () => {
    const end = encodeCursor({ createdAt: '2001-01-01T00:00:00.000000Z', id: '00000000-0000-4000-8000-000000000000' });
    expect(await page(`/api/admin/products?cursor=${end}`)).toEqual({ products: [], next: null });
  });

  it.each([
    ['the first page', FIRST_PAGE, [101]],
    ['a page in the middle', PAGE_AFTER, [101, '2026-11-20T10:00:00.000175Z', '80000000-0000-4000-8000-000000000000']],
  ])('reads %s from the index, and no more than is shown', async (_, sql, values) => {
    const [{ 'QUERY PLAN': plan } = { 'QUERY PLAN': [] }] = await catalogue.database.query<{ 'QUERY PLAN': unknown[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values,
    );
    const text = JSON.stringify(plan);
    expect(text).toContain('"Index Name":"products_newest"');
    expect(text).not.toMatch(/"Node Type":"(Seq Scan|Sort|Bitmap)/);
    // The rows that the scan itself read, beside what it gave: nothing is thrown away before the page begins.
    expect(text).not.toContain('Rows Removed by Filter');
    expect(text).toContain('"Actual Rows":101');
  });

  it('stands beside a shoppers’ list of as many', async () => {
    const answer = await service.call('GET', '/api/products');
    expect(answer.json<unknown[]>().length).toBeGreaterThan(MANY * 0.98);
    expect(
      (await service.call('GET', '/api/products', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }))
        .status,
    ).toBe(304);
  });
});
