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
import { Conductor } from './conductor.js';
import { FIRST_PLACEMENT, FIRST_SIZE } from './held-changes.js';
import { Dashboard } from './money-dashboard.js';
import { createMoneyDatabase, Eye, prepareAll } from './money-database.js';
import { PrinterLine } from './printer-line.js';
import { ProviderLine } from './provider-line.js';

/** How many statements wait for another's lock. */
const BLOCKED = `
  SELECT count(*)::int AS blocked FROM pg_stat_get_activity(NULL)
  WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND state = 'active' AND wait_event_type = 'Lock'`;
const BY_THEMSELVES = [
  SandboxWebhookSender,
  SandboxPress,
  FulfilmentSchedule,
  PaymentReconciliationSchedule,
  DiscrepancyNotificationsSchedule,
  UpkeepSchedule,
];

const VACUUM_EVERY = 100;

/** What one run begins with: a guest with one thing in the cart, who has an account, and is signed in to it elsewhere. */
export interface Scene {
  guest: Extract<Caller, { kind: 'guest' }>;
  /** The guest, once signed in. */
  customer: Extract<Caller, { kind: 'user' }>;
  elsewhere: Extract<Caller, { kind: 'user' }>;
  /** Of 24.00 and of 0.99. */
  products: readonly [string, string];
  artworks: { guests: string; elsewhere: string };
}

/** Lines of carts are found by these, so that the same choice is the same line in every run of a script. */
const inOrder = (): [string, string] => [randomUUID(), randomUUID()].sort() as [string, string];

function newScene(): Scene {
  const [guests, elsewhere] = inOrder();
  const [guestId, userId] = [randomUUID(), randomUUID()];
  const account = { kind: 'user', userId, role: 'user', email: 'pat@example.com' } as const;
  return {
    guest: { kind: 'guest', guestId, sid: randomUUID() },
    customer: { ...account, guestId, sid: randomUUID() },
    elsewhere: { ...account, sid: randomUUID() },
    products: inOrder(),
    artworks: { guests, elsewhere },
  };
}

/** order-svc without its doors: its use cases over a database of its own, each statement in the hands of a conductor. */
export class MoneyShop {
  readonly dashboard: Dashboard;
  readonly line: PrinterLine;
  readonly provider: ProviderLine;
  private runs = 0;

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: TestDatabase,
    private readonly transport: TestTransport,
    private readonly eye: Eye,
    readonly conductor: Conductor,
  ) {
    this.dashboard = new Dashboard(this);
    this.line = new PrinterLine(this);
    this.provider = new ProviderLine(this);
  }

  static async open(): Promise<MoneyShop> {
    const [database, transport] = [await createMoneyDatabase(), anyTransport()];
    await transport.open();
    // As many as may meet, and what each of them asks besides.
    const env = { SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET, PAYMENT_ASK_INTERVAL_MS: '0', DATABASE_POOL: '24' };
    const app = await NestFactory.createApplicationContext(
      AppModule.with(testConfig(readConfig, { database, transport, env })),
      { logger: false, abortOnError: false },
    );
    // Nothing comes by itself: not even where one of them is woken.
    for (const schedule of BY_THEMSELVES) await app.get<OnModuleDestroy>(schedule, { strict: false }).onModuleDestroy();
    // An admin is told at once that an order is being handed over, and may come back: the same work, tried once.
    app.get(HandMoves, { strict: false }).afterHandingOver = (work) => work();
    const eye = await Eye.open(database.url);
    const conductor = new Conductor(async () => (await eye.rows<{ blocked: number }>(BLOCKED))[0]?.blocked ?? 0);
    const shop = new MoneyShop(app, database, transport, eye, conductor);
    shop.handOver();
    return shop;
  }

  async close(): Promise<void> {
    await this.eye.close();
    await this.app.close();
    await this.transport.close();
    await this.database.drop();
  }

  get<T>(token: Type<T>): T {
    return this.app.get(token, { strict: false });
  }

  rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.eye.rows<Row>(sql, values);
  }

  /** An empty shop with one guest in it. */
  async begin(): Promise<Scene> {
    this.runs += 1;
    this.line.said.clear();
    if (this.runs % VACUUM_EVERY === 0) await this.eye.vacuum();
    const scene = newScene();
    const { guest, elsewhere, artworks } = scene;
    await this.eye.rows('SELECT begin_anew($1, $2, $3, $4, $5)', [
      scene.products,
      artworks.guests,
      guest.guestId,
      artworks.elsewhere,
      elsewhere.userId,
    ]);
    await this.add(scene, guest, 0);
    return scene;
  }

  async add({ elsewhere, products, artworks }: Scene, who: Caller, product: 0 | 1): Promise<void> {
    const generatedImageId = who === elsewhere ? artworks.elsewhere : artworks.guests;
    const variantSelections = product === 0 ? { size: FIRST_SIZE } : {};
    await this.get(AddToCart).execute(who, {
      productId: products[product],
      generatedImageId,
      variantSelections,
      designConfig: FIRST_PLACEMENT,
      quantity: 1,
    });
  }

  /** In the hands of the conductor, as everything that may meet a lock must be. */
  change(sql: string, values: unknown[] = []): Promise<unknown> {
    return this.get(DataSource).query(sql, values);
  }

  /** From now on each statement of the service waits for the conductor, where there is one. */
  private handOver(): void {
    const dataSource = this.get(DataSource);
    prepareAll((dataSource.driver as unknown as { master: pg.Pool }).master);
    const make = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      const runner = make(mode);
      const query = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
      runner.query = ((text: string, ...rest: unknown[]) =>
        this.conductor.statement(text, () => query(text, ...rest))) as typeof runner.query;
      return runner;
    };
    const statements = this.get(Statements);
    const run = statements.run.bind(statements);
    statements.run = (statement, values) => this.conductor.statement(statement.text, () => run(statement, values));
  }
}
