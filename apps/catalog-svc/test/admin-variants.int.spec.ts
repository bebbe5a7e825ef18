import { randomUUID } from 'node:crypto';
import { adminVariantSchema, VARIANTS_MAX, type AdminVariant } from '@shop/contracts/catalog';
import { anyTransport, asAdmin, type Answer, type TestService } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct, listVariants } from './catalogue.js';

const SIZE = { type: 'size', name: 'XL' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the admin’s sizes and colours', () => {
  let catalogue: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    service = await catalogue.start();
  });
  afterAll(() => catalogue.close());

  const list = async (productId: string): Promise<AdminVariant[]> =>
    (await service.call('GET', `/api/admin/products/${productId}/variants`, { as: asAdmin() })).json<AdminVariant[]>();
  const add = (productId: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.call('POST', `/api/admin/products/${productId}/variants`, { as: asAdmin(), body, headers });
  const change = (productId: string, variantId: string, body: unknown): Promise<Answer> =>
    service.call('PATCH', `/api/admin/products/${productId}/variants/${variantId}`, { as: asAdmin(), body });

  it('are added with a type and a name, and sold at once', async () => {
    const { id } = await createProduct(service);
    const answer = await add(id, { ...SIZE, productId: UNKNOWN, version: 7 });
    expect(answer.status).toBe(201);
    const variant = adminVariantSchema.parse(answer.json());
    expect(variant).toEqual({
      ...SIZE,
      id: variant.id,
      productId: id,
      priceModifier: '0.00',
      active: true,
      colorHex: null,
      imageUrl: null,
      printArea: null,
      position: 0,
      version: 1,
    });
    expect(await listVariants(service, id)).toMatchObject([{ id: variant.id, name: 'XL' }]);
  });

  it('are added with everything they can have', async () => {
    const { id } = await createProduct(service);
    const size = await addVariant(service, id, {
      name: 'S',
      priceModifier: -1.5,
      printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' },
      position: 3,
      active: false,
    });
    expect(size).toMatchObject({
      priceModifier: '-1.50',
      printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' },
      position: 3,
      active: false,
    });
    const color = await addVariant(service, id, {
      type: 'color',
      name: '  Crème  brûlée 🐾',
      colorHex: '#FFEEDD',
      imageUrl: 'https://example.com/creme.png',
    });
    expect(color).toMatchObject({
      name: 'Crème brûlée 🐾',
      colorHex: '#ffeedd',
      imageUrl: 'https://example.com/creme.png',
    });
    expect(await list(id)).toEqual([size, color]);
  });

  it('are listed sizes first, each in its order, whether sold or not, and a new one last', async () => {
    const { id } = await createProduct(service);
    await addVariant(service, id, { type: 'color', name: 'Ash' });
    for (const name of ['S', 'M', 'L']) await addVariant(service, id, { name });
    const [small] = await list(id);
    await change(id, small?.id ?? '', { position: 9, active: false });
    expect((await list(id)).map(({ name }) => name)).toEqual(['M', 'L', 'S', 'Ash']);
    expect((await addVariant(service, id, { name: 'XS' })).position).toBe(10);
  });

  it('change in the fields that were sent, and no others', async () => {
    const { id } = await createProduct(service);
    const before = await addVariant(service, id, {
      type: 'color',
      name: 'Ash',
      colorHex: '#aabbcc',
      priceModifier: '2',
    });
    const answer = await change(id, before.id, { name: 'Smoke', imageUrl: '/pictures/classic-tee-ash.svg' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ ...before, name: 'Smoke', imageUrl: '/pictures/classic-tee-ash.svg', version: 2 });
    expect(await list(id)).toEqual([answer.json()]);
  });

  it('leave the shoppers’ list when they are no longer sold, and come back', async () => {
    const { id } = await createProduct(service);
    const { id: variantId } = await addVariant(service, id);
    const etag = (await service.call('GET', `/api/products/${id}/variants`)).headers.get('etag') ?? '';
    expect(
      (await service.call('GET', `/api/products/${id}/variants`, { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);

    await change(id, variantId, { active: false });

    const after = await service.call('GET', `/api/products/${id}/variants`, { headers: { 'if-none-match': etag } });
    expect([after.status, after.text]).toEqual([200, '[]']);
    await change(id, variantId, { active: true });
    expect(await listVariants(service, id)).toHaveLength(1);
  });

  it('lose what only the other type has when their type changes', async () => {
    const { id } = await createProduct(service);
    const color = await addVariant(service, id, {
      type: 'color',
      name: 'Ash',
      colorHex: '#aabbcc',
      imageUrl: 'https://example.com/a.png',
    });
    expect((await change(id, color.id, { type: 'size' })).json()).toMatchObject({
      type: 'size',
      colorHex: null,
      imageUrl: null,
    });
  });

  it.each([
    [{ name: 'XL' }, 400, 'type', 'Please choose size or color'],
    [{ type: 'size' }, 400, 'name', 'Name is required'],
    [{ ...SIZE, name: '   ' }, 400, 'name', 'Name is required'],
    [{ ...SIZE, name: 'x'.repeat(61) }, 400, 'name', 'Please use at most 60 characters for the name'],
    [
      { ...SIZE, priceModifier: '1.005' },
      400,
      'priceModifier',
      'The price change must be an amount such as 2.00 or -1.50',
    ],
    [{ ...SIZE, active: 'no' }, 400, 'active', 'Active must be true or false'],
    [{ ...SIZE, position: -1 }, 400, 'position', 'The position must be a whole number from 0 to 9,999'],
    [{ type: 'color', name: 'Red', colorHex: 'red' }, 400, 'colorHex', 'Please give the color as #rrggbb'],
    [
      { type: 'color', name: 'Red', imageUrl: '//example.com/a.png' },
      400,
      'imageUrl',
      'The image address must start with https:// or be a picture of the shop',
    ],
    [{ ...SIZE, colorHex: '#ff0000' }, 400, 'colorHex', 'Only a color has a swatch'],
    [{ ...SIZE, imageUrl: 'https://example.com/a.png' }, 400, 'imageUrl', 'Only a color has a picture of its own'],
    [
      { type: 'color', name: 'Red', printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' } },
      400,
      'printArea',
      'Only a size has a print area of its own',
    ],
    [
      { ...SIZE, printArea: { widthPx: 4500, heightPx: 4500, shape: 'rectangle' } },
      422,
      'printArea',
      'The print area of a size must have the shape and the proportions of the product’s',
    ],
    [{ ...SIZE, priceModifier: '-19.91' }, 422, 'priceModifier', 'The price would fall below zero with size “XL”.'],
    [
      { ...SIZE, priceModifier: '99999999.99' },
      422,
      'priceModifier',
      'The price would be more than 99,999,999.99 with size “XL”.',
    ],
  ])('refuse %j: %i, for %s', async (body, status, field, sentence) => {
    const { id } = await createProduct(service);
    const plain = await add(id, body);
    expect([plain.status, plain.text]).toEqual([status, sentence]);
    const problem = await add(id, body, { accept: 'application/problem+json' });
    expect(problem.json<{ errors: Record<string, string> }>().errors[field]).toBe(sentence);
    expect(await list(id)).toEqual([]);
  });

  it('refuse as a change what they refuse as an addition, and stay as they were', async () => {
    const { id } = await createProduct(service);
    await addVariant(service, id, { name: 'M', priceModifier: '-10' });
    const before = await addVariant(service, id, { type: 'color', name: 'Ash' });
    expect(await change(id, before.id, { priceModifier: '-9.91' })).toMatchObject({
      status: 422,
      text: 'The price would fall below zero with size “M” and color “Ash”.',
    });
    expect(await change(id, before.id, { name: '' })).toMatchObject({ status: 400, text: 'Name is required' });
    expect(await change(id, before.id, { type: 'size', colorHex: '#ffffff' })).toMatchObject({
      status: 400,
      text: 'Only a color has a swatch',
    });
    expect((await list(id)).find((variant) => variant.id === before.id)).toEqual(before);
  });

  it('have a name once for each type of a product, however it is written, sold or not', async () => {
    const { id } = await createProduct(service);
    const other = await createProduct(service);
    await addVariant(service, id, { name: 'Größe', active: false });
    const taken = { status: 409, text: 'There is already a size called “Größe”' };
    expect(await add(id, { type: 'size', name: ' GRÖßE ' })).toMatchObject(taken);
    expect(await add(id, { type: 'size', name: 'gro\u0308ße' })).toMatchObject(taken);
    const second = await addVariant(service, id, { name: 'M' });
    expect(await change(id, second.id, { name: 'größe' })).toMatchObject(taken);
    expect((await add(id, { type: 'color', name: 'Größe' })).status).toBe(201);
    // A capital I with a dot is a letter of its own, whatever a database's locale makes of it.
    expect([
      (await add(id, { type: 'size', name: 'İ' })).status,
      (await add(id, { type: 'size', name: 'i' })).status,
    ]).toEqual([201, 201]);
    expect((await add(other.id, { type: 'size', name: 'Größe' })).status).toBe(201);
  });

  it('of one name, added at the same moment, are one', async () => {
    const { id } = await createProduct(service);
    const answers = await Promise.all(['xl', 'XL', 'Xl', 'xL'].map((name) => add(id, { type: 'size', name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await list(id)).toHaveLength(1);
  });

  it('are one when the same call is repeated with its key', async () => {
    const { id } = await createProduct(service);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([add(id, SIZE, key), add(id, SIZE, key), add(id, SIZE, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
    const other = await createProduct(service);
    expect((await add(other.id, SIZE, key)).status).toBe(409);
    expect((await add(id, SIZE, { 'idempotency-key': 'once' })).status).toBe(400);
  });

  it('are at most a hundred', async () => {
    const { id } = await createProduct(service);
    await catalogue.database.query(
      `INSERT INTO product_variants (product_id, type, name) SELECT $1, 'size', 'Size ' || n FROM generate_series(1, $2::int) n`,
      [id, VARIANTS_MAX - 1],
    );
    const answers = await Promise.all([
      add(id, { type: 'color', name: 'Ash' }),
      add(id, { type: 'color', name: 'Navy' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe('A product can have at most 100 sizes and colors.');
    expect(await list(id)).toHaveLength(VARIANTS_MAX);
  });

  it('hold the product’s price and area to what they can carry, as long as they are sold', async () => {
    const { id } = await createProduct(service);
    const product = (body: unknown): Promise<Answer> =>
      service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });
    const small = await addVariant(service, id, {
      name: 'S',
      priceModifier: '-5',
      printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' },
    });
    expect(await product({ basePrice: '4.99' })).toMatchObject({
      status: 422,
      text: 'The price would fall below zero with size “S”.',
    });
    const misfit = { status: 422, text: 'Size “S” has a print area of other proportions. Please change that first.' };
    expect(await product({ printArea: { widthPx: 1000, heightPx: 1000, shape: 'rectangle' } })).toMatchObject(misfit);
    expect(await product({ category: 'pet-tag' })).toMatchObject(misfit);
    await change(id, small.id, { active: false });
    expect((await product({ basePrice: '4.99', category: 'pet-tag' })).status).toBe(200);
    expect((await change(id, small.id, { active: true })).status).toBe(422);
  });

  it('never bring a price below zero, however calls meet', async () => {
    const { id } = await createProduct(service, { basePrice: '10.00' });
    const answers = await Promise.all([
      service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body: { basePrice: '5.00' } }),
      add(id, { type: 'size', name: 'S', priceModifier: '-8' }),
      add(id, { type: 'color', name: 'Ash', priceModifier: '-8' }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it.each([UNKNOWN, 'not-an-id'])(
    'are not found under the unknown product %s, nor under an unknown id',
    async (unknown) => {
      const { id } = await createProduct(service);
      const { id: variantId } = await addVariant(service, id);
      expect((await service.call('GET', `/api/admin/products/${unknown}/variants`, { as: asAdmin() })).status).toBe(
        404,
      );
      expect(await add(unknown, SIZE)).toMatchObject({ status: 404, text: 'Not found' });
      expect((await change(unknown, variantId, { active: false })).status).toBe(404);
      expect(await change(id, unknown, { active: false })).toMatchObject({ status: 404, text: 'Not found' });
    },
  );

  it('are not found under another product, nor under a deleted one', async () => {
    const [one, other] = [await createProduct(service), await createProduct(service)];
    const variant = await addVariant(service, one.id);
    expect((await change(other.id, variant.id, { name: 'Stolen' })).status).toBe(404);
    await service.call('DELETE', `/api/admin/products/${one.id}`, { as: asAdmin() });
    expect((await service.call('GET', `/api/admin/products/${one.id}/variants`, { as: asAdmin() })).status).toBe(404);
    expect((await change(one.id, variant.id, { name: 'Late' })).status).toBe(404);
    expect(await catalogue.database.query('SELECT name FROM product_variants WHERE id = $1', [variant.id])).toEqual([
      { name: 'XL' },
    ]);
  });
});
