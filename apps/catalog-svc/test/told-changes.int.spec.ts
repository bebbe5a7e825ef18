import { productSaved, type Product, type Variant } from '@shop/contracts/catalog';
import type { EventEnvelope } from '@shop/contracts/common';
import { asAdmin, testTransports, type TestService } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct } from './catalogue.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'what listeners hear of the catalogue over %s',
  (_, transport) => {
    let catalogue: CatalogueFixture;
    let service: TestService;
    beforeAll(async () => {
      catalogue = await CatalogueFixture.open(transport);
      service = await catalogue.start();
    });
    afterAll(() => catalogue.close());

    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, `/api/admin/products/${path}`, { as: asAdmin(), body });
    const heard = (id: string, sequence: number): Promise<EventEnvelope> =>
      catalogue.events.next(
        'product.saved',
        (event) => event.subject === `product/${id}` && event.sequence === sequence,
      );
    const savedAs = async (id: string, sequence: number): Promise<{ product: Product; variants: Variant[] }> =>
      productSaved.schema.parse((await heard(id, sequence)).data) as { product: Product; variants: Variant[] };

    it('is the whole state after every kind of change, each numbered after the one before', async () => {
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
      await call('PATCH', id, { basePrice: '5', printArea: { widthPx: 2000, heightPx: 2400, shape: 'rectangle' } });
      expect(await savedAs(id, 5)).toMatchObject({
        product: { basePrice: '5.00', version: 2, printArea: { widthPx: 2000 } },
        variants: [{ id: size.id }],
      });
      await call('PATCH', id, { active: false });
      expect((await savedAs(id, 6)).product).toMatchObject({ active: false, version: 3 });
      await call('DELETE', id);
      expect(
        await catalogue.events.next('product.deleted', ({ subject }) => subject === `product/${id}`),
      ).toMatchObject({ sequence: 7, data: { productId: id } });
    });

    it('comes within a second', async () => {
      const { id } = await createProduct(service);
      const variant = await addVariant(service, id);
      await heard(id, 2);
      const tookMs: number[] = [];
      for (let turn = 0; turn < 9; turn += 1) {
        const begun = Date.now();
        await call('PATCH', `${id}/variants/${variant.id}`, { priceModifier: `${turn + 1}` });
        await heard(id, turn + 3);
        tookMs.push(Date.now() - begun);
      }
      expect(tookMs.toSorted((a, b) => a - b)[4]).toBeLessThan(1_000);
    });

    it('is nothing of what was refused, and of what changed nothing', async () => {
      const { id, version } = await createProduct(service);
      await call('PATCH', id, { title: 'Stale', version: version + 1 });
      await call('PATCH', id, { title: '' });
      await call('POST', `${id}/variants`, { type: 'size', name: 'S', priceModifier: '-100' });
      await call('PATCH', id, { active: true, version });
      await call('PATCH', id, { title: 'Heard' });
      expect((await savedAs(id, 2)).product.title).toBe('Heard');
    });
  },
);
