import { type AdminVariant, type Product, productPageSchema } from '@shop/contracts-catalog';
import { asAdmin, type TestResponse, type TestService } from '@shop/testing';
import { ProductPages } from '../src/database/migrations/0005-product-pages.js';
import { addVariant, CatalogueFixture, createProduct, listProducts } from './support/catalogue-fixture.js';
import { DataSource } from 'typeorm';

const DETAILS = {
  material: 'Cotton',
  care: null,
  printed: null,
  backImageUrl: null,
  sizeTable: [{ size: 'S', values: [46, 71.5] }],
};

describe('the page of a product', () => {
  let fixture: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await CatalogueFixture.start();
    ({ service } = fixture);
  });
  afterAll(() => fixture.close());

  const readPage = (slug: string): Promise<TestResponse> => service.call('GET', `/api/products/${slug}`);
  const readHead = (slug: string): Promise<TestResponse> =>
    service.call('GET', `/internal/page-heads/products/${slug}`);
  const change = (id: string, body: object): Promise<TestResponse> =>
    service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });

  it('is found by the title, with texts, size table and the variants on sale', async () => {
    const { id } = await createProduct(service, { title: 'Crème Tee', details: { ...DETAILS, material: ' Cotton ' } });
    const size = await addVariant(service, id, { name: 'S' });
    await addVariant(service, id, { name: 'M', active: false });
    const page = productPageSchema.parse((await readPage('creme-tee')).json());
    expect(page).toMatchObject({ id, slug: 'creme-tee', details: DETAILS, variants: [{ id: size.id }] });
    expect((await listProducts(service))[0]).toMatchObject({ id, slug: 'creme-tee' });
    expect((await readPage(id)).json()).toMatchObject({ slug: 'creme-tee' });
  });

  it('moves with the title; former addresses lead to it, and never to another product', async () => {
    const first = await createProduct(service, { title: 'Mug' });
    await change(first.id, { title: 'Large Mug' });
    const second = await createProduct(service, { title: 'Mug' });
    expect((await readPage('mug')).json()).toMatchObject({ id: first.id, slug: 'large-mug' });
    expect((await readHead('mug')).json()).toEqual({ movedTo: '/products/large-mug' });
    const own = `mug-${second.id.slice(0, 8)}`;
    expect((await readHead(own)).json()).toMatchObject({ canonicalPath: `/products/${own}` });
    await change(first.id, { title: 'Mug' });
    expect((await readHead('large-mug')).json()).toEqual({ movedTo: '/products/mug' });
  });

  it('is not there for a product that is off sale, deleted or unknown', async () => {
    const { id } = await createProduct(service, { title: 'Scarf' });
    expect((await service.call('GET', '/internal/product-paths')).json()).toContain('/products/scarf');
    await change(id, { active: false });
    for (const slug of ['scarf', id, 'nothing']) {
      expect((await readPage(slug)).status).toBe(404);
      expect((await readHead(slug)).status).toBe(404);
    }
    expect((await service.call('GET', '/internal/product-paths')).json()).not.toContain('/products/scarf');
  });

  it.each(['size', 'color'] as const)('is sold out while no %s of it is on sale', async (type) => {
    const title = `Sold out ${type}`;
    const { id } = await createProduct(service, { title });
    const variants: AdminVariant[] = [];
    for (const name of ['One', 'Two']) variants.push(await addVariant(service, id, { type, name }));
    await addVariant(service, id, { type: type === 'size' ? 'color' : 'size', name: 'Other' });
    const listStates = async () => {
      const slug = title.toLowerCase().replaceAll(' ', '-');
      const page = (await readPage(slug)).json<Product>();
      const head = (await readHead(slug)).json<{ data: { offers: { availability: string } } }>();
      const listed = (await listProducts(service)).find((product) => product.id === id);
      return [page.isSoldOut, listed?.isSoldOut, head.data.offers.availability.endsWith('/OutOfStock')];
    };
    const setActive = (active: boolean, some: typeof variants) =>
      Promise.all(
        some.map((variant) =>
          service.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, {
            as: asAdmin(),
            body: { active },
          }),
        ),
      );
    await setActive(false, variants.slice(1));
    expect(await listStates()).toEqual([undefined, undefined, false]);
    await setActive(false, variants);
    expect(await listStates()).toEqual([true, true, true]);
    await setActive(true, variants.slice(1));
    expect(await listStates()).toEqual([undefined, undefined, false]);
  });

  it('says again what the kind says once its texts are taken away', async () => {
    const { id } = await createProduct(service, { title: 'Cap', details: DETAILS });
    expect((await change(id, { details: { material: '' } })).json()).toMatchObject({ details: null });
    expect((await readPage('cap')).json()).toMatchObject({ details: { material: null, sizeTable: [] } });
    expect((await change(id, { details: { sizeTable: [{ size: 'S', values: [] }] } })).status).toBe(400);
  });

  it('gets an address from the migration, as from the code, for products of the version before', async () => {
    const insert = (title: string): Promise<unknown> =>
      fixture.database.query(`INSERT INTO products (title, category, base_price_cents) VALUES ($1, 'hoodie', 1)`, [
        title,
      ]);
    for (const title of ['Women’s Übergröße', 'Same', 'Same', '猫', 'Mug']) await insert(title);
    for (const gone of [`deleted_at = now()`, 'active = false', 'active = true']) {
      const [{ id } = { id: '' }] = await fixture.database.query<{ id: string }>(
        `INSERT INTO products (title, category, base_price_cents) VALUES ('Live first', 'hoodie', 1) RETURNING id`,
      );
      await fixture.database.query(`UPDATE products SET ${gone} WHERE id = $1`, [id]);
    }
    // Between two batches too: this one has the lowest id of all.
    await fixture.database.query(
      `INSERT INTO products (id, title, category, base_price_cents, deleted_at) VALUES ('00000000-0000-0000-0000-000000000001', 'Live first', 'hoodie', 1, now())`,
    );
    const source = await new DataSource({ type: 'postgres', url: fixture.database.url }).initialize();
    const runner = source.createQueryRunner();
    await new ProductPages().up(runner);
    await new ProductPages().up(runner);
    await source.destroy();
    const rows = await fixture.database.query<{ title: string; slug: string }>(
      `SELECT title, slug FROM products WHERE category = 'hoodie' ORDER BY title, slug`,
    );
    const own = (title: string): string[] => rows.filter((row) => row.title === title).map(({ slug }) => slug);
    expect(own('Women’s Übergröße')).toEqual(['womens-ubergro-e']);
    expect(own('猫')).toEqual(['product']);
    expect(own('Same')).toEqual(['same', expect.stringMatching(/^same-[0-9a-f]{8}$/)]);
    const [live] = await fixture.database.query<{ slug: string }>(
      `SELECT slug FROM products WHERE title = 'Live first' AND active AND deleted_at IS NULL`,
    );
    expect(live?.slug).toBe('live-first');
    expect(own('Mug')).toEqual([expect.stringMatching(/^mug-[0-9a-f]{8}$/)]);
  });
});
