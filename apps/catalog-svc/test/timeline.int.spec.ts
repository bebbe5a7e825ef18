import { timelineEntrySchema, type TimelineEntry } from '@shop/contracts/common';
import { anyTransport, asAdmin, asUser, type TestService } from '@shop/testing';
import { z } from 'zod';
import { addVariant, CatalogueFixture, createProduct, FORM } from './catalogue.js';

describe('the timeline of a product', () => {
  let catalogue: CatalogueFixture;
  let service: TestService;
  beforeAll(async () => {
    catalogue = await CatalogueFixture.open(anyTransport());
    service = await catalogue.start();
  });
  afterAll(() => catalogue.close());

  const ada = { ...asUser({ role: 'admin', email: 'ada@example.com' }) };
  const timeline = async (id: string): Promise<TimelineEntry[]> =>
    z
      .array(timelineEntrySchema)
      .parse((await service.call('GET', `/api/admin/products/${id}/timeline`, { as: asAdmin() })).json());

  it('tells who did what, with what was before and after, newest first', async () => {
    const { id } = (await service.call('POST', '/api/admin/products', { as: ada, body: FORM })).json<{ id: string }>();
    await service.call('PATCH', `/api/admin/products/${id}`, {
      as: asAdmin(),
      body: { basePrice: '21.50', title: 'A better tee', category: 'tshirt' },
    });
    await service.call('PATCH', `/api/admin/products/${id}`, { as: ada, body: { active: false } });

    const [hidden, changed, made] = await timeline(id);

    expect(hidden).toMatchObject({
      actor: 'ada@example.com',
      action: 'product.deactivated',
      summary: 'Took the product off sale.',
      before: { active: true },
      after: { active: false },
    });
    expect(changed).toMatchObject({
      actor: 'admin@example.com',
      action: 'product.changed',
      summary: 'Changed title and price from 19.90 to 21.50.',
      before: { title: 'A test tee', basePrice: '19.90' },
      after: { title: 'A better tee', basePrice: '21.50' },
    });
    expect(Object.keys(changed?.after ?? {}).toSorted()).toEqual(['basePrice', 'title']);
    expect(made).toMatchObject({
      actor: 'ada@example.com',
      action: 'product.created',
      before: null,
      after: { ...FORM, active: true, imageUrl: null },
    });
    expect(await catalogue.database.query('SELECT actor_id FROM audit_entries WHERE id = $1', [made?.id])).toEqual([
      { actor_id: ada.userId },
    ]);
    expect(Date.now() - Date.parse(hidden?.at ?? '')).toBeLessThan(60_000);
  });

  it('holds what became of its sizes and colours', async () => {
    const { id } = await createProduct(service);
    const variant = await addVariant(service, id, { name: 'XL', priceModifier: '2' });
    const change = (body: unknown) =>
      service.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, { as: asAdmin(), body });
    await change({ name: 'Huge', priceModifier: '3' });
    await change({ active: false });

    const [off, changed, added] = await timeline(id);

    expect(off).toMatchObject({
      action: 'variant.deactivated',
      summary: 'Took size “Huge” off sale.',
      after: { variantId: variant.id, active: false },
    });
    expect(changed).toMatchObject({
      action: 'variant.changed',
      summary: 'Changed name from XL to Huge and price change from 2.00 to 3.00 of size “XL”.',
      before: { variantId: variant.id, type: 'size', name: 'XL', priceModifier: '2.00' },
      after: { variantId: variant.id, type: 'size', name: 'Huge', priceModifier: '3.00' },
    });
    expect(added).toMatchObject({
      action: 'variant.added',
      summary: 'Added size “XL”.',
      before: null,
      after: { name: 'XL', priceModifier: '2.00', active: true },
    });
  });

  it('outlives the product', async () => {
    const { id } = await createProduct(service, { title: 'Short-lived 🐾' });
    await service.call('DELETE', `/api/admin/products/${id}`, { as: asAdmin() });
    expect((await timeline(id))[0]).toMatchObject({
      action: 'product.deleted',
      summary: 'Deleted the product.',
      before: { title: 'Short-lived 🐾' },
      after: null,
    });
  });

  it('has no entry for what was refused', async () => {
    const { id } = await createProduct(service);
    const variant = await addVariant(service, id);
    const before = await timeline(id);
    await service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body: { title: '' } });
    await service.call('PATCH', `/api/admin/products/${id}`, { as: asAdmin(), body: { title: 'Stale', version: 9 } });
    await service.call('PATCH', `/api/admin/products/${id}`, { as: asUser(), body: { title: 'Mine' } });
    await service.call('PATCH', `/api/admin/products/${id}/variants/${variant.id}`, {
      as: asAdmin(),
      body: { priceModifier: '-99' },
    });
    expect(await timeline(id)).toEqual(before);
  });

  it('can be rewritten by nobody', async () => {
    await createProduct(service);
    await expect(catalogue.database.query(`UPDATE audit_entries SET actor = 'nobody'`)).rejects.toThrow('append-only');
    await expect(catalogue.database.query('DELETE FROM audit_entries')).rejects.toThrow('append-only');
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id'])(
    'is not found for the unknown product %s',
    async (id) => {
      expect(await service.call('GET', `/api/admin/products/${id}/timeline`, { as: asAdmin() })).toMatchObject({
        status: 404,
        text: 'Not found',
      });
    },
  );
});
