import { randomUUID } from 'node:crypto';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startSandbox, type InProcessRequest, type Sandbox, type SandboxStripe } from '@shop/sandbox/testing';
import { JobRunner } from '@shop/jobs';
import type { Caller } from '@shop/service-kit';
import { createTestTransport, testConfig, type TestDatabase, type TestTransport } from '@shop/testing';
import type pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { CartsService } from '../../src/carts/carts.service.js';
import { readConfig } from '../../src/config.js';
import { StripeProvider } from '../../src/payments/stripe/stripe.provider.js';
import { ReprintSubmissionService } from '../../src/order-lifecycle/reprint-submission.service.js';
import { OrderSubmissionService } from '../../src/order-lifecycle/order-submission.service.js';
import { PrintCatalogueService } from '../../src/print-catalogue/print-catalogue.service.js';
import { ManualStatusChangesService } from '../../src/order-lifecycle/manual-status-changes.service.js';
import { createPrinterEnv, createStripeEnv } from '../support/test-shop.js';
import { StatementScheduler } from './statement-scheduler.js';
import { FIRST_PLACEMENT, FIRST_SIZE } from './change-window-changes.js';
import { createMoneyDatabase, createSandboxSchema, DatabaseObserver, prepareAll } from './model-database.js';
import { PrinterConnection } from './printer-connection.js';
import { ProviderConnection } from './provider-connection.js';
import { StripeSide } from './stripe-side.js';

/** Counts statements that wait for a lock. */
const COUNT_BLOCKED = `
  SELECT count(*)::int AS blocked FROM pg_stat_get_activity(NULL)
  WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND state = 'active' AND wait_event_type = 'Lock'`;

const LIST_UNSUBMITTED = `SELECT order_id AS "orderId" FROM fulfilments WHERE state IN ('change-window', 'waiting', 'submitting') ORDER BY due_at`;

const RUNS_PER_VACUUM = 100;

/** The start of a run: a guest with one item in the cart, whose account is signed in to elsewhere. */
export interface ShopFixture {
  guest: Extract<Caller, { kind: 'guest' }>;
  /** The guest after signing in. */
  customer: Extract<Caller, { kind: 'user' }>;
  elsewhere: Extract<Caller, { kind: 'user' }>;
  /** The prices are 24.00 and 0.99. */
  products: readonly [string, string];
  artworks: { guests: string; elsewhere: string };
}

/** Sorted, because cart lines are selected by position: the same choice must be the same line in every run. */
const sortedIds = (): [string, string] => [randomUUID(), randomUUID()].sort() as [string, string];

function createFixture(): ShopFixture {
  const [guests, elsewhere] = sortedIds();
  const [guestId, userId] = [randomUUID(), randomUUID()];
  const account = { kind: 'user', userId, role: 'user', email: 'pat@example.com' } as const;
  return {
    guest: { kind: 'guest', guestId, sid: randomUUID() },
    customer: { ...account, guestId, sid: randomUUID() },
    elsewhere: { ...account, sid: randomUUID() },
    products: sortedIds(),
    artworks: { guests, elsewhere },
  };
}

