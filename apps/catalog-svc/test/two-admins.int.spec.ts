import { randomUUID } from 'node:crypto';
import type { AdminProduct, AdminVariant } from '@shop/contracts/catalog';
import { anyTransport, asAdmin, type Answer, type TestService } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct, FORM, listForAdmin } from './catalogue.js';

const STALE = { status: 409, text: 'Somebody else has changed this product. Look at the new version and save again.' };

describe('two admins who edit one product', () => {
  let catalogue: CatalogueFixture;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    one = await catalogue.start();
    other = await catalogue.start();
  });
  afterAll(() => catalogue.close());

  const change = (id: string, body: unknown, service = one): Promise<Answer> =>
    service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body });
  const changeVariant = ({ id, productId }: AdminVariant, body: unknown, service = one): Promise<Answer> =>
    service.call('PATCH', `/api/admin/products/${productId}/variants/${id}`, { as: asAdmin(), body });
  const now = async (id: string): Promise<AdminProduct> =>
    (await one.call('GET', `/api/admin/products/${id}`, { as: asAdmin() })).json<AdminProduct>();
  const entries = async (id: string): Promise<unknown[]> =>
    (await one.call('GET', `/api/admin/products/${id}/timeline`, { as: asAdmin() })).json<unknown[]>();

  it('are told when the other was first, and nothing is overwritten', async () => {
    const seen = await createProduct(one);
    expect((await change(seen.id, { title: 'By the first', version: seen.version })).json()).toMatchObject({
      title: 'By the first',
      version: 2,
    });

    expect(await change(seen.id, { title: 'By the second', basePrice: '1.00', version: seen.version })).toMatchObject(
      STALE,
    );

    expect(await now(seen.id)).toEqual({ ...seen, title: 'By the first', version: 2 });
    expect((await change(seen.id, { title: 'By the second', version: 2 })).json()).toMatchObject({
      title: 'By the second',
      version: 3,
    });
  });

  it('at the same moment: of ten with one version only one wins, on two instances', async () => {
    const { id, version } = await createProduct(one);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        change(id, { title: `Number ${number}`, version }, number % 2 ? one : other),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await now(id)).toEqual(won[0]?.json());
    expect((await now(id)).version).toBe(version + 1);
    expect(await entries(id)).toHaveLength(2);
    const told = await catalogue.database.query('SELECT sequence FROM outbox_subjects WHERE subject = $1', [
      `product/${id}`,
    ]);
    expect(told.map((row) => Number((row as { sequence: string }).sequence))).toEqual([2]);
  });

  it('lose nothing when they send different fields without a version', async () => {
    const { id } = await createProduct(one);
    await Promise.all([
      change(id, { title: 'New title' }),
      change(id, { basePrice: '5.00' }, other),
      change(id, { active: false }),
    ]);
    expect(await now(id)).toMatchObject({ title: 'New title', basePrice: '5.00', active: false, version: 4 });
  });

  it('find their own change when they repeat a call whose answer was lost, and change nothing again', async () => {
    const { id, version } = await createProduct(one);
    const body = { title: 'Once', basePrice: '7', version };
    const first = await change(id, body);
    const again = await change(id, body);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    expect(await entries(id)).toHaveLength(2);
  });

  it('change nothing with an empty change', async () => {
    const before = await createProduct(one);
    expect((await change(before.id, {})).json()).toEqual(before);
    expect((await change(before.id, { active: true, title: ` ${before.title} `, basePrice: 19.9 })).json()).toEqual(
      before,
    );
    expect(await entries(before.id)).toHaveLength(1);
  });

  it.each([0, -1, 1.5, '1', null])('are refused with the version %j', async (version) => {
    const { id } = await createProduct(one);
    expect(await change(id, { title: 'x', version })).toMatchObject({
      status: 400,
      text: 'The version must be a whole number',
    });
  });

  it('are told of a product that the other has deleted', async () => {
    const { id, version } = await createProduct(one);
    await other.call('DELETE', `/api/admin/products/${id}`, { as: asAdmin() });
    expect(await change(id, { title: 'Too late', version })).toMatchObject({ status: 404, text: 'Not found' });
    expect((await one.call('GET', `/api/admin/products/${id}`, { as: asAdmin() })).status).toBe(404);
  });

  it('hear of each other at a size or a colour as well, of which only one wins', async () => {
    const { id } = await createProduct(one);
    const seen = await addVariant(one, id);
    const answers = await Promise.all(
      ['0.50', '1.00', '1.50', '2.00'].map((priceModifier, index) =>
        changeVariant(seen, { priceModifier, version: seen.version }, index % 2 ? one : other),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(STALE);
    const [after] = (await one.call('GET', `/api/admin/products/${id}/variants`, { as: asAdmin() })).json<
      AdminVariant[]
    >();
    expect(after).toEqual(answers.find(({ status }) => status === 200)?.json());
    expect(after?.version).toBe(2);
  });

  it('do not stand in each other’s way, one at the product and the other at its sizes', async () => {
    const { id, version } = await createProduct(one);
    const variant = await addVariant(one, id);
    await changeVariant(variant, { name: 'XXL' });
    expect((await change(id, { title: 'Still mine', version })).status).toBe(200);
    expect((await changeVariant(variant, { active: false, version: 2 })).status).toBe(200);
  });

  it('make one product of a call that is repeated with its key', async () => {
    const key = randomUUID();
    const make = (service: TestService): Promise<Answer> =>
      service.call('POST', '/api/admin/products', { as: asAdmin(), body: FORM, headers: { 'idempotency-key': key } });
    const before = (await listForAdmin(one)).length;
    const answers = await Promise.all([make(one), make(other), make(one)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await listForAdmin(one)).toHaveLength(before + 1);
    const { id } = answers[0]?.json<AdminProduct>() ?? { id: '' };
    await one.call('DELETE', `/api/admin/products/${id}`, { as: asAdmin() });
    expect(await make(one)).toMatchObject({
      status: 409,
      text: 'This Idempotency-Key was already used for something else.',
    });
  });
});
