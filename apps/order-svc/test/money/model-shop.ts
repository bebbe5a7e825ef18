import { randomUUID } from 'node:crypto';
import type { INestApplicationContext, OnModuleDestroy, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Caller } from '@shop/service-kit';
import { anyTransport, testConfig, type TestDatabase, type TestTransport } from '@shop/testing';
import type pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { AddToCart } from '../../src/carts/add-to-cart.js';
import { readConfig } from '../../src/config.js';
import { Statements } from '../../src/database/statements.js';
import { FulfilmentSchedule } from '../../src/fulfilment/fulfilment.schedule.js';
import { HandMoves } from '../../src/fulfilment/hand-moves.js';
import { SandboxPress } from '../../src/fulfilment/sandbox/sandbox-press.js';
import { DiscrepancyNotificationsSchedule } from '../../src/money/discrepancy-notifications.schedule.js';
import { PaymentReconciliationSchedule } from '../../src/payments/payment-reconciliation.schedule.js';
import { SandboxWebhookSender } from '../../src/payments/sandbox/sandbox-webhook.sender.js';
import { UpkeepSchedule } from '../../src/upkeep/upkeep.schedule.js';
import { WEBHOOK_SECRET } from '../support/test-shop.js';
import { StatementScheduler } from './statement-scheduler.js';
import { FIRST_PLACEMENT, FIRST_SIZE } from './change-window-changes.js';
import { ProviderDashboard } from './provider-dashboard.js';
import { createMoneyDatabase, DatabaseObserver, prepareAll } from './model-database.js';
import { PrinterConnection } from './printer-connection.js';
import { ProviderConnection } from './provider-connection.js';

/** How many statements wait for another's lock. */
const COUNT_BLOCKED = `
  SELECT count(*)::int AS blocked FROM pg_stat_get_activity(NULL)
  WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND state = 'active' AND wait_event_type = 'Lock'`;
const SCHEDULED_TASKS = [
  SandboxWebhookSender,
  SandboxPress,
  FulfilmentSchedule,
  PaymentReconciliationSchedule,
  DiscrepancyNotificationsSchedule,
  UpkeepSchedule,
];

const RUNS_PER_VACUUM = 100;

/** What one run begins with: a guest with one thing in the cart, who has an account, and is signed in to it elsewhere. */
export interface ShopFixture {
  guest: Extract<Caller, { kind: 'guest' }>;
  /** The guest, once signed in. */
  customer: Extract<Caller, { kind: 'user' }>;
  elsewhere: Extract<Caller, { kind: 'user' }>;
  /** Of 24.00 and of 0.99. */
  products: readonly [string, string];
  artworks: { guests: string; elsewhere: string };
}

/** Lines of carts are found by these, so that the same choice is the same line in every run of a script. */
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

/** order-svc without its doors: its use cases over a database of its own, each statement in the hands of a conductor. */
export class ModelShop {
  readonly dashboard: ProviderDashboard;
  readonly printerConnection: PrinterConnection;
  readonly providerConnection: ProviderConnection;
  private runs = 0;

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    private readonly transport: TestTransport,
    private readonly observer: DatabaseObserver,
    readonly scheduler: StatementScheduler,
  ) {
    this.dashboard = new ProviderDashboard(this);
    this.printerConnection = new PrinterConnection(this);
    this.providerConnection = new ProviderConnection(this);
  }

  static async start(): Promise<ModelShop> {
    const [database, transport] = [await createMoneyDatabase(), anyTransport()];
    await transport.open();
    // As many as may meet, and what each of them asks besides.
    const env = { SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET, PAYMENT_ASK_INTERVAL_MS: '0', DATABASE_POOL: '24' };
    const app = await NestFactory.createApplicationContext(
      AppModule.with(testConfig(readConfig, { database, transport, env })),
      { logger: false, abortOnError: false },
    );
    // Nothing comes by itself: not even where one of them is woken.
    for (const schedule of SCHEDULED_TASKS)
      await app.get<OnModuleDestroy>(schedule, { strict: false }).onModuleDestroy();
    // An admin is told at once that an order is being handed over, and may come back: the same work, tried once.
    app.get(HandMoves, { strict: false }).afterHandingOver = (work) => work();
    const observer = await DatabaseObserver.connect(database.url);
    const scheduler = new StatementScheduler(
      async () => (await observer.listRows<{ blocked: number }>(COUNT_BLOCKED))[0]?.blocked ?? 0,
    );
    const shop = new ModelShop(app, database, transport, observer, scheduler);
    shop.interceptStatements();
    return shop;
  }

  async close(): Promise<void> {
    await this.observer.close();
    await this.app.close();
    await this.transport.close();
    await this.database.drop();
  }

  get<T>(token: Type<T>): T {
    return this.app.get(token, { strict: false });
  }

  listRows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.observer.listRows<Row>(sql, values);
  }

  /** An empty shop with one guest in it. */
  async reset(): Promise<ShopFixture> {
    this.runs += 1;
    this.printerConnection.submitted.clear();
    if (this.runs % RUNS_PER_VACUUM === 0) await this.observer.vacuum();
    const fixture = createFixture();
    const { guest, elsewhere, artworks } = fixture;
    await this.observer.listRows('SELECT begin_anew($1, $2, $3, $4, $5)', [
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
    await this.get(AddToCart).execute(caller, {
      productId: products[product],
      generatedImageId,
      variantSelections,
      designConfig: FIRST_PLACEMENT,
      quantity: 1,
    });
  }

  /** In the hands of the conductor, as everything that may meet a lock must be. */
  runStatement(sql: string, values: unknown[] = []): Promise<unknown> {
    return this.get(DataSource).query(sql, values);
  }

  /** From now on each statement of the service waits for the conductor, where there is one. */
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
    const statements = this.get(Statements);
    const run = statements.run.bind(statements);
    statements.run = (statement, values) => this.scheduler.runStatement(statement.text, () => run(statement, values));
  }
}