/** order-svc without HTTP: its services on their own database, where the scheduler controls each statement. */
export class ModelShop {
  readonly stripeSide: StripeSide;
  readonly printerConnection: PrinterConnection;
  readonly providerConnection: ProviderConnection;
  private runs = 0;
  private readonly runningJobs = new Set<string>();

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    private readonly transport: TestTransport,
    private readonly observer: DatabaseObserver,
    readonly scheduler: StatementScheduler,
    private readonly sandbox: Sandbox,
  ) {
    this.stripeSide = new StripeSide(this);
    this.printerConnection = new PrinterConnection(this);
    this.providerConnection = new ProviderConnection(this);
  }

  static async start(): Promise<ModelShop> {
    const [database, transport] = [await createMoneyDatabase(), createTestTransport()];
    await transport.open();
    // No job runs automatically.
    JobRunner.prototype.onApplicationBootstrap = () => undefined;
    const sandbox = await startSandbox({ databaseUrl: await createSandboxSchema(database) });
    prepareAll((sandbox.dataSource.driver as unknown as { master: pg.Pool }).master);
    sandbox.stripe.faults.calls = null;
    const env = {
      ...createStripeEnv(sandbox.url),
      ...createPrinterEnv(sandbox.url),
      PAYMENT_POLL_INTERVAL_MS: '0',
      // Enough connections for all concurrent commands and their nested queries.
      DATABASE_POOL: '24',
    };
    const app = await NestFactory.createApplicationContext(
      AppModule.with(testConfig(readConfig, { database, transport, env })),
      { logger: false, abortOnError: false },
    );
    // Without waiting: an admin gets the error at once if the order is being submitted.
    app.get(ManualStatusChangesService, { strict: false }).retryWhileSubmitting = (work) => work();
    // The products are new in each run, and the sandbox prints them all.
    Object.assign(app.get(PrintCatalogueService, { strict: false }), { entries: null });
    const observer = await DatabaseObserver.connect(database.url);
    const scheduler = new StatementScheduler(
      async () => (await observer.listRows<{ blocked: number }>(COUNT_BLOCKED))[0]?.blocked ?? 0,
    );
    const shop = new ModelShop(app, database, transport, observer, scheduler, sandbox);
    // The shop asks for its account once.
    await shop.get(StripeProvider).getAccount();
    shop.interceptStatements();
    return shop;
  }

  async close(): Promise<void> {
    await this.observer.close();
    await this.app.close();
    await this.sandbox.stop();
    await this.transport.close();
    await this.database.drop();
  }

  get<T>(token: Type<T>): T {
    return this.app.get(token, { strict: false });
  }

  get sandboxUrl(): string {
    return this.sandbox.url;
  }

  get stripe(): SandboxStripe {
    return this.sandbox.stripe;
  }

  get printer(): Sandbox['printer'] {
    return this.sandbox.printer;
  }

  /** A call of the sandbox's handlers without a network. */
  callSandbox(request: InProcessRequest): Promise<Response> {
    return this.sandbox.handleRequest(request);
  }

  listRows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.observer.listRows<Row>(sql, values);
  }

  /** Empties the shop and adds one guest. */
  async reset(): Promise<ShopFixture> {
    this.runs += 1;
    if (this.runs % RUNS_PER_VACUUM === 0) await this.observer.vacuum();
    const fixture = createFixture();
    const { guest, elsewhere, artworks } = fixture;
    await this.observer.listRows('SELECT reset_shop($1, $2, $3, $4, $5)', [
      fixture.products,
      artworks.guests,
      guest.guestId,
      artworks.elsewhere,
      elsewhere.userId,
    ]);
    await this.addToCart(fixture, guest, 0);
    return fixture;
  }

  async addToCart({ elsewhere, products, artworks }: ShopFixture, caller: Caller, product: 0 | 1): Promise<void> {
    const generatedImageId = caller === elsewhere ? artworks.elsewhere : artworks.guests;
    const variantSelections = product === 0 ? { size: FIRST_SIZE } : {};
    await this.get(CartsService).addItem(caller, {
      productId: products[product],
      generatedImageId,
      variantSelections,
      designConfig: FIRST_PLACEMENT,
      quantity: 1,
    });
  }

  /** Runs the jobs of the orders that are not submitted. */
  async submitDueOrders(): Promise<void> {
    for (const { orderId } of (await this.runStatement(LIST_UNSUBMITTED)) as { orderId: string }[])
      await this.runJob(orderId, () => this.get(OrderSubmissionService).submitOrder({ orderId }));
  }

  submitReprint(reprintId: string): Promise<void> {
    return this.runJob(reprintId, () => this.get(ReprintSubmissionService).submitReprint({ reprintId }));
  }

  /** As in libs/jobs, no job runs twice at once. */
  private async runJob(id: string, work: () => Promise<void>): Promise<void> {
    if (this.runningJobs.has(id)) return;
    this.runningJobs.add(id);
    try {
      await work();
    } finally {
      this.runningJobs.delete(id);
    }
  }

  /** Runs under the scheduler, as every statement must that may wait for a lock. */
  runStatement(sql: string, values: unknown[] = []): Promise<unknown> {
    return this.get(DataSource).query(sql, values);
  }

  /** Makes each statement of the service wait for the scheduler. */
  private interceptStatements(): void {
    const dataSource = this.get(DataSource);
    prepareAll((dataSource.driver as unknown as { master: pg.Pool }).master);
    const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      const runner = createQueryRunner(mode);
      const query = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
      runner.query = ((text: string, ...rest: unknown[]) =>
        this.scheduler.runStatement(text, () => query(text, ...rest))) as typeof runner.query;
      return runner;
    };
  }
}
