import { randomUUID } from 'node:crypto';
import { adminVariantSchema, VARIANTS_MAX, type AdminVariant } from '@shop/contracts-catalog';
import { asAdmin, type TestResponse, type TestService } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct, listVariants } from './support/catalogue-fixture.js';

const SIZE = { type: 'size', name: 'XL' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the admin’s sizes and colors', () => {
  let fixture: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    fixture = await CatalogueFixture.start();
    ({ service } = fixture);
  });
  afterAll(() => fixture.close());

  const list = async (productId: string): Promise<AdminVariant[]> =>
    (await service.call('GET', `/api/admin/products/${productId}/variants`, { as: asAdmin() })).json<AdminVariant[]>();
  const add = (productId: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
    service.call('POST', `/api/admin/products/${productId}/variants`, { as: asAdmin(), body, headers });
  const change = (productId: string, variantId: string, body: unknown): Promise<TestResponse> =>
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
    const size = {
      name: 'S',
      priceModifier: '-1.50',
      printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' as const },
      position: 3,
      active: false,
    };
    const color = {
      type: 'color' as const,
      name: 'Crème brûlée 🐾',
      colorHex: '#ffeedd',
      imageUrl: 'https://example.com/creme.png',
    };
    const added = [await addVariant(service, id, size), await addVariant(service, id, color)];
    expect(added).toMatchObject([size, color]);
    expect(await list(id)).toEqual(added);
  });

  it('are listed sizes first, each by position, active or not, and a new one last', async () => {
    const { id } = await createProduct(service);
    await addVariant(service, id, { type: 'color', name: 'Ash' });
    for (const name of ['S', 'M', 'L']) await addVariant(service, id, { name });
    const [small] = await list(id);
    await change(id, small!.id, { position: 9, active: false });
    expect((await list(id)).map(({ name }) => name)).toEqual(['M', 'L', 'S', 'Ash']);
    expect((await addVariant(service, id, { name: 'XS' })).position).toBe(10);
  });

  it('change only in the fields that were sent', async () => {
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
    expect((await change(id, before.id, { type: 'size' })).json()).toMatchObject({
      type: 'size',
      colorHex: null,
      imageUrl: null,
    });
  });

  it.each([
    ['a form that breaks the contract', { type: 'size' }, 400, 'name', 'Name is required'],
    ['a field of the other type', { ...SIZE, colorHex: '#ff0000' }, 400, 'colorHex', 'Only a color has a swatch'],
    [
      'a picture that the shop does not draw',
      { type: 'color', name: 'Red', imageUrl: '/pictures/classic-tee-purple.svg' },
      400,
      'imageUrl',
      'The shop draws no such picture',
    ],
    [
      'other proportions than the product’s',
      { ...SIZE, printArea: { widthPx: 4500, heightPx: 4500, shape: 'rectangle' } },
      422,
      'printArea',
      'The print area of a size must have the shape and the proportions of the product’s',
    ],
    [
      'a price below zero',
      { ...SIZE, priceModifier: '-19.91' },
      422,
      'priceModifier',
      'The price would fall below zero with size “XL”.',
    ],
  ])('are not added with %s', async (_, body, status, field, message) => {
    const { id } = await createProduct(service);
    const plain = await add(id, body);
    expect([plain.status, plain.text]).toEqual([status, message]);
    const problem = await add(id, body, { accept: 'application/problem+json' });
    expect(problem.json<{ errors: Record<string, string> }>().errors[field]).toBe(message);
    expect(await list(id)).toEqual([]);
  });

  it('cannot be changed into an invalid variant', async () => {
    const { id } = await createProduct(service);
    await addVariant(service, id, { name: 'M', priceModifier: '-10' });
    const before = await addVariant(service, id, { type: 'color', name: 'Ash' });
    expect(await change(id, before.id, { priceModifier: '-9.91' })).toMatchObject({
      status: 422,
      text: 'The price would fall below zero with size “M” and color “Ash”.',
    });
    expect((await change(id, before.id, { name: '' })).status).toBe(400);
    expect((await change(id, before.id, { type: 'size', colorHex: '#ffffff' })).status).toBe(400);
    expect((await list(id)).find((variant) => variant.id === before.id)).toEqual(before);
  });

  it('have a unique name for each type and product, ignoring case, active or not', async () => {
    const { id } = await createProduct(service);
    const other = await createProduct(service);
    await addVariant(service, id, { name: 'Größe', active: false });
    const taken = { status: 409, text: 'There is already a size called “Größe”' };
    expect(await add(id, { type: 'size', name: ' GRÖßE ' })).toMatchObject(taken);
    const second = await addVariant(service, id, { name: 'M' });
    expect(await change(id, second.id, { name: 'größe' })).toMatchObject(taken);
    expect((await add(id, { type: 'color', name: 'Größe' })).status).toBe(201);
    // The capital I with a dot is a different letter, independent of the database's locale.
    expect([
      (await add(id, { type: 'size', name: 'İ' })).status,
      (await add(id, { type: 'size', name: 'i' })).status,
    ]).toEqual([201, 201]);
    expect((await add(other.id, { type: 'size', name: 'Größe' })).status).toBe(201);
  });

  it('are added once for simultaneous calls with the same name', async () => {
    const { id } = await createProduct(service);
    const answers = await Promise.all(['xl', 'XL', 'Xl', 'xL'].map((name) => add(id, { type: 'size', name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await list(id)).toHaveLength(1);
  });

  it('are added once for a call that is repeated with its idempotency key', async () => {
    const { id } = await createProduct(service);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([add(id, SIZE, key), add(id, SIZE, key), add(id, SIZE, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
    const other = await createProduct(service);
    expect((await add(other.id, SIZE, key)).status).toBe(409);
    expect((await add(id, { ...SIZE, priceModifier: '9.00' }, key)).status).toBe(409);
    const variantId = (await list(id))[0]?.id ?? '';
    await change(id, variantId, { name: 'Renamed', position: 7 });
    expect((await add(id, SIZE, key)).json()).toMatchObject({ id: variantId, name: 'Renamed' });
    expect((await add(id, SIZE, { 'idempotency-key': 'once' })).status).toBe(400);
  });

  it('are at most a hundred', async () => {
    const { id } = await createProduct(service);
    await fixture.database.query(
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

  it('are not found under an unknown id, nor under another product', async () => {
    const [one, other] = [await createProduct(service), await createProduct(service)];
    const variant = await addVariant(service, one.id);
    for (const [productId, variantId] of [
      [one.id, UNKNOWN],
      [one.id, 'not-an-id'],
      [other.id, variant.id],
    ] as const)
      expect(await change(productId, variantId, { name: 'Stolen' })).toMatchObject({ status: 404, text: 'Not found' });
    expect(await list(one.id)).toEqual([variant]);
  });
});
