import {
  productDeleted,
  productSaved,
  type AdminProduct,
  type AdminVariant,
  type Product,
  type ProductForm,
  type Variant,
  type VariantForm,
} from '@shop/contracts-catalog';
import type { EventEnvelope } from '@shop/contracts-common';
import {
  createTestTransport,
  asAdmin,
  createTestDatabase,
  migratedSchema,
  recordEvents,
  startTestService,
  testConfig,
  type EventRecorder,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { migrations } from '../../src/database/migrations.js';

export const FORM: ProductForm = { title: 'A test tee', category: 'tshirt', basePrice: '19.90' };

/** catalog-svc with its own database. */
export class CatalogueFixture {
  private constructor(
    readonly database: TestDatabase,
    readonly transport: TestTransport,
    readonly events: EventRecorder,
    readonly service: TestService,
  ) {}

  /** The catalogue is empty unless `env` changes SEED. */
  static async start(env: Record<string, string> = { SEED: 'none' }): Promise<CatalogueFixture> {
    const transport = createTestTransport();
    await transport.open();
    const events = await recordEvents(transport, [productSaved.type, productDeleted.type]);
    const database = await createTestDatabase(migratedSchema('catalog-svc', migrations));
    const service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport, env })));
    return new CatalogueFixture(database, transport, events, service);
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.events.stop();
    await this.transport.close();
    await this.database.drop();
  }

  listPublished(id: string): EventEnvelope[] {
    return this.events
      .list()
      .filter(({ subject }) => subject === `product/${id}`)
      .toSorted((first, second) => first.sequence - second.sequence);
  }
}

export const listProducts = async (service: TestService): Promise<Product[]> =>
  (await service.call('GET', '/api/products')).json<Product[]>();
export const listForAdmin = async (service: TestService): Promise<AdminProduct[]> =>
  (await service.call('GET', '/api/admin/products', { as: asAdmin() })).json<AdminProduct[]>();
export const listVariants = async (service: TestService, id: string): Promise<Variant[]> =>
  (await service.call('GET', `/api/products/${id}/variants`)).json<Variant[]>();

export const createProduct = async (service: TestService, form: Record<string, unknown> = {}): Promise<AdminProduct> =>
  (
    await service.call('POST', '/api/admin/products', { as: asAdmin(), body: { ...FORM, ...form } })
  ).json<AdminProduct>();

export const addVariant = async (
  service: TestService,
  productId: string,
  form: Partial<VariantForm> = {},
): Promise<AdminVariant> => {
  const answer = await service.call('POST', `/api/admin/products/${productId}/variants`, {
    as: asAdmin(),
    body: { type: 'size', name: 'XL', ...form },
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.json<AdminVariant>();
};
