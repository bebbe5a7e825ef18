import { PRINT_AREAS } from '@shop/contracts-catalog/kinds';
import { randomUUID } from 'node:crypto';
import {
  productSaved,
  productSchema,
  type AdminProduct,
  type AdminVariant,
  type Product,
} from '@shop/contracts-catalog';
import { parseNextPageUrl, timelineEntrySchema, type TimelineEntry } from '@shop/contracts-common';
import { asAdmin, asUser, type TestResponse, type CallOptions, type TestService, waitFor } from '@shop/testing';
import { CUTS } from '@shop/product-pictures';
import { z } from 'zod';
import {
  addVariant,
  CatalogueFixture,
  createProduct,
  FORM,
  listForAdmin,
  listProducts,
} from './support/catalogue-fixture.js';

const PRINT_AREA_OF_S = { widthPx: 3000, heightPx: 3600, shape: 'rectangle' } as const;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the admin’s products', () => {
  let fixture: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await CatalogueFixture.start();
    ({ service } = fixture);
  });
  afterAll(() => fixture.close());

  const create = (body: unknown, options: CallOptions = {}): Promise<TestResponse> =>
    service.call('POST', '/api/admin/products', { as: asAdmin(), body, ...options });
  const change = (id: string, body: unknown, as = asAdmin()): Promise<TestResponse> =>
    service.call('PATCH', `/api/admin/products/${id}`, { as, body });
  const remove = (id: string): Promise<TestResponse> =>
    service.call('DELETE', `/api/admin/products/${id}`, { as: asAdmin() });
  const timeline = async (id: string): Promise<TimelineEntry[]> =>
    z
      .array(timelineEntrySchema)
      .parse((await service.call('GET', `/api/admin/products/${id}/timeline`, { as: asAdmin() })).json());

  it('finds products by words of title and description, without deleted ones, in pages', async () => {
    const titles = ['Crème tee', 'Tee of creme', 'Creme that is deleted tee'];
    const products = [];
    for (const title of titles)
      products.push((await create({ ...FORM, title, description: '100% cotton' })).json<Product>().id);
    await remove(products[2]!);
    const search = async (words: string, query = '') =>
      (await service.call('POST', `/api/admin/products/search${query}`, { as: asAdmin(), body: { words } })).json<
        Product[]
      >();
    expect((await search('TEE crème')).map(({ id }) => id)).toEqual([products[1], products[0]]);
    expect((await search('creme', '?limit=1')).map(({ id }) => id)).toEqual([products[1]]);
    expect((await search('creme 100%')).length).toBe(2);
    expect(await search('creme 1_0')).toEqual([]);
  });

  it('creates a product from a title, a category and a price', async () => {
    const answer = await create({ ...FORM, basePrice: 19.9, id: randomUUID(), createdAt: '2001-01-01' });
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
      printArea: PRINT_AREAS.tshirt,
    });
    expect(Date.now() - Date.parse(product.createdAt)).toBeLessThan(60_000);
    expect((await listProducts(service)).find(({ id }) => id === product.id)).toEqual(product);
    const event = await fixture.events.waitForEvent(
      'product.saved',
      ({ subject }) => subject === `product/${product.id}`,
    );
    expect(event).toMatchObject({
      source: '/catalog-svc',
      data: { product: { ...product, kind: 'tshirt' }, variants: [] },
    });
  });

  it('makes a poster, whose area is stored for the version before, and whose sizes have theirs', async () => {
    const poster = await createProduct(service, { category: 'poster', imageUrl: '/pictures/square-poster-white.svg' });
    expect(poster).toMatchObject({ category: 'poster', printArea: PRINT_AREAS.poster, hasOwnPrintArea: false });
    const small = await addVariant(service, poster.id, { name: '10x10 in' });
    const middle = await addVariant(service, poster.id, { name: '14 × 14 in' });
    expect([small.printArea?.widthPx, middle.printArea]).toEqual([3000, null]);
    const stored = async (): Promise<unknown> =>
      (await fixture.database.query('SELECT print_area FROM products WHERE id = $1', [poster.id]))[0];
    expect(await stored()).toEqual({ print_area: PRINT_AREAS.poster });
    const event = await fixture.events.waitForEvent(
      'product.saved',
      ({ subject }) => subject === `product/${poster.id}`,
    );
    expect(productSaved.schema.parse(event.data).product).toMatchObject({ category: 'pet-tag', kind: 'poster' });
    await change(poster.id, { title: 'Portrait' });
    expect((await timeline(poster.id))[0]?.summary).toBe('Changed title.');
    const tee = await createProduct(service, { category: 'poster' });
    expect((await change(tee.id, { category: 'tshirt' })).json()).toMatchObject({
      printArea: PRINT_AREAS.tshirt,
      hasOwnPrintArea: false,
    });
  });

  it('hides an inactive product from shoppers until it is activated', async () => {
    const { id } = await createProduct(service, { active: false });
    const isListed = async (): Promise<boolean> => (await listProducts(service)).some((product) => product.id === id);
    expect(await isListed()).toBe(false);
    expect((await listForAdmin(service)).map((product) => product.id)).toContain(id);
    expect((await service.call('GET', `/api/products/${id}/variants`)).status).toBe(404);
    expect((await change(id, { active: true })).json<Product>().active).toBe(true);
    expect(await isListed()).toBe(true);
  });

  it('lists products newest first', async () => {
    const older = await createProduct(service);
    const newer = await createProduct(service);
    const expected = [newer.id, older.id];
    expect((await listProducts(service)).slice(0, 2).map(({ id }) => id)).toEqual(expected);
    expect((await listForAdmin(service)).slice(0, 2).map(({ id }) => id)).toEqual(expected);
  });

  describe('the order of the products', () => {
    const move = (id: string, place: object): Promise<TestResponse> =>
      service.call('POST', `/api/admin/products/${id}/move`, { as: asAdmin(), body: place });
    const idsOf = (products: Product[], among: readonly string[]): string[] =>
      products.map(({ id }) => id).filter((id) => among.includes(id));
    const createMany = async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.unshift((await createProduct(service)).id);
      return ids;
    };

    it('is what admins make of it, for shoppers too, at once and under another ETag; a new product is the first', async () => {
      const [a, b, c] = (await createMany(3)) as [string, string, string];
      const etag = (await service.call('GET', '/api/products')).headers.get('etag') ?? '';
      expect((await move(c, { before: b })).status).toBe(204);
      expect(idsOf(await listProducts(service), [a, b, c])).toEqual([a, c, b]);
      expect((await service.call('GET', '/api/products', { headers: { 'if-none-match': etag } })).status).toBe(200);
      await move(a, { after: b });
      expect(idsOf(await listForAdmin(service), [a, b, c])).toEqual([c, b, a]);
      const [d] = (await createMany(1)) as [string];
      expect(idsOf(await listForAdmin(service), [a, b, c, d])).toEqual([d, c, b, a]);
    });

    it('tells other instances by an event, and is in the timeline; the version stays', async () => {
      const [a, b] = (await createMany(2)) as [string, string];
      await move(b, { before: a });
      await move(b, { before: a });
      await waitFor(() => expect(fixture.listPublished(b)).toHaveLength(2));
      expect((await timeline(b)).map(({ summary }) => summary)).toEqual([
        'Placed the product before “A test tee”.',
        'Made the product.',
      ]);
      const answer = await service.call('PATCH', `/api/admin/products/${b}`, {
        as: asAdmin(),
        body: { title: 'Moved' },
        headers: { 'if-match': '"1"' },
      });
      expect(answer.status).toBe(200);
    });

    it('keeps each product once when many are moved at the same time, also among equal times', async () => {
      const ids = await createMany(12);
      await fixture.database.query(`UPDATE products SET created_at = '2026-01-01' WHERE id = ANY ($1)`, [ids]);
      const before = idsOf(await listForAdmin(service), ids);
      const answers = await Promise.all(
        before.flatMap((id, index) => [
          move(id, { before: before[(index * 5 + 1) % 12] }),
          move(id, { after: before[(index * 7 + 2) % 12] }),
        ]),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      expect(idsOf(await listForAdmin(service), ids).toSorted()).toEqual(ids.toSorted());
      // A last move is exactly what the list shows then.
      await move(before[0]!, { after: before[1] });
      const after = idsOf(await listForAdmin(service), ids);
      expect(after[after.indexOf(before[1]!) + 1]).toBe(before[0]);
    });

    it('continues a page after its last product, whose place may have changed', async () => {
      const ids = await createMany(6);
      await move(ids[0]!, { after: ids[3] });
      const expected = (await listForAdmin(service)).map(({ id }) => id);
      const seen: string[] = [];
      for (let next: string | null = '/api/admin/products?limit=4'; next;) {
        const answer: TestResponse = await service.call('GET', next, { as: asAdmin() });
        seen.push(...answer.json<Product[]>().map(({ id }) => id));
        next = parseNextPageUrl(answer.headers.get('link'));
      }
      expect(seen).toEqual(expected);
    });

    it('is not changed beside a product that is gone, nor for an unknown product', async () => {
      const [a, b] = (await createMany(2)) as [string, string];
      await remove(b);
      expect(await move(a, { after: b })).toMatchObject({
        status: 409,
        text: 'The product beside which this one should be is gone. The list has changed in between.',
      });
      expect((await move(b, { after: a })).status).toBe(404);
      expect((await move(a, { before: a, after: a })).status).toBe(400);
    });
  });

  it('duplicates a product with its sizes, colors and pictures, not on sale yet', async () => {
    const imageUrl = '/pictures/classic-tee-white.svg';
    const printArea = { widthPx: 3600, heightPx: 4320, shape: 'rectangle' };
    const source = await createProduct(service, { title: 'Classic tee', cost: '7.00', imageUrl, printArea });
    await addVariant(service, source.id, { name: 'S', active: false, printArea: PRINT_AREA_OF_S });
    await addVariant(service, source.id, { type: 'color', name: 'Navy', colorHex: '#000080', priceModifier: '1.50' });
    const headers = { 'idempotency-key': randomUUID() };
    const copyOf = (id: string, sent: Record<string, string> = {}): Promise<TestResponse> =>
      service.call('POST', `/api/admin/products/${id}/copy`, { as: asAdmin(), headers: sent });
    const answer = await copyOf(source.id, headers);
    const copy = answer.json<AdminProduct>();
    const { id: _id, createdAt: _createdAt, ...same } = source;
    expect([answer.status, copy]).toEqual([
      201,
      {
        ...same,
        id: copy.id,
        createdAt: copy.createdAt,
        title: 'Copy of Classic tee',
        slug: 'copy-of-classic-tee',
        active: false,
      },
    ]);
    const variantsOf = async (id: string) =>
      (await service.call('GET', `/api/admin/products/${id}/variants`, { as: asAdmin() })).json<AdminVariant[]>();
    const [ofSource, ofCopy] = [await variantsOf(source.id), await variantsOf(copy.id)];
    const strip = (variants: AdminVariant[]) => variants.map((each) => ({ ...each, id: '', productId: '' }));
    expect(strip(ofCopy)).toEqual(strip(ofSource));
    expect(new Set([...ofCopy, ...ofSource].map(({ id }) => id)).size).toBe(4);
    expect((await timeline(copy.id))[0]?.summary).toBe('Made the product as a copy of “Classic tee”.');
    expect((await listForAdmin(service))[0]?.id).toBe(copy.id);

    await change(source.id, { title: 'Changed in between' });
    expect((await copyOf(source.id, headers)).json()).toEqual(copy);
    expect((await copyOf((await createProduct(service)).id, headers)).status).toBe(409);
    await remove(source.id);
    expect((await copyOf(source.id)).status).toBe(404);
    expect((await change(copy.id, { active: true })).json()).toMatchObject({ imageUrl, active: true });
    await waitFor(() => expect(fixture.listPublished(copy.id)).toHaveLength(2));
    const long = await createProduct(service, { title: `${'x'.repeat(191)}👩‍👩‍👧` });
    expect((await copyOf(long.id)).json()).toMatchObject({ title: `Copy of ${'x'.repeat(191)}` });
  });

  it('knows what a product costs the shop, and never tells shoppers or other services', async () => {
    const { id } = await createProduct(service, { cost: '7.5' });
    const ofAdmin = async () => (await listForAdmin(service)).find((product) => product.id === id);
    expect(await ofAdmin()).toMatchObject({ cost: '7.50' });
    await change(id, { cost: 8 });
    expect((await change(id, { title: 'With a cost' })).json()).toMatchObject({ cost: '8.00' });
    expect((await timeline(id))[1]?.summary).toBe('Changed cost from 7.50 to 8.00.');
    await addVariant(service, id);
    for (const path of ['/api/products', `/api/products/${id}/variants`])
      expect((await service.call('GET', path)).text).not.toContain('"cost');
    await waitFor(() => expect(fixture.listPublished(id)).toHaveLength(4));
    expect(JSON.stringify(fixture.listPublished(id))).not.toContain('"cost');
    await change(id, { cost: '' });
    expect(await ofAdmin()).toMatchObject({ cost: null });
    expect(await change(id, { cost: '-1' })).toMatchObject({ status: 400, text: 'The cost must be 0 or more' });
  });

  it('says whether a size is on sale', async () => {
    const { id } = await createProduct(service);
    const hasSize = async () =>
      (await service.call('GET', `/api/admin/products/${id}`, { as: asAdmin() })).json<AdminProduct>().hasSizeOnSale;
    await addVariant(service, id, { type: 'color', name: 'Navy' });
    expect(await hasSize()).toBe(false);
    await addVariant(service, id, { name: 'S', active: false });
    expect(await hasSize()).toBe(false);
    await addVariant(service, id, { name: 'M' });
    expect(await hasSize()).toBe(true);
    expect((await listForAdmin(service)).find((product) => product.id === id)?.hasSizeOnSale).toBe(true);
  });

  it('answers 400 for a form that breaks the contract, with a message per field as problem details', async () => {
    const before = (await listForAdmin(service)).length;
    expect(await create({ ...FORM, title: '' })).toMatchObject({ status: 400, text: 'Title is required' });
    const answer = await create({}, { headers: { accept: 'application/problem+json' } });
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: { title: 'Title is required', category: 'Please choose a category', basePrice: 'Price is required' },
    });
    expect(await listForAdmin(service)).toHaveLength(before);
  });

  it.each([{ imageUrl: '/pictures/classic-tee-purple.svg' }, { mockupTemplateUrl: '/pictures/nothing.svg' }])(
    'answers 400 for a picture that the shop does not draw: %j',
    async (field) => {
      const unknownPicture = { status: 400, text: 'The shop draws no such picture' };
      expect(await create({ ...FORM, ...field })).toMatchObject(unknownPicture);
      const { id } = await createProduct(service);
      expect(await change(id, field)).toMatchObject(unknownPicture);
    },
  );

  it('changes only the fields that were sent', async () => {
    const before = await createProduct(service, { description: 'Soft', imageUrl: 'https://example.com/a.png' });
    expect((await change(before.id, { basePrice: '21.5', title: 'A better tee', description: '' })).json()).toEqual({
      ...before,
      basePrice: '21.50',
      title: 'A better tee',
      slug: 'a-better-tee',
      description: null,
      version: 2,
    });
  });

  it('stores an admin’s own areas until they are reset', async () => {
    const own = {
      printArea: { widthPx: 3000, heightPx: 3600, shape: 'rectangle' },
      pictureArea: { x: 0.4, y: 0.3, width: 0.25, height: 0.3 },
    };
    const { id } = await createProduct(service, { ...own, imageUrl: '/pictures/classic-tee-white.svg' });
    expect((await change(id, { imageUrl: '/pictures/classic-tee-navy.svg' })).json()).toMatchObject({
      ...own,
      hasOwnPrintArea: true,
      hasOwnPictureArea: true,
    });
    expect((await listProducts(service)).find((product) => product.id === id)).toMatchObject(own);
    const { printArea, pictureArea } = CUTS['classic-tee'];
    expect((await change(id, { printArea: null, pictureArea: null })).json()).toMatchObject({
      printArea,
      pictureArea,
      hasOwnPrintArea: false,
      hasOwnPictureArea: false,
      overlayUrl: '/pictures/classic-tee-overlay.svg',
    });
  });

  it('answers 422 for an area that would stretch the artwork on a picture of the shop', async () => {
    const { id } = await createProduct(service, { imageUrl: '/pictures/classic-tee-white.svg' });
    expect(await change(id, { pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 } })).toMatchObject({
      status: 422,
      text: 'The area on the picture must have the proportions of the print area',
    });
  });

  it('answers 422 for a price or an area that a size on sale does not allow', async () => {
    const { id } = await createProduct(service);
    const small = await addVariant(service, id, {
      name: 'S',
      priceModifier: '-5',
      printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' },
    });
    expect(await change(id, { basePrice: '4.99' })).toMatchObject({
      status: 422,
      text: 'The price would fall below zero with size “S”.',
    });
    const misfit = { status: 422, text: 'Size “S” has a print area of other proportions. Please change that first.' };
    expect(await change(id, { printArea: { widthPx: 1000, heightPx: 1000, shape: 'rectangle' } })).toMatchObject(
      misfit,
    );
    expect(await change(id, { category: 'pet-tag' })).toMatchObject(misfit);
    const changeSmall = (body: unknown): Promise<TestResponse> =>
      service.call('PATCH', `/api/admin/products/${id}/variants/${small.id}`, { as: asAdmin(), body });
    await changeSmall({ active: false });
    expect((await change(id, { basePrice: '4.99', category: 'pet-tag' })).status).toBe(200);
    expect((await changeSmall({ active: true })).status).toBe(422);
  });

  it('deletes a product once for three simultaneous calls, and keeps its row for the orders', async () => {
    const { id } = await createProduct(service, { title: 'Short-lived 🐾' });
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
    expect((await listProducts(service)).map((product) => product.id)).not.toContain(id);
    expect((await listForAdmin(service)).map((product) => product.id)).not.toContain(id);
    const event = await fixture.events.waitForEvent('product.deleted', ({ subject }) => subject === `product/${id}`);
    expect(event).toMatchObject({ data: { productId: id } });
    expect(
      await fixture.database.query('SELECT title FROM products WHERE id = $1 AND deleted_at IS NOT NULL', [id]),
    ).toEqual([{ title: 'Short-lived 🐾' }]);
    expect((await timeline(id))[0]).toMatchObject({
      action: 'product.deleted',
      summary: 'Deleted the product.',
      before: { title: 'Short-lived 🐾' },
      after: null,
    });
  });

  it.each([
    ['an unknown id', async () => UNKNOWN],
    ['no UUID', async () => 'not-an-id'],
    ['a deleted product', async () => deleted()],
  ])('answers 404 for %s', async (_, idOf) => {
    const id = await idOf();
    const variants = `/api/admin/products/${id}/variants`;
    const answers = await Promise.all([
      service.call('GET', `/api/admin/products/${id}`, { as: asAdmin() }),
      change(id, { active: false }),
      remove(id),
      service.call('GET', variants, { as: asAdmin() }),
      ...(id === UNKNOWN ? [service.call('GET', `/api/admin/products/${id}/timeline`, { as: asAdmin() })] : []),
      service.call('POST', variants, { as: asAdmin(), body: { type: 'size', name: 'XL' } }),
      service.call('PATCH', `${variants}/${UNKNOWN}`, { as: asAdmin(), body: { active: false } }),
      service.call('GET', `/api/products/${id}/variants`),
    ]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [404, 'Not found']));
  });
  const deleted = async (): Promise<string> => {
    const { id } = await createProduct(service);
    await remove(id);
    return id;
  };

  describe('the timeline', () => {
    const ada = asUser({ role: 'admin', email: 'ada@example.com' });

    it('lists actors, changes and old and new values, newest first', async () => {
      const { id } = (await create(FORM, { as: ada })).json<{ id: string }>();
      await change(id, { basePrice: '21.50', title: 'A better tee', category: 'tshirt' });
      await change(id, { active: false }, ada);
      const variant = await addVariant(service, id, { name: 'XL', priceModifier: '2' });
      await service.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, {
        as: asAdmin(),
        body: { name: 'Huge' },
      });
      const entries = await timeline(id);
      expect(entries).toMatchObject([
        {
          action: 'variant.changed',
          summary: 'Changed name from XL to Huge of size “XL”.',
          before: { variantId: variant.id, type: 'size', name: 'XL' },
          after: { variantId: variant.id, type: 'size', name: 'Huge' },
        },
        { action: 'variant.added', before: null, after: { name: 'XL', priceModifier: '2.00', active: true } },
        {
          actor: 'ada@example.com',
          action: 'product.deactivated',
          summary: 'Took the product off sale.',
          before: { active: true },
          after: { active: false },
        },
        {
          actor: 'admin@example.com',
          action: 'product.changed',
          summary: 'Changed title and price from 19.90 to 21.50.',
          before: { title: 'A test tee', basePrice: '19.90' },
        },
        { actor: 'ada@example.com', action: 'product.created', before: null, after: { ...FORM, active: true } },
      ]);
      expect(entries[3]?.after).toEqual({ title: 'A better tee', basePrice: '21.50' });
      expect(
        await fixture.database.query('SELECT actor_id FROM audit_entries WHERE id = $1', [entries[4]?.id]),
      ).toEqual([{ actor_id: ada.userId }]);
    });

    it('has no entry and no event for a change that failed or changed nothing', async () => {
      const { id, version } = await createProduct(service);
      await change(id, { title: '' });
      await service.call('PATCH', `/api/admin/products/${id}`, {
        as: asAdmin(),
        headers: { 'if-match': `"${version + 1}"` },
        body: { title: 'Stale' },
      });
      await change(id, {});
      await change(id, { active: true, title: ' A test tee ', basePrice: 19.9 });
      await change(id, { title: 'Published' });
      expect(await timeline(id)).toHaveLength(2);
      const event = await fixture.events.waitForEvent(
        'product.saved',
        ({ subject, data }) => subject === `product/${id}` && productSaved.schema.parse(data).product.version === 2,
      );
      expect(event.data).toMatchObject({ product: { title: 'Published', version: 2 } });
    });
  });
});
