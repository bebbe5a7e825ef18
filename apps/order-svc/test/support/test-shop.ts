import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { IdentityClaims } from '@shop/contracts-common';
import { type Product, toEventCategory, type Variant } from '@shop/contracts-catalog';
import type {
  AddToCartRequest,
  Cart,
  Checkout,
  PlacedOrder,
  PaymentProviderName,
  PaymentSecret,
  CheckoutShipping,
  ShippingAddress,
  PrintfulEntry,
} from '@shop/contracts-order';
import { findAccountBySecretKey, startSandbox, type Sandbox, type SandboxStripe } from '@shop/sandbox/testing';
import {
  asGuest,
  createTestTransport,
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  type TestResponse,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import Stripe from 'stripe';
import type { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { PaymentReconciliationService } from '../../src/order-lifecycle/payment-reconciliation.service.js';
import { ReadModelsRepository } from '../../src/read-models/read-models.repository.js';
import { PrintCatalogueService } from '../../src/print-catalogue/print-catalogue.service.js';
import { getSandboxArticle } from '../../src/print-catalogue/printful-catalogue.js';
import { readConfig } from '../../src/config.js';
import { migrations } from '../../src/database/migrations.js';

export const ADDRESS: ShippingAddress = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};

/** Test cards of the sandbox. */
export const CARDS = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
  challengedAndDeclined: '4000008400001629',
  slow: '4000000000001018',
  slowAndDeclined: '4000000000001026',
  disputed: '4000000000000259',
  reviewed: '4000000000009235',
  warned: '4000000000005423',
  refundedLate: '4000000000007726',
  refundFails: '4000000000005126',
};

export const WEBHOOK_SECRET = 'whsec_of_the_shop_under_test';

const STRIPE_KEY = 'sk_test_shop';

/** The shop's account at the sandbox. */
export const STRIPE_ACCOUNT = findAccountBySecretKey(STRIPE_KEY) ?? '';

/** The library sends a request once and retries it once (`stripe.client.ts`). */
export const LIBRARY_TRIES = 2;

/** In the address of the printer's webhook. */
export const PRINTER_SECRET = 'the-secret-in-the-address';

export function buildProduct(change: Partial<Product> = {}): Product {
  return {
    id: randomUUID(),
    title: 'Classic T-shirt',
    description: null,
    category: 'tshirt',
    basePrice: '24.00',
    imageUrl: '/pictures/tshirt.svg',
    mockupTemplateUrl: null,
    active: true,
    createdAt: '2026-11-20T10:00:00.000Z',
    printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
    pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.4 },
    version: 1,
    ...change,
  };
}

export const buildVariant = (productId: string, change: Partial<Variant>): Variant => ({
  id: randomUUID(),
  productId,
  name: 'XL',
  type: 'size',
  priceModifier: '0.00',
  active: true,
  colorHex: null,
  imageUrl: null,
  printArea: null,
  ...change,
});

/** The sandbox as Stripe. */
export const createStripeEnv = (sandboxUrl: string): Record<string, string> => ({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_shop',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_HOST: sandboxUrl,
});

const createSandboxEnv = (sandboxUrl: string): Record<string, string> => ({
  SANDBOX_URL: sandboxUrl,
  SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
});

/** The sandbox as Printful. It prints every product. */
export const createPrinterEnv = (sandboxUrl: string): Record<string, string> => ({
  PRINTFUL_API_KEY: 'pf_key',
  PRINTFUL_API_HOST: sandboxUrl,
  PRINTFUL_WEBHOOK_SECRET: PRINTER_SECRET,
  PRINTFUL_CATALOGUE: join(import.meta.dirname, 'printer-catalogue.json'),
  PRINT_FILE_SECRET: 'the secret of print files',
  SITE_URL: 'https://shop.example.com',
});

/** The sandbox's variants for the sizes of a product; its variant 1 is for any. */
const toSandboxEntries = ({ id: product }: Product, variants: readonly Variant[]): PrintfulEntry[] => [
  ...variants
    .filter(({ type }) => type === 'size')
    .map(({ id: size, name }) => ({ product, size, ...getSandboxArticle({ size: name }) })),
  { product, ...getSandboxArticle({}) },
];

/** PostgreSQL's error code for a transaction that was aborted because of a deadlock. */
const DEADLOCK = '40P01';

/** Append-only tables refuse TRUNCATE by a trigger, which is disabled for this. */
const CLEAR = `
  DO $$ DECLARE guard record; BEGIN
    FOR guard IN SELECT tgrelid::regclass AS relation, tgname FROM pg_trigger WHERE tgenabled = 'A' LOOP
      EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', guard.relation, guard.tgname);
    END LOOP;
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations%');
    FOR guard IN SELECT tgrelid::regclass AS relation, tgname FROM pg_trigger WHERE tgenabled = 'D' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', guard.relation, guard.tgname);
    END LOOP;
  END $$`;

