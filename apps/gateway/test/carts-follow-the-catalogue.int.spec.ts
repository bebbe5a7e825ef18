import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import type { AdminProduct, AdminVariant } from '@shop/contracts/catalog';
import type { Cart, CartItem } from '@shop/contracts/order';
import { createTransport, queueName } from '@shop/messaging';
import {
  asAdmin,
  asUser,
  createTestDatabase,
  eventually,
  publishEvent,
  startTestService,
  testConfig,
  testTransports,
  type Answer,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';

type Env = Record<string, string>;

/** A real service; loaded by path, since apps never import apps. */
async function start(
  service: string,
  database: TestDatabase,
  transport: TestTransport,
  env: Env = {},
): Promise<TestService> {
  const source = join(import.meta.dirname, '../..', service, 'src');
  const { AppModule } = (await import(join(source, 'app.module.ts'))) as {
    AppModule: { with(config: unknown): DynamicModule };
  };
  const { readConfig } = (await import(join(source, 'config.ts'))) as {
    readConfig: (env: NodeJS.ProcessEnv) => unknown;
  };
  return startTestService(AppModule.with(testConfig(readConfig, { database, transport, env })));
}

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'carts and the catalogue, each with its own service, with events over %s',
  (_, transport) => {
    let databases: TestDatabase[];
    let catalogue: TestService;
    let orders: TestService;
    const who = asUser();
    const imageId = randomUUID();

    beforeAll(async () => {
      await transport.open();
      databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
      const [ofCatalogue, ofOrders] = databases as [TestDatabase, TestDatabase];
      catalogue = await start('catalog-svc', ofCatalogue, transport, { SEED: 'none' });
      orders = await start('order-svc', ofOrders, transport, { PAYMENT_SWEEP_INTERVAL_MS: '3600000' });
      const artwork = {
        jobId: randomUUID(),
        imageId,
        url: `/media/${imageId}`,
        width: 1024,
        height: 1024,
        styleKey: 'modern',
        petName: null,
        userId: who.userId ?? null,
        guestId: null,
        watched: true,
      };
      await publishEvent(transport, artworkCompleted, { subject: `artwork/${artwork.jobId}`, data: artwork });
    });
    afterAll(async () => {
      await Promise.all([catalogue?.stop(), orders?.stop()]);
      await transport.close();
      await Promise.all((databases ?? []).map((database) => database.drop()));
    });

    const admin = (method: string, path: string, body?: unknown): Promise<Answer> =>
      catalogue.call(method, `/api/admin/products${path}`, { as: asAdmin(), body });
    const cart = async (): Promise<Cart> => (await orders.call('GET', '/api/cart', { as: who })).json<Cart>();
    const lineOf = async (productId: string): Promise<CartItem | undefined> =>
      (await cart()).items.find((item) => item.productId === productId);
    const add = (productId: string): Promise<Answer> =>
      orders.call('POST', '/api/cart', {
        as: who,
        body: { productId, generatedImageId: imageId, variantSelections: { size: 'XL' } },
      });

    /** A product at 20.00 of which an XL at 22.50 lies in the cart: put there as soon as the order service has heard of it. */
    async function inTheCart(): Promise<{ product: AdminProduct; size: AdminVariant }> {
      const product = (
        await admin('POST', '', { title: 'Classic Tee', category: 'tshirt', basePrice: '20.00' })
      ).json<AdminProduct>();
      const size = (
        await admin('POST', `/${product.id}/variants`, { type: 'size', name: 'XL', priceModifier: '2.50' })
      ).json<AdminVariant>();
      await eventually(async () => expect((await add(product.id)).status).toBe(200));
      expect(await lineOf(product.id)).toMatchObject({ unitPrice: '22.50', available: true });
      return { product, size };
    }

    it('show each other’s truth after every kind of change', async () => {
      const { product, size } = await inTheCart();
      const shows = (line: Partial<CartItem>): Promise<void> =>
        eventually(async () => expect(await lineOf(product.id)).toMatchObject(line));

      await admin('PATCH', `/${product.id}`, { basePrice: '30.00', title: 'Dear Tee' });
      await shows({ unitPrice: '32.50', product: { id: product.id, title: 'Dear Tee', imageUrl: null } });
      await admin('PATCH', `/${product.id}/variants/${size.id}`, { priceModifier: '-5' });
      await shows({ unitPrice: '25.00', available: true });
      await admin('PATCH', `/${product.id}/variants/${size.id}`, { active: false });
      await shows({ available: false });
      await admin('PATCH', `/${product.id}/variants/${size.id}`, { active: true });
      await shows({ unitPrice: '25.00', available: true });
      await admin('PATCH', `/${product.id}`, { active: false });
      await shows({ available: false });
      await admin('PATCH', `/${product.id}`, { active: true });
      await shows({ available: true });
      await admin('DELETE', `/${product.id}`);
      await shows({ available: false, product: { id: product.id, title: 'Dear Tee', imageUrl: null } });
    });

    it('agree within a second of the admin’s call', async () => {
      const { product } = await inTheCart();
      const tookMs: number[] = [];
      for (let dollars = 31; dollars < 40; dollars += 1) {
        const begun = Date.now();
        await admin('PATCH', `/${product.id}`, { basePrice: dollars });
        await eventually(async () => expect((await lineOf(product.id))?.unitPrice).toBe(`${dollars + 2}.50`), {
          everyMs: 5,
        });
        tookMs.push(Date.now() - begun);
      }
      expect(tookMs.toSorted((a, b) => a - b)[4]).toBeLessThan(1_000);
    });

    it('agree again after a republish, though the order service has lost all it knew of the catalogue', async () => {
      const { product } = await inTheCart();
      const gone = await inTheCart();
      await admin('DELETE', `/${gone.product.id}`);
      await eventually(async () => expect((await lineOf(gone.product.id))?.available).toBe(false));
      const ofOrders = databases[1] as TestDatabase;
      const known = (): Promise<unknown[]> =>
        ofOrders.query(`SELECT to_jsonb(p) AS product, (SELECT jsonb_agg(to_jsonb(v) ORDER BY v.id) FROM catalogue_variants v WHERE v.product_id = p.id) AS variants
        FROM catalogue_products p WHERE p.deleted_at IS NULL ORDER BY p.id`);
      const before = await known();
      expect(before.length).toBeGreaterThan(0);
      await ofOrders.query('DELETE FROM catalogue_variants');
      await ofOrders.query('DELETE FROM catalogue_products');
      expect((await lineOf(product.id))?.available).toBe(false);

      await republishProducts();

      await eventually(async () => expect(await known()).toEqual(before));
      expect(await lineOf(product.id)).toMatchObject({ unitPrice: '22.50', available: true });
      expect((await lineOf(gone.product.id))?.available).toBe(false);
    });

    /** As `npm run events -- republish product` does. */
    async function republishProducts(): Promise<void> {
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
