import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  productSaved,
  productSchema,
  variantSchema,
  type AdminProduct,
  type AdminVariant,
  type Product,
  type Variant,
} from '@shop/contracts-catalog';
import { orderOutOfStock, type VariantIds, type VariantSelections } from '@shop/contracts-order';
import { encodeCursor, parseNextPageUrl } from '@shop/contracts-common';
import { createTransport, queueName } from '@shop/messaging';
import { asAdmin, asUser, publishEvent, waitFor, type TestResponse, type TestService } from '@shop/testing';
import { DataSource, type QueryRunner } from 'typeorm';
import { SELECT_ABOVE, SELECT_BELOW } from '../src/products/product-order.repository.js';
import { ACTIVE_PAGE_AFTER, FIRST_PAGE, PAGE_AFTER, ProductsRepository } from '../src/products/products.repository.js';
import { addVariant, CatalogueFixture, createProduct, FORM, listVariants } from './support/catalogue-fixture.js';

describe('changes of the catalogue', () => {
  let fixture: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await CatalogueFixture.start();
    ({ service } = fixture);
  });
  afterAll(() => fixture.close());

  /** `seen`: the version on which the change is based. */
  const call = (method: string, path: string, body?: unknown, seen?: number, as = asAdmin()): Promise<TestResponse> =>
    service.call(method, `/api/admin/products/${path}`, {
      as,
      body,
      headers: seen === undefined ? {} : { 'if-match': `"${seen}"` },
    });
  const change = (id: string, body: unknown, seen?: number): Promise<TestResponse> => call('PATCH', id, body, seen);
  const ann = asUser({ role: 'admin', email: 'ann@example.com' });
  const now = async (id: string): Promise<AdminProduct> => (await call('GET', id)).json<AdminProduct>();
  const countPublished = (id: string): number => fixture.listPublished(id).length;

  describe('by two admins at one product', () => {
    it('are rejected if the other was first, and nothing is overwritten', async () => {
      const seen = await createProduct(service);
      await call('PATCH', seen.id, { title: 'By the first' }, seen.version, ann);
      expect(await change(seen.id, { title: 'By the second', basePrice: '1.00' }, 1)).toMatchObject({
        status: 409,
        text: 'ann@example.com has changed this product in between (“Changed title.”). Please look at it again; nothing was changed now.',
      });
      expect(await now(seen.id)).toMatchObject({
        ...seen,
        title: 'By the first',
        slug: 'by-the-first',
        version: 2,
      });
      const second = await change(seen.id, { title: 'By the second' }, 2);
      expect(second.json()).toMatchObject({ title: 'By the second', version: 3 });
      expect(second.headers.get('etag')).toBe('"3"');
    });

    it('are rejected for a version that never was, and for what is no version', async () => {
      const { id } = await createProduct(service);
      expect(await change(id, { title: 'Mine' }, 99)).toMatchObject({
        status: 409,
        text: 'This product has changed in between. Please look at it again; nothing was changed now.',
      });
      const headers = { 'if-match': '1' };
      expect(
        await service.call('PATCH', `/api/admin/products/${id}`, { as: ann, body: { title: 'Mine' }, headers }),
      ).toMatchObject({ status: 400 });
    });

    it('delete it only as they have seen it', async () => {
      const { id, version } = await createProduct(service);
      await call('PATCH', id, { basePrice: '5.00' }, version, ann);
      expect(await call('DELETE', id, undefined, version)).toMatchObject({
        status: 409,
        text: 'ann@example.com has changed this product in between (“Changed price from 19.90 to 5.00.”). Please look at it again; nothing was changed now.',
      });
      expect(await call('DELETE', id, undefined, version + 1)).toMatchObject({ status: 204 });
    });

    it('let one of ten simultaneous calls with the same version win', async () => {
      const { id, version } = await createProduct(service);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, number) => change(id, { title: `Number ${number}` }, version)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect([won.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 9]);
      expect(await now(id)).toMatchObject(won[0]?.json<AdminProduct>() ?? {});
      await waitFor(() => expect(countPublished(id)).toBe(2));
    });

    it('lose nothing when they send different fields without a version', async () => {
      const { id } = await createProduct(service);
      await Promise.all([
        change(id, { title: 'New title' }),
        change(id, { basePrice: '5.00' }),
        change(id, { active: false }),
      ]);
      const merged = { title: 'New title', basePrice: '5.00', active: false, version: 4 };
      expect(await now(id)).toMatchObject(merged);
      await waitFor(() => expect(countPublished(id)).toBe(4));
      expect(fixture.listPublished(id).at(-1)?.data).toMatchObject({ product: merged });
    });

    it('get the same response when a call is repeated', async () => {
      const { id, version } = await createProduct(service);
      const body = { title: 'Once', basePrice: '7' };
      const first = await change(id, body, version);
      const again = await change(id, body, version);
      expect([again.status, again.json()]).toEqual([200, first.json()]);
    });

    it('compete for a size as well, independently of the product', async () => {
      const { id, version } = await createProduct(service);
      const seen = await addVariant(service, id);
      const answers = await Promise.all(
        ['0.50', '1.00', '1.50', '2.00'].map((priceModifier) =>
          call('PATCH', `${id}/variants/${seen.id}`, { priceModifier }, seen.version, ann),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.text).toMatch(
        /^ann@example\.com has changed this size or color in between \(“Changed price change from 0\.00 to \d\.\d\d of size “XL”\.”\)\./,
      );
      const [after] = (await call('GET', `${id}/variants`)).json<AdminVariant[]>();
      expect(after).toEqual(answers.find(({ status }) => status === 200)?.json());
      expect((await change(id, { title: 'Still mine' }, version)).status).toBe(200);
    });

    it('never bring a price below zero', async () => {
      const { id } = await createProduct(service, { basePrice: '10.00' });
      const answers = await Promise.all([
        change(id, { basePrice: '5.00' }),
        call('POST', `${id}/variants`, { type: 'size', name: 'S', priceModifier: '-8' }),
        call('POST', `${id}/variants`, { type: 'color', name: 'Ash', priceModifier: '-8' }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    });

    it('create one product for a call that is repeated with its idempotency key', async () => {
      const key = randomUUID();
      const create = (body: object = FORM): Promise<TestResponse> =>
        service.call('POST', '/api/admin/products', { as: asAdmin(), body, headers: { 'idempotency-key': key } });
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const { id } = answers[0].json<AdminProduct>();
      await call('PATCH', id, { title: 'Another title' });
      const reused = { status: 409, text: 'This Idempotency-Key was already used for something else.' };
      expect(await create({ ...FORM, title: 'Another title' })).toMatchObject(reused);
      expect((await create()).json<AdminProduct>()).toMatchObject({ id, title: 'Another title' });
      await call('DELETE', id);
      expect(await create()).toMatchObject(reused);
    });
  });

  describe('by the printer, which has no more of an article', () => {
    const order = {
      id: randomUUID(),
      orderNumber: 'PA-7K3M9QXW2T',
      createdAt: '2026-11-20T14:05:00.000Z',
      status: 'paid' as const,
      paymentStatus: 'paid' as const,
      email: null,
      ...{ subtotal: '24.00', shipping: '9.99', tax: '1.92', total: '35.91' },
      shippingAddress: {
        name: 'Pat',
        address: '1 Main St',
        city: 'Springfield',
        state: 'IL',
        zip: '62701',
        country: 'US',
      },
      items: [],
    };
    /** Events of before `variantIds` existed have none. */
    const report = (productId: string, variantSelections: VariantSelections, variantIds?: VariantIds) =>
      publishEvent(fixture.transport, orderOutOfStock, {
        subject: `order/${randomUUID()}`,
        data: {
          order,
          userId: null,
          items: [{ orderItemId: randomUUID(), productId, title: 'Tee', variantSelections, variantIds }],
          link: { key: 'key', changeableUntil: null },
        },
      });
    const listOffered = async (id: string): Promise<string[]> =>
      (await listVariants(service, id)).map(({ name }) => name);

    it('close the size until an admin puts it on sale again', async () => {
      const { id } = await createProduct(service);
      await addVariant(service, id, { name: 'S' });
      const large = await addVariant(service, id, { name: 'L' });
      await addVariant(service, id, { name: 'Black', type: 'color' });
      expect(await listOffered(id)).toEqual(['S', 'L', 'Black']);
      await report(id, { size: 'L', color: 'Black' });
      await waitFor(async () => expect(await listOffered(id)).toEqual(['S', 'Black']));
      await waitFor(() =>
        expect(fixture.listPublished(id).at(-1)?.data).toMatchObject({
          variants: expect.arrayContaining([expect.objectContaining({ name: 'L', active: false })]),
        }),
      );
      const [entry] = (await call('GET', `${id}/timeline`)).json<{ actor: string; summary: string }[]>();
      expect(entry).toMatchObject({ actor: 'The printer (out of stock)', summary: 'Took size “L” off sale.' });
      await call('PATCH', `${id}/variants/${large.id}`, { active: true });
      expect(await listOffered(id)).toEqual(['S', 'L', 'Black']);
    });

    it('close what was bought, whatever it is called by now', async () => {
      const { id } = await createProduct(service);
      const bought = await addVariant(service, id, { name: 'L' });
      const black = await addVariant(service, id, { name: 'Black', type: 'color' });
      await call('PATCH', `${id}/variants/${bought.id}`, { name: 'Large' });
      await addVariant(service, id, { name: 'L' });
      await report(id, { size: 'L', color: 'Black' }, { size: bought.id, color: black.id });
      await waitFor(async () => expect(await listOffered(id)).toEqual(['L', 'Black']));
      const [entry] = (await call('GET', `${id}/timeline`)).json<{ summary: string }[]>();
      expect(entry?.summary).toBe('Took size “Large” off sale.');
    });

    it('close the colour of a product without sizes, and a product that has neither', async () => {
      const [coloured, plain] = [await createProduct(service), await createProduct(service)];
      await addVariant(service, coloured.id, { name: 'Black', type: 'color' });
      await addVariant(service, coloured.id, { name: 'White', type: 'color' });
      await report(coloured.id, { color: 'Black' });
      await report(plain.id, {});
      await waitFor(async () => expect(await listOffered(coloured.id)).toEqual(['White']));
      await waitFor(async () => expect(await now(plain.id)).toMatchObject({ active: false }));
    });
  });

  describe('as events', () => {
    /** The event that was published as `number`th of this product. */
    const savedAs = async (id: string, number: number): Promise<{ product: Product; variants: Variant[] }> => {
      const event = await waitFor(() => {
        const published = fixture.listPublished(id);
        const found = published[number - 1];
        if (!found) throw new Error(`Only ${published.length} events of ${id} were published.`);
        return found;
      });
      return productSaved.schema.parse(event.data);
    };

    it('carry the whole state after every kind of change, in their order', async () => {
      const { id } = await createProduct(service);
      expect(await savedAs(id, 1)).toMatchObject({ product: { id, basePrice: '19.90', version: 1 }, variants: [] });
      const size = await addVariant(service, id, { name: 'XL', priceModifier: '2.50' });
      expect(await savedAs(id, 2)).toMatchObject({
        product: { id },
        variants: [{ id: size.id, name: 'XL', priceModifier: '2.50', active: true }],
      });
      await call('PATCH', `${id}/variants/${size.id}`, { priceModifier: '3', name: '2XL' });
      expect((await savedAs(id, 3)).variants).toMatchObject([{ id: size.id, name: '2XL', priceModifier: '3.00' }]);
      await call('PATCH', `${id}/variants/${size.id}`, { active: false });
      expect((await savedAs(id, 4)).variants).toMatchObject([{ id: size.id, active: false }]);
      await change(id, { basePrice: '5', printArea: { widthPx: 2000, heightPx: 2400, shape: 'rectangle' } });
      expect(await savedAs(id, 5)).toMatchObject({
        product: { basePrice: '5.00', version: 2, printArea: { widthPx: 2000 } },
        variants: [{ id: size.id }],
      });
      await call('DELETE', id);
      expect(
        await fixture.events.waitForEvent('product.deleted', ({ subject }) => subject === `product/${id}`),
      ).toMatchObject({
        data: { productId: id },
      });
    });

    it('are published again with the present state on request, deletions included', async () => {
      const existing = await createProduct(service, { title: 'Existing' });
      const size = await addVariant(service, existing.id, { name: 'XL', priceModifier: '2.50', active: false });
      const gone = await createProduct(service, { title: 'Gone' });
      await call('DELETE', gone.id);

      await republish();

      expect(await savedAs(existing.id, 3)).toEqual({
        product: { ...productSchema.parse(existing), kind: existing.category },
        variants: [variantSchema.parse(size)],
      });
      await waitFor(() =>
        expect(fixture.listPublished(gone.id)).toMatchObject([
          { type: 'product.saved' },
          { type: 'product.deleted' },
          { type: 'product.deleted', data: { productId: gone.id } },
        ]),
      );
    });

    it('are published again in pages, without blocking an admin', async () => {
      await fixture.database.query(
        `INSERT INTO products (id, title, category, base_price_cents)
         SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'One of many', 'hoodie', 100 FROM generate_series(1, 120) n`,
      );
      const ids = Array.from({ length: 120 }, (_, n) => `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`);
      const [first, last] = [ids[0]!, ids[119]!];
      const lock = await lockEvents(last);
      await republish();
      await waitFor(() => expect(fixture.listPublished(first)).toHaveLength(1));

      // The republish waits for the last product now.
      expect((await change(first, { title: 'Changed in between' })).status).toBe(200);

      await waitFor(() => expect(fixture.listPublished(first)).toHaveLength(2));
      expect(fixture.listPublished(last)).toEqual([]);
      await lock.commitTransaction();
      await lock.release();
      await waitFor(() => expect(ids.filter((id) => fixture.listPublished(id).length === 0)).toEqual([]));
      expect(fixture.listPublished(first).at(-1)?.data).toMatchObject({ product: { title: 'Changed in between' } });
    });

    /** Locks the events of a product, like a transaction that has published one. */
    async function lockEvents(id: string): Promise<QueryRunner> {
      const runner = service.get(DataSource).createQueryRunner();
      await runner.startTransaction();
      await runner.query('INSERT INTO outbox_subjects VALUES ($1, 1)', [`product/${id}`]);
      return runner;
    }

    /** Like `npm run events -- republish product`. */
    async function republish(): Promise<void> {
      const sender = await createTransport({
        service: 'test-operator',
        databaseUrl: fixture.transport.env.EVENTS_DATABASE_URL,
        namespace: 'shop',
      });
      await sender.start([]);
      await sender.sendToQueue(queueName('shop', 'catalog-svc', 'republish.product'), {
        specversion: '1.0',
        id: randomUUID(),
        type: 'republish.product',
        source: '/operator',
        subject: 'republish/product',
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        sequence: 1,
        data: {},
      });
      await sender.close();
    }
  });

  describe('and the pages of the admin’s list', () => {
    const MANY = 2_000;
    const SOME_ID = '80000000-0000-4000-8000-000000000000';
    const MIDDLE_US = Date.parse('2026-11-20T10:00:00Z') * 1_000 + 35;
    beforeAll(async () => {
      // Groups of two hundred share a time, and the groups are microseconds apart.
      await fixture.database.query(
        `INSERT INTO products (title, category, base_price_cents, created_at, deleted_at)
         SELECT 'Page filler', 'tshirt', n, timestamptz '2026-11-20T10:00:00Z' + (n / 200) * interval '7 microseconds', CASE WHEN n % 100 = 0 THEN now() END
         FROM generate_series(1, ${MANY}) n`,
      );
      await fixture.database.query('ANALYZE products');
    });
    afterAll(() => fixture.database.query(`DELETE FROM products WHERE title = 'Page filler'`));

    const page = async (address: string): Promise<{ products: AdminProduct[]; next: string | null }> => {
      const answer = await service.call('GET', address, { as: asAdmin() });
      expect(answer.status).toBe(200);
      return { products: answer.json<AdminProduct[]>(), next: parseNextPageUrl(answer.headers.get('link')) };
    };

    it('contain each product once, in a stable order', async () => {
      const seen: string[] = [];
      for (let next: string | null = '/api/admin/products?limit=300'; next;) {
        const { products, next: after }: { products: AdminProduct[]; next: string | null } = await page(next);
        seen.push(...products.map(({ id }) => id));
        next = after;
      }
      const rows = await fixture.database.query<{ id: string }>(
        'SELECT id FROM products WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
      );
      expect(rows.length).toBeGreaterThanOrEqual(MANY * 0.99);
      expect(seen).toEqual(rows.map(({ id }) => id));
    });

    it('contain a hundred products by default and continue after the last one despite concurrent changes', async () => {
      const first = await page('/api/admin/products');
      expect(first.products).toHaveLength(100);
      const newer = await createProduct(service);
      await call('DELETE', first.products.at(-1)!.id);
      const second = await page(first.next!);
      const ids = new Set([newer.id, ...first.products.map(({ id }) => id)]);
      expect([second.products.length, second.products.some(({ id }) => ids.has(id))]).toEqual([100, false]);
      const end = encodeCursor({ createdAt: '2001-01-01T00:00:00.000000Z', id: newer.id });
      expect(await page(`/api/admin/products?cursor=${end}`)).toEqual({ products: [], next: null });
    });

    it('contain five hundred active products each in the public list, with the next in the Link header', async () => {
      const sizes: number[] = [];
      const ids: string[] = [];
      for (let next: string | null = '/api/products'; next;) {
        const { products, next: after }: { products: AdminProduct[]; next: string | null } = await page(next);
        sizes.push(products.length);
        ids.push(...products.map(({ id }) => id));
        next = after;
      }
      const rows = await fixture.database.query<{ id: string }>(
        'SELECT id FROM products WHERE active AND deleted_at IS NULL ORDER BY created_at DESC, id DESC',
      );
      expect(ids).toEqual(rows.map(({ id }) => id));
      expect(new Set(sizes.slice(0, -1))).toEqual(new Set([500]));
    });

    it('of the public list stay in memory only while they are few', async () => {
      const query = jest.spyOn(service.get(ProductsRepository), 'listActivePage');
      const addresses = Array.from({ length: 21 }, (_, second) => {
        const createdAt = `2001-01-01T00:00:${String(second).padStart(2, '0')}.000000Z`;
        return `/api/products?cursor=${encodeCursor({ createdAt, id: SOME_ID })}`;
      });
      for (const address of addresses) await page(address);
      await page(addresses.at(-1)!);
      expect(query).toHaveBeenCalledTimes(21);
      await page(addresses[0]!);
      expect(query).toHaveBeenCalledTimes(22);
      query.mockRestore();
    });

    it.each([
      ['limit=501', 'The limit must be from 1 to 500'],
      ['cursor=nonsense', 'This place in the list does not exist. Please start at the beginning.'],
    ])('answer 400 for %s', async (query, text) => {
      const answer = await service.call('GET', `/api/admin/products?${query}`, { as: asAdmin() });
      expect(answer).toMatchObject({ status: 400, text });
    });

    it.each([
      ['first page', FIRST_PAGE, [101]],
      ['middle', PAGE_AFTER, [101, '2026-11-20T10:00:00.000035Z', SOME_ID]],
      ['public list', ACTIVE_PAGE_AFTER, [101, '2026-11-20T10:00:00.000035Z', SOME_ID]],
      ['places above', SELECT_ABOVE, [MIDDLE_US, SOME_ID, SOME_ID, 101]],
      ['places below', SELECT_BELOW, [MIDDLE_US, SOME_ID, SOME_ID, 101]],
    ])('read no more rows from the index than they show: %s', async (_, sql, values) => {
      const [row] = await fixture.database.query<{ 'QUERY PLAN': unknown[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        values,
      );
      const plan = JSON.stringify(row?.['QUERY PLAN']);
      expect(plan).toContain('"Index Name":"products_listed"');
      expect(plan).not.toMatch(/"Node Type":"(Seq Scan|Sort|Bitmap)|Rows Removed by Filter":[1-9]/);
      expect(plan).toContain('"Actual Rows":101');
    });
  });
});
