import { productSaved, productSchema, toEventCategory, variantSchema, type Product } from '@shop/contracts-catalog';
import { listCopyFiles, listPictureFiles } from '@shop/product-pictures';
import { CONFIG } from '@shop/service-kit';
import { asAdmin, waitFor, publishEvent, type TestResponse, type TestService } from '@shop/testing';
import type { Config } from '../src/config.js';
import { PicturesService } from '../src/pictures/pictures.service.js';
import { CatalogueSeeder } from '../src/seeding/catalogue-seeder.js';
import { SEED_PRODUCTS } from '../src/seeding/seed-products.js';
import {
  addVariant,
  CatalogueFixture,
  createProduct,
  listProducts,
  listVariants,
} from './support/catalogue-fixture.js';

const TITLES = SEED_PRODUCTS.map(({ title }) => title);

describe('the public catalogue', () => {
  let fixture: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await CatalogueFixture.start({});
    ({ service } = fixture);
  });
  afterAll(() => fixture.close());

  const get = (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
    service.call('GET', path, { headers });
  const etagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? '';
  const change = (id: string, body: unknown): Promise<TestResponse> =>
    service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });

  describe('in a new shop', () => {
    const seeder = (): CatalogueSeeder => service.get(CatalogueSeeder);
    const titles = async (): Promise<string[]> =>
      (
        await fixture.database.query<{ title: string }>(
          'SELECT title FROM products WHERE deleted_at IS NULL ORDER BY created_at DESC',
        )
      ).map(({ title }) => title);
    beforeEach(() => fixture.database.query('TRUNCATE products CASCADE'));

    it('is seeded once by two instances that start together, each product with one event', async () => {
      await Promise.all([seeder().onModuleInit(), seeder().onModuleInit()]);
      expect(await titles()).toEqual(TITLES);
      const rows = await fixture.database.query<{ id: string }>('SELECT id FROM products');
      await waitFor(() => expect(rows.filter(({ id }) => fixture.listPublished(id).length === 0)).toEqual([]));
      for (const { id } of rows) {
        const [event, ...others] = fixture.listPublished(id);
        expect(others).toEqual([]);
        expect((productSaved.schema.parse(event?.data) as { variants: unknown[] }).variants.length).toBeGreaterThan(0);
      }
      expect(rows).toHaveLength(TITLES.length);
    });

    it('does not get a deleted product back at the next start', async () => {
      await seeder().onModuleInit();
      await fixture.database.query('UPDATE products SET deleted_at = now() WHERE title = $1', [TITLES[0]]);
      await seeder().onModuleInit();
      expect(await titles()).toEqual(TITLES.slice(1));
    });

    it('stays empty with SEED=none', async () => {
      const config = service.get<Config>(CONFIG);
      config.SEED = 'none';
      await seeder().onModuleInit();
      delete config.SEED;
      expect(await titles()).toEqual([]);
    });

    it('has the contract’s shape, and pictures that the shop draws', async () => {
      await seeder().onModuleInit();
      await waitFor(async () => expect((await listProducts(service)).map(({ title }) => title)).toEqual(TITLES));
      const pictures = new Set(listPictureFiles().map((file) => `/pictures/${file}`));
      for (const product of await listProducts(service)) {
        expect(productSchema.parse(product)).toEqual(product);
        expect([pictures.has(product.imageUrl ?? ''), pictures.has(product.overlayUrl ?? '')]).toEqual([true, true]);
        const variants = await listVariants(service, product.id);
        const colours = variants.filter(({ type }) => type === 'color');
        // One color alone is no choice: the poster has none.
        expect(colours.length).not.toBe(1);
        expect(colours[0]?.imageUrl ?? product.imageUrl).toBe(product.imageUrl);
        for (const variant of variants) {
          expect(variantSchema.parse(variant)).toEqual(variant);
          expect(variant.productId).toBe(product.id);
          if (variant.type === 'color') expect(pictures.has(variant.imageUrl ?? '')).toBe(true);
        }
      }
    });
  });

  describe('in its lists', () => {
    it('shows a change at once, under another ETag', async () => {
      const { id } = await createProduct(service);
      const etag = await etagOf('/api/products');
      const again = await get('/api/products', { 'if-none-match': etag });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('cache-control')).toBe('no-cache');
      await change(id, { title: 'Changed' });
      const after = await get('/api/products', { 'if-none-match': etag });
      expect([after.status, after.json<Product[]>().find((product) => product.id === id)?.title]).toEqual([
        200,
        'Changed',
      ]);
    });

    it('shows a change of another instance once its event arrives', async () => {
      const product = await createProduct(service);
      const size = await addVariant(service, product.id);
      const path = `/api/products/${product.id}/variants`;
      const etag = await etagOf(path);
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
      await fixture.database.query('UPDATE product_variants SET price_modifier_cents = 300 WHERE id = $1', [size.id]);
      await publishEvent(fixture.transport, productSaved, {
        subject: `product/${product.id}`,
        sequence: 3,
        data: { product: { ...product, category: toEventCategory(product.category) }, variants: [size] },
      });
      const begun = Date.now();
      await waitFor(async () =>
        expect(await get(path, { 'if-none-match': etag })).toMatchObject({
          status: 200,
          text: expect.stringContaining('"priceModifier":"3.00"'),
        }),
      );
      // Without the event the list could be five seconds old.
      expect(Date.now() - begun).toBeLessThan(4_000);
    });

    it.each([
      ['identity', null],
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
    ])('comes with the same content to a browser that accepts %s', async (accepted, encoding) => {
      const answer = await get('/api/products', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.json()).toEqual(await listProducts(service));
    });

    it('shows only the active variants of a product', async () => {
      const { id } = await createProduct(service);
      expect(await listVariants(service, id)).toEqual([]);
      await addVariant(service, id, { name: 'XL', active: false });
      await addVariant(service, id, { type: 'color', name: 'Navy' });
      expect((await listVariants(service, id)).map(({ name }) => name)).toEqual(['Navy']);
    });
  });

  describe('in its pictures', () => {
    it('returns SVG with permanent caching and a strict policy', async () => {
      const { status, headers, text } = await get('/pictures/classic-tee-white.svg');
      expect([status, text.slice(0, 5)]).toEqual([200, '<svg ']);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect((await get('/pictures/classic-tee-white.svg', { 'if-none-match': headers.get('etag')! })).status).toBe(
        304,
      );
    });

    it('returns AVIF copies without further compression', async () => {
      const { status, headers } = await get('/pictures/classic-tee-white-480.avif', { 'accept-encoding': 'br, gzip' });
      expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([200, 'image/avif', null]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    });

    it('has every drawing and every copy', async () => {
      const pictures = service.get(PicturesService);
      for (const file of [...listPictureFiles(), ...listCopyFiles()])
        expect([file, (await pictures.getResponse(file))?.bodies.identity.length]).toEqual([file, expect.any(Number)]);
    });

    it.each(['classic-tee-purple.svg', 'classic-tee-purple-480.avif', '..%2f..%2fpackage.json'])(
      'answers 404 for %s',
      async (file) => {
        expect(await get(`/pictures/${file}`)).toMatchObject({ status: 404, text: 'Not found' });
      },
    );
  });
});
