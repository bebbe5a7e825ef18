import { randomUUID } from 'node:crypto';
import { productSchema, variantSchema } from '@shop/contracts/catalog';
import { createTransport, queueName } from '@shop/messaging';
import { asAdmin, eventually, testTransports } from '@shop/testing';
import { addVariant, CatalogueFixture, createProduct } from './catalogue.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))('republishing the catalogue over %s', (_, transport) => {
  let catalogue: CatalogueFixture;
  beforeAll(async () => (catalogue = await CatalogueFixture.open(transport)));
  afterAll(() => catalogue.close());

  it('tells the present state of every product again, deletions included', async () => {
    const service = await catalogue.start();
    const kept = await createProduct(service, { title: 'Kept' });
    const size = await addVariant(service, kept.id, { name: 'XL', priceModifier: '2.50', active: false });
    const gone = await createProduct(service, { title: 'Gone' });
    await service.call('DELETE', `/api/admin/products/${gone.id}`, { as: asAdmin() });
    const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
    const sender = createTransport({ service: 'test-operator', rabbitmqUrl: transport.env.RABBITMQ_URL, databaseUrl: transport.env.EVENTS_DATABASE_URL, namespace });
    await sender.start([]);

    await sender.send(queueName(namespace, 'catalog-svc', 'republish.product'), {
      specversion: '1.0',
      id: randomUUID(),
      type: 'republish.product',
      source: '/operator',
      subject: 'republish/product',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      sequence: 1,
      data: {},
    });

    await eventually(() => {
      expect(catalogue.events.all().filter(({ subject }) => subject === `product/${kept.id}`)).toMatchObject([
        { type: 'product.saved', sequence: 1 },
        { type: 'product.saved', sequence: 2 },
        { type: 'product.saved', sequence: 3, data: { product: productSchema.parse(kept), variants: [variantSchema.parse(size)] } },
      ]);
      expect(catalogue.events.all().filter(({ subject }) => subject === `product/${gone.id}`)).toMatchObject([
        { type: 'product.saved', sequence: 1 },
        { type: 'product.deleted', sequence: 2 },
        { type: 'product.deleted', sequence: 3, data: { productId: gone.id } },
      ]);
    });
    await sender.close();
  });
});
