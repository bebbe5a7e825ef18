import { randomUUID } from 'node:crypto';
import { productSchema, variantSchema, type Product } from '@shop/contracts/catalog';
import { createTransport, queueName } from '@shop/messaging';
import { asAdmin, eventually, testTransports, type TestService } from '@shop/testing';
import { DataSource, type QueryRunner } from 'typeorm';
import { addVariant, CatalogueFixture, createProduct } from './catalogue.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'republishing the catalogue over %s',
  (_, transport) => {
    let catalogue: CatalogueFixture;
    let service: TestService;
    beforeAll(async () => {
      catalogue = await CatalogueFixture.open(transport);
      service = await catalogue.start();
    });
    afterAll(() => catalogue.close());

    const told = (id: string) => catalogue.events.all().filter(({ subject }) => subject === `product/${id}`);

    it('tells the present state of every product again, deletions included', async () => {
      const kept = await createProduct(service, { title: 'Kept' });
      const size = await addVariant(service, kept.id, { name: 'XL', priceModifier: '2.50', active: false });
      const gone = await createProduct(service, { title: 'Gone' });
      await service.call('DELETE', `/api/admin/products/${gone.id}`, { as: asAdmin() });

      await republish();

      await eventually(() => {
        expect(told(kept.id)).toMatchObject([
          { type: 'product.saved', sequence: 1 },
          { type: 'product.saved', sequence: 2 },
          {
            type: 'product.saved',
            sequence: 3,
            data: { product: productSchema.parse(kept), variants: [variantSchema.parse(size)] },
          },
        ]);
        expect(told(gone.id)).toMatchObject([
          { type: 'product.saved', sequence: 1 },
          { type: 'product.deleted', sequence: 2 },
          { type: 'product.deleted', sequence: 3, data: { productId: gone.id } },
        ]);
      });
    });

    it('keeps no admin waiting while it tells the others', async () => {
      await catalogue.database.query(
        `INSERT INTO products (id, title, category, base_price_cents) SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'One of many', 'hoodie', 100 FROM generate_series(1, 120) n`,
      );
      const numbered = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
      const [first, last] = [numbered(1), numbered(120)];
      const slow = await holding(last);
      await republish();
      await eventually(() => expect(told(first)).toHaveLength(1));

      // It waits for the last one now.
      const changed = await service.call('PATCH', `/api/admin/products/${first}`, {
        as: asAdmin(),
        body: { title: 'Changed meanwhile' },
      });

      expect(changed.status).toBe(200);
      await eventually(() => expect(told(first)).toHaveLength(2));
      expect(told(last)).toEqual([]);
      await slow.commitTransaction();
      await slow.release();
      await eventually(() =>
        expect(Array.from({ length: 120 }, (__, index) => told(numbered(index + 1)).length > 0).every(Boolean)).toBe(
          true,
        ),
      );
      expect(
        (
          told(first)
            .toSorted((a, b) => a.sequence - b.sequence)
            .at(-1)?.data as { product: Product }
        ).product.title,
      ).toBe('Changed meanwhile');
    });

    /** Somebody whose change of this product takes long. */
    async function holding(id: string): Promise<QueryRunner> {
      const runner = service.get(DataSource).createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [id]);
      return runner;
    }

    /** As `npm run events -- republish product` does. */
    async function republish(): Promise<void> {
      const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
      const sender = createTransport({
        service: 'test-operator',
        rabbitmqUrl: transport.env.RABBITMQ_URL,
        databaseUrl: transport.env.EVENTS_DATABASE_URL,
        namespace,
      });
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
      await sender.close();
    }
  },
);
