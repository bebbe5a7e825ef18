import { randomUUID } from 'node:crypto';
import { productSaved, productSchema, type Product } from '@shop/contracts/catalog';
import { asAdmin, asGuest, asUser, eventually, testTransports, type TestService } from '@shop/testing';
import { PRINT_AREAS } from '@shop/placement';
import { CUTS } from '../src/pictures/cuts.js';
import { CatalogueFixture, createProduct, FORM, listForAdmin, listProducts, listVariants } from './catalogue.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'the admin’s catalogue, with events over %s',
  (_, transport) => {
    let catalogue: CatalogueFixture;
    let service: TestService;
    beforeAll(async () => {
      catalogue = await CatalogueFixture.open(transport);
      service = await catalogue.start();
    });
    afterAll(() => catalogue.close());

    const change = (id: string, body: unknown) =>
      service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });
    const remove = (id: string) => service.call('DELETE', `/api/admin/products/${id}`, { as: asAdmin() });
    const told = (id: string) => catalogue.events.all().filter(({ subject }) => subject === `product/${id}`);

    it('makes a product of a title, a category and a price', async () => {
      const answer = await service.call('POST', '/api/admin/products', {
        as: asAdmin(),
        body: { ...FORM, basePrice: 19.9, id: randomUUID(), createdAt: '2001-01-01' },
      });

      expect(answer.status).toBe(201);
      const product = productSchema.parse(answer.json());
      expect(product).toMatchObject({
        title: 'A test tee',
        category: 'tshirt',
        basePrice: '19.90',
        description: null,
        imageUrl: null,
        mockupTemplateUrl: null,
        active: true,
        overlayUrl: null,
      });
      expect(product.printArea).toEqual(PRINT_AREAS.tshirt);
      expect(Date.now() - Date.parse(product.createdAt)).toBeLessThan(60_000);
      expect((await listProducts(service))[0]).toEqual(product);
      const event = await catalogue.events.next('product.saved', ({ subject }) => subject === `product/${product.id}`);
      expect(event).toMatchObject({ source: '/catalog-svc', sequence: 1, data: { product, variants: [] } });
    });

    it('makes an inactive product, which shoppers do not see', async () => {
      const { id } = await createProduct(service, { active: false });
      expect((await listProducts(service)).map((product) => product.id)).not.toContain(id);
      expect((await listForAdmin(service)).map((product) => product.id)).toContain(id);
      expect(await service.call('GET', `/api/products/${id}/variants`)).toMatchObject({
        status: 404,
        text: 'Not found',
      });
    });

    it('lists products newest first', async () => {
      const older = await createProduct(service);
      const newer = await createProduct(service);
      expect((await listProducts(service)).slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
      expect((await listForAdmin(service)).slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
    });

    it.each([
      [{ title: '' }, 'Title is required'],
      [{ category: 'mug' }, 'Please choose a category'],
      [{ basePrice: undefined }, 'Price is required'],
      [{ basePrice: -1 }, 'Price must be 0 or more'],
      [
        { imageUrl: 'http://example.com/a.png' },
        'The image address must start with https:// or be a picture of the shop',
      ],
      [{ mockupTemplateUrl: 'nonsense' }, 'The mock-up address must start with https:// or be a picture of the shop'],
      [{ active: 'yes' }, 'Active must be true or false'],
      [{ imageUrl: '/pictures/classic-tee-purple.svg' }, 'The shop draws no such picture'],
      [{ mockupTemplateUrl: '/pictures/nothing.svg' }, 'The shop draws no such picture'],
      [
        { printArea: { widthPx: 0, heightPx: 300, shape: 'round' } },
        'The width of the print area must be a whole number of pixels from 100 to 7,200',
      ],
      [{ pictureArea: { x: 0.5, y: 0.5, width: 0.6, height: 0.1 } }, 'The area must lie inside the picture'],
    ])('refuses %j: 400 %s', async (field, sentence) => {
      const before = (await listForAdmin(service)).length;
      expect(
        await service.call('POST', '/api/admin/products', { as: asAdmin(), body: { ...FORM, ...field } }),
      ).toMatchObject({ status: 400, text: sentence });
      expect((await listForAdmin(service)).length).toBe(before);
    });

    it('says what is wrong with each field where a client asks for problem details', async () => {
      const answer = await service.call('POST', '/api/admin/products', {
        as: asAdmin(),
        body: {},
        headers: { accept: 'application/problem+json' },
      });
      expect(answer.json()).toMatchObject({
        status: 400,
        errors: { title: 'Title is required', category: 'Please choose a category', basePrice: 'Price is required' },
      });
    });

    it('changes only the fields that were sent, and tells the whole product with its variants', async () => {
      const before = await createProduct(service, { description: 'Soft' });
      await catalogue.addVariants(before.id);

      const answer = await change(before.id, { basePrice: '21.5', title: 'A better tee' });

      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({ ...before, basePrice: '21.50', title: 'A better tee', version: 2 });
      const event = await catalogue.events.next(
        'product.saved',
        ({ subject, sequence }) => subject === `product/${before.id}` && sequence === 2,
      );
      const { product, variants } = productSaved.schema.parse(event.data) as { product: Product; variants: unknown[] };
      expect(product).toEqual(productSchema.parse(answer.json()));
      expect(variants).toMatchObject([
        { type: 'size', name: 'XL', priceModifier: '2.50' },
        { type: 'color', name: 'Navy', colorHex: '#24385f' },
      ]);
    });

    it('takes a product off the shelf and puts it back', async () => {
      const { id } = await createProduct(service);
      expect((await change(id, { active: false })).json<Product>().active).toBe(false);
      expect((await listProducts(service)).map((product) => product.id)).not.toContain(id);
      await change(id, { active: true });
      expect((await listProducts(service)).map((product) => product.id)).toContain(id);
    });

    it('empties an optional field', async () => {
      const { id } = await createProduct(service, { description: 'Soft', imageUrl: 'https://example.com/a.png' });
      expect((await change(id, { description: '', imageUrl: '' })).json()).toMatchObject({
        description: null,
        imageUrl: null,
      });
    });

    it('takes the areas of its own picture, and of the new category where the picture is foreign', async () => {
      const { id } = await createProduct(service);
      const { printArea, pictureArea } = CUTS['bone-tag'];
      expect((await change(id, { category: 'pet-tag', imageUrl: '/pictures/bone-tag-gold.svg' })).json()).toMatchObject(
        { printArea, pictureArea, overlayUrl: '/pictures/bone-tag-overlay.svg' },
      );
      expect(
        (await change(id, { category: 'hoodie', imageUrl: 'https://example.com/hoodie.jpg' })).json(),
      ).toMatchObject({ printArea: PRINT_AREAS.hoodie, overlayUrl: null });
    });

    it('has areas of its own where an admin sets them, keeps them while other fields change, and gives them up', async () => {
      const own = {
        printArea: { widthPx: 3000, heightPx: 3600, shape: 'rectangle' },
        pictureArea: { x: 0.4, y: 0.3, width: 0.25, height: 0.3 },
      };
      const { id } = await createProduct(service, { ...own, imageUrl: '/pictures/classic-tee-white.svg' });
      const after = (await change(id, { title: 'Other', imageUrl: '/pictures/classic-tee-navy.svg' })).json();
      expect(after).toMatchObject({ ...own, hasOwnPrintArea: true, hasOwnPictureArea: true });
      expect((await listProducts(service)).find((product) => product.id === id)).toMatchObject(own);
      expect((await change(id, { pictureArea: null })).json()).toMatchObject({
        printArea: own.printArea,
        hasOwnPrintArea: true,
        hasOwnPictureArea: false,
      });
      const { printArea, pictureArea } = CUTS['classic-tee'];
      expect((await change(id, { printArea: null })).json()).toMatchObject({
        printArea,
        pictureArea,
        hasOwnPrintArea: false,
      });
    });

    it('is never stretched on a picture of the shop’s own', async () => {
      const { id } = await createProduct(service, { imageUrl: '/pictures/classic-tee-white.svg' });
      const stretched = { pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 } };
      expect(await change(id, stretched)).toMatchObject({
        status: 422,
        text: 'The area on the picture must have the proportions of the print area',
      });
      expect((await change(id, { ...stretched, imageUrl: 'https://example.com/wide.jpg' })).status).toBe(200);
    });

    it('refuses a change that the form refuses, and leaves the product as it was', async () => {
      const before = await createProduct(service);
      expect(await change(before.id, { title: ' ' })).toMatchObject({ status: 400, text: 'Title is required' });
      expect((await listForAdmin(service)).find(({ id }) => id === before.id)).toEqual(before);
      expect(told(before.id).length).toBeLessThanOrEqual(1);
    });

    it('deletes a product for shoppers and admins, and tells it once', async () => {
      const { id } = await createProduct(service);

      const answers = await Promise.all([remove(id), remove(id), remove(id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
      expect((await listProducts(service)).map((product) => product.id)).not.toContain(id);
      expect((await listForAdmin(service)).map((product) => product.id)).not.toContain(id);
      expect((await change(id, { title: 'Back' })).status).toBe(404);
      const event = await catalogue.events.next('product.deleted', ({ subject }) => subject === `product/${id}`);
      expect(event).toMatchObject({ sequence: 2, data: { productId: id } });
      expect(
        await catalogue.database.query('SELECT title FROM products WHERE id = $1 AND deleted_at IS NOT NULL', [id]),
      ).toHaveLength(1);
    });

    it('loses no change of two made at the same moment', async () => {
      const { id } = await createProduct(service);
      await Promise.all([
        change(id, { title: 'New title' }),
        change(id, { basePrice: '5.00' }),
        change(id, { active: false }),
      ]);
      expect((await listForAdmin(service)).find((product) => product.id === id)).toMatchObject({
        title: 'New title',
        basePrice: '5.00',
        active: false,
      });
      await eventually(() => expect(told(id)).toHaveLength(4));
      expect(
        told(id)
          .toSorted((a, b) => a.sequence - b.sequence)
          .at(-1)?.data,
      ).toMatchObject({ product: { title: 'New title', basePrice: '5.00', active: false } });
    });

    it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id'])(
      'answers 404 for the unknown product %s',
      async (id) => {
        expect(await change(id, { active: false })).toMatchObject({ status: 404, text: 'Not found' });
        expect((await remove(id)).status).toBe(404);
      },
    );

    it.each([
      ['nobody', undefined, 401, 'Not signed in'],
      ['a guest', asGuest(), 401, 'Not signed in'],
      ['a customer', asUser(), 403, 'Admin access required'],
    ])('is closed to %s', async (_who, as, status, text) => {
      const { id } = await createProduct(service);
      expect(await service.call('GET', '/api/admin/products', { as })).toMatchObject({ status, text });
      expect(await service.call('POST', '/api/admin/products', { as, body: FORM })).toMatchObject({ status, text });
      expect(await service.call('PATCH', `/api/admin/products/${id}`, { as, body: { active: false } })).toMatchObject({
        status,
        text,
      });
      expect(await service.call('DELETE', `/api/admin/products/${id}`, { as })).toMatchObject({ status, text });
      expect((await listProducts(service)).map((product) => product.id)).toContain(id);
    });

    it('shows only the active variants of a product', async () => {
      const { id } = await createProduct(service);
      await catalogue.addVariants(id, { active: false });
      expect((await listVariants(service, id)).map(({ name }) => name)).toEqual(['Navy']);
    });
  },
);
