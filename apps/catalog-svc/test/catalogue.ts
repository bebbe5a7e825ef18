import {
  productDeleted,
  productSaved,
  type AdminProduct,
  type AdminVariant,
  type Product,
  type ProductForm,
  type Variant,
  type VariantForm,
} from '@shop/contracts/catalog';
import {
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
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';

export const FORM: ProductForm = { title: 'A test tee', category: 'tshirt', basePrice: '19.90' };

/** A database and as many catalogue services on it as a test wants. */
export class CatalogueFixture {
  private readonly services: TestService[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly transport: TestTransport,
    readonly events: EventRecorder,
  ) {}

  static async open(transport: TestTransport): Promise<CatalogueFixture> {
    await transport.open();
    const events = await recordEvents(transport, [productSaved.type, productDeleted.type]);
    return new CatalogueFixture(await createTestDatabase(migratedSchema('catalog-svc', migrations)), transport, events);
  }

  /** An instance that seeds nothing, unless `env` says so. */
  async start(env: Record<string, string> = { SEED: 'none' }): Promise<TestService> {
    const service = await startTestService(
      AppModule.with(testConfig(readConfig, { database: this.database, transport: this.transport, env })),
    );
    this.services.push(service);
    return service;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await this.events.stop();
    await this.transport.close();
    await this.database.drop();
  }

  /** One size and one colour of a product, as a seed would write them. */
  async addVariants(productId: string, { active = true } = {}): Promise<void> {
    await this.database.query(
      `INSERT INTO product_variants (product_id, type, name, price_modifier_cents, color_hex, active)
       VALUES ($1, 'size', 'XL', 250, NULL, $2), ($1, 'color', 'Navy', 0, '#24385f', true)`,
      [productId, active],
    );
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