/** A product in an event: older readers know the first four kinds only. */
export const toPublishedProduct = (product: Product) => ({
  ...product,
  category: toEventCategory(product.category),
  kind: product.category,
});

/** order-svc alone, over HTTP, with its own database. */
export class TestShop {
  /** What the printer prints of new products. */
  toPrintfulEntries = toSandboxEntries;

  private constructor(
    readonly service: TestService,
    readonly database: TestDatabase,
    readonly transport: TestTransport,
    readonly sandbox: Sandbox,
    private readonly sandboxDatabase: TestDatabase,
  ) {}

  /** `sandbox`: it has no keys of Stripe, and takes those of the sandbox. */
  static async open(env: Record<string, string> = {}, provider: PaymentProviderName = 'stripe'): Promise<TestShop> {
    const [database, transport] = [
      await createTestDatabase(migratedSchema('order-svc', migrations)),
      createTestTransport(),
    ];
    await transport.open();
    const sandboxDatabase = await createTestDatabase();
    const sandbox = await startSandbox({ databaseUrl: sandboxDatabase.url });
    const config = testConfig(readConfig, {
      database,
      transport,
      env: {
        ...(provider === 'stripe' ? createStripeEnv(sandbox.url) : createSandboxEnv(sandbox.url)),
        ...createPrinterEnv(sandbox.url),
        PAYMENT_POLL_INTERVAL_MS: '0',
        DATABASE_POOL: '10',
        ...env,
      },
    });
    const service = await startTestService(AppModule.with(config));
    return new TestShop(service, database, transport, sandbox, sandboxDatabase);
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.transport.close();
    await this.database.drop();
    await this.sandbox.stop();
    await this.sandboxDatabase.drop();
  }

  get stripe(): SandboxStripe {
    return this.sandbox.stripe;
  }

  get dataSource(): DataSource {
    return this.service.get<DataSource>(getDataSourceToken() as string);
  }

  /** Adds a product to the read model, like its event. */
  async addProduct(change: Partial<Product> = {}, variants: Partial<Variant>[] = []): Promise<Product> {
    const sold = buildProduct(change);
    const rows = variants.map((row) => buildVariant(sold.id, row));
    await this.dataSource.transaction((manager) =>
      this.service.get(ReadModelsRepository).saveProduct(manager, {
        product: toPublishedProduct(sold),
        variants: rows,
      }),
    );
    this.setPrintfulEntries(sold.id, this.toPrintfulEntries(sold, rows));
    return sold;
  }

  /** What Printful prints of a product. Without Printful the shop has no entries. */
  setPrintfulEntries(productId: string, entries: readonly PrintfulEntry[]): void {
    const all = this.service.get(PrintCatalogueService).entries as PrintfulEntry[] | null;
    const others = all?.filter(({ product }) => product !== productId) ?? [];
    all?.splice(0, all.length, ...others, ...entries);
  }

