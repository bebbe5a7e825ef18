import { anyTransport, asAdmin, asGuest, asUser, type TestService } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct, FORM } from './catalogue.js';

describe('every admin route of the catalogue', () => {
  let catalogue: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    service = await catalogue.start();
  });
  afterAll(() => catalogue.close());

  const routes: [string, string, unknown][] = [
    ['GET', '/api/admin/products', undefined],
    ['POST', '/api/admin/products', FORM],
    ['GET', '/api/admin/products/:id', undefined],
    ['PATCH', '/api/admin/products/:id', { title: 'Taken over' }],
    ['DELETE', '/api/admin/products/:id', undefined],
    ['GET', '/api/admin/products/:id/timeline', undefined],
    ['GET', '/api/admin/products/:id/variants', undefined],
    ['POST', '/api/admin/products/:id/variants', { type: 'size', name: 'M' }],
    ['PATCH', '/api/admin/products/:id/variants/:variantId', { active: false }],
  ];

  const state = (): Promise<unknown[]> =>
    catalogue.database.query(
      'SELECT (SELECT json_agg(p) FROM products p) products, (SELECT json_agg(v) FROM product_variants v) variants, (SELECT count(*) FROM audit_entries) entries',
    );

  it.each(routes)(
    '%s %s refuses nobody and a guest with 401, a customer with 403, and does nothing',
    async (method, path, body) => {
      const { id } = await createProduct(service);
      const variant = await addVariant(service, id);
      const address = path.replace(':id', id).replace(':variantId', variant.id);
      const before = await state();
      for (const [as, status, text] of [
        [undefined, 401, 'Not signed in'],
        [asGuest(), 401, 'Not signed in'],
        [asUser(), 403, 'Admin access required'],
      ] as const) {
        expect(await service.call(method, address, { as, body })).toMatchObject({ status, text });
      }
      expect(await state()).toEqual(before);
      expect((await service.call(method, address, { as: asAdmin(), body })).status).toBeLessThan(300);
    },
  );
});