  async deleteProduct(productId: string): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.service.get(ReadModelsRepository).markProductDeleted(manager, productId),
    );
  }

  /** Adds a finished artwork of this caller. */
  async addArtwork(who: IdentityClaims, imageId: string = randomUUID()): Promise<string> {
    await this.dataSource.query(
      'INSERT INTO artworks (id, user_id, guest_id, url, width_px, height_px) VALUES ($1, $2, $3, $4, 1024, 1024)',
      [imageId, who.userId ?? null, who.userId ? null : (who.guestId ?? null), `/media/${imageId}`],
    );
    return imageId;
  }

  addToCart(
    who: IdentityClaims,
    request: Partial<AddToCartRequest> & { productId: string; generatedImageId: string },
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    return this.service.call('POST', '/api/cart', { as: who, body: request, headers });
  }

  async getCart(who: IdentityClaims): Promise<Cart> {
    return (await this.service.call('GET', '/api/cart', { as: who })).json<Cart>();
  }

  /** Fills a cart with one line of a product at 24.00. */
  async fillCart(
    who: IdentityClaims,
    change: Partial<Product> = {},
    request: Partial<AddToCartRequest> = {},
  ): Promise<{ product: Product; cart: Cart }> {
    const sold = await this.addProduct(change);
    const answer = await this.addToCart(who, {
      productId: sold.id,
      generatedImageId: await this.addArtwork(who),
      ...request,
    });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return { product: sold, cart: answer.json<Cart>() };
  }

  /** The payment step of the cart as it is. A guest gives an email if the secret requires one. */
  async openPaymentStep(
    who: IdentityClaims,
    address: Partial<CheckoutShipping> = {},
  ): Promise<Checkout & { intentId: string }> {
    const answer = await this.submitShipping(who, address);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    const checkout = answer.json<Checkout>();
    const clientSecret =
      checkout.clientSecret ||
      (await this.requestPayment(who, checkout, 'guest@example.com')).json<PaymentSecret>().clientSecret;
    return { ...checkout, clientSecret, intentId: getIntentId(clientSecret) };
  }

  submitShipping(who: IdentityClaims | undefined, change: Partial<CheckoutShipping> = {}): Promise<TestResponse> {
    return this.service.call('POST', '/api/checkout/shipping', { as: who, body: { ...ADDRESS, ...change } });
  }

  /** Fills a cart and goes to the payment step. */
  async checkOut(who: IdentityClaims, address?: Partial<CheckoutShipping>): Promise<Checkout & { intentId: string }> {
    await this.fillCart(who);
    return this.openPaymentStep(who, address);
  }

  /** The page's call just before the payment. */
  requestPayment(
    who: IdentityClaims | undefined,
    { orderNumber, revision }: Pick<Checkout, 'orderNumber' | 'revision'>,
    email?: string,
  ): Promise<TestResponse> {
    return this.service.call('POST', '/api/checkout/payment', { as: who, body: { orderNumber, revision, email } });
  }

  /** Something happens at the sandbox, which reports it by webhooks. */
  async reporting<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = (await this.stripe.listEvents()).length;
    const result = await work();
    for (const event of (await this.stripe.listEvents()).slice(before)) {
      const { status, text } = await this.deliverEvent(event);
      if (status !== 200) throw new Error(`${event.type}: ${status} ${text}`);
    }
    return result;
  }

  async payByCard(intentId: string, card = CARDS.accepted): Promise<void> {
    await this.reporting(() => this.stripe.payByCard(intentId, card));
  }

  openDispute(intentId: string, reason = 'product_not_received'): Promise<Stripe.Dispute> {
    return this.reporting(() => this.stripe.control.openDispute(intentId, reason));
  }

  async closeDispute({ id }: Stripe.Dispute, status: 'won' | 'lost'): Promise<void> {
    await this.reporting(() => this.stripe.control.closeDispute(id, status));
  }

  /** A paid order, reported by webhook. */
  async createPaidOrder(who: IdentityClaims = asGuest()): Promise<Checkout & { intentId: string; id: string }> {
    const checkout = await this.checkOut(who);
    await this.payByCard(checkout.intentId);
    return { ...checkout, id: checkout.order.id };
  }

  /** Records an event at the sandbox, and sends its webhook. */
  async sendEvent(
    type: Stripe.Event['type'],
    object: object,
    change: Partial<Stripe.Event> = {},
  ): Promise<TestResponse> {
    return this.deliverEvent(await this.stripe.createEvent(STRIPE_ACCOUNT, type, object, change));
  }

  /** Sends a webhook as Stripe does. */
  deliverEvent(event: Stripe.Event, secret = WEBHOOK_SECRET): Promise<TestResponse> {
    const payload = JSON.stringify(event);
    return this.service.call('POST', '/api/webhooks/stripe', {
      body: payload,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
    });
  }

  async getPlacedOrder(who: IdentityClaims, intentId: string): Promise<PlacedOrder> {
    return (await this.service.call('GET', `/api/checkout/orders/${intentId}`, { as: who })).json<PlacedOrder>();
  }

  /** The order whose present intent this is, with the intent's client secret. */
  async getOrderRow(intentId: string): Promise<Record<string, unknown>> {
    const [row] = await this.dataSource.query<Record<string, unknown>[]>(
      'SELECT o.*, i.client_secret FROM orders o JOIN payment_intents i ON i.order_id = o.id AND i.n = o.canceled_intents WHERE i.intent_id = $1',
      [intentId],
    );
    if (!row) throw new Error(`No order has the intent ${intentId}`);
    return row;
  }

  /** Types of the events published about this order so far, in order. */
  async listEventTypes(orderId: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ type: string }[]>(
      `SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'subject' = $1 ORDER BY position`,
      [`order/${orderId}`],
    );
    return rows.map(({ type }) => type);
  }

  /** Runs the reconciliation when the provider is to be asked about every open payment. */
  async reconcilePayments(): Promise<void> {
    await this.query('UPDATE orders SET payment_check_at = NULL WHERE payment_check_at IS NOT NULL');
    await this.service.get(PaymentReconciliationService).reconcile();
  }

  /** Empties every table and the sandbox's Stripe, for tests that count all rows. */
  async clearTables(): Promise<void> {
    await this.stripe.clear();
    try {
      await this.query(CLEAR);
    } catch (error) {
      // A background job had one table locked and waited for another.
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
      await this.clearTables();
    }
  }

  /** Lets the time of these jobs come: the one with this key, or all of the kind. */
  async startJobs({ name }: { name: string }, key?: string): Promise<void> {
    await this.query(
      `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs
       WHERE locked_at IS NULL AND task_identifier = $1 AND ($2::text IS NULL OR key = $1 || ':' || $2) HAVING count(*) > 0`,
      [name, key ?? null],
    );
  }

  async query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.dataSource.query(sql, values);
  }
}

export const getIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';
