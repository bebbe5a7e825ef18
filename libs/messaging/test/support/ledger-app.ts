import { Controller, Module, type DynamicModule } from '@nestjs/common';
import { productSaved } from '@shop/contracts-catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userRegistered } from '@shop/contracts-identity';
import { EventOutbox, OnEvent, OnRepublish, type EventContext } from '@shop/messaging';
import { parseEnvironment, ServiceModule, serviceEnvSchema } from '@shop/service-kit';
import { startTestService, testConfig, type TestService, type TestTransport } from '@shop/testing';
import { type TestDatabase } from '@shop/testing-database';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

class Ledger1700000000001 implements MigrationInterface {
  readonly name = 'Ledger1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE ledger (entry text NOT NULL)');
    await runner.query('CREATE TABLE newest (subject text PRIMARY KEY, sequence bigint NOT NULL, price text NOT NULL)');
  }
  async down(): Promise<void> {}
}

/** Email address → what the handler does after its insert. Set by tests to make it fail. */
export const failures = new Map<string, () => void>();

@Controller()
class LedgerConsumer {
  @OnEvent(userRegistered)
  async onUser({ data }: EventEnvelope<EventPayload<typeof userRegistered>>, { manager }: EventContext): Promise<void> {
    await manager.query('INSERT INTO ledger VALUES ($1)', [data.email]);
    failures.get(data.email)?.();
  }

  @OnEvent(productSaved, { keepLatest: true })
  async onProduct(
    { subject, sequence, data }: EventEnvelope<EventPayload<typeof productSaved>>,
    { manager }: EventContext,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO newest VALUES ($1, $2, $3) ON CONFLICT (subject) DO UPDATE SET sequence = $2, price = $3',
      [subject, sequence, data.product.basePrice],
    );
  }
}

@Controller()
class AccountsRepublisher {
  constructor(
    private readonly outbox: EventOutbox,
    private readonly dataSource: DataSource,
  ) {}

  @OnRepublish('user')
  async republish(): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, userRegistered, newAccount('again@example.com')),
    );
  }
}

export const newAccount = (email: string) => ({
  subject: `user/${email}`,
  data: {
    userId: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
    email,
    firstName: null,
    role: 'user' as const,
    registeredAt: '2026-11-20T10:00:00.000Z',
  },
});

export const newProduct = (sequence: number) => ({ ...productOf(PRODUCT.id, PRODUCT.basePrice), sequence });

const productOf = (id: string, basePrice: string) => ({
  subject: `product/${id}`,
  data: { product: { ...PRODUCT, id, basePrice }, variants: [] },
});

const PRODUCT = {
  id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0009',
  title: 'Tee',
  description: null,
  category: 'tshirt' as const,
  basePrice: '24.00',
  imageUrl: null,
  mockupTemplateUrl: null,
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' as const },
  pictureArea: { x: 0, y: 0, width: 1, height: 1 },
};

@Module({})
class LedgerModule {}
@Module({})
class AccountsModule {}

type Options = { database: TestDatabase; transport: TestTransport };

/** Subscribes as order-svc and stores the events it receives. */
export const startLedger = (options: Options): Promise<TestService> =>
  startTestService(createAppModule(LedgerModule, 'order-svc', [LedgerConsumer], options, [Ledger1700000000001]));

/** Publishes as identity-svc. */
export const startAccounts = (options: Options): Promise<TestService> =>
  startTestService(createAppModule(AccountsModule, 'identity-svc', [AccountsRepublisher], options, []));

function createAppModule(
  module: new () => object,
  service: 'order-svc' | 'identity-svc',
  controllers: (new (...args: never[]) => object)[],
  options: Options,
  migrations: (new () => MigrationInterface)[],
): DynamicModule {
  const config = testConfig((env) => parseEnvironment(service, serviceEnvSchema, env), options);
  return {
    module,
    imports: [
      ServiceModule.forRoot({ service, events: [userRegistered, productSaved], config, entities: [], migrations }),
    ],
    controllers,
  };
}

/** Publishes the event of one account in its own transaction. */
export async function register(accounts: TestService, email: string): Promise<void> {
  const outbox = accounts.get(EventOutbox);
  await accounts.get(DataSource).transaction((manager) => outbox.publish(manager, userRegistered, newAccount(email)));
}

/** Publishes the state of a product as catalog-svc does, with the outbox of this service. */
export async function savePrice(accounts: TestService, id: string, basePrice: string): Promise<void> {
  const outbox = new EventOutbox({ service: 'catalog-svc' });
  await accounts
    .get(DataSource)
    .transaction((manager) => outbox.publish(manager, productSaved, productOf(id, basePrice)));
}

/** Publishes the event of one account in a transaction that is rolled back. */
export async function registerAndRollBack(accounts: TestService, email: string): Promise<void> {
  const outbox = accounts.get(EventOutbox);
  const rolledBack = new Error('rolled back');
  await accounts
    .get(DataSource)
    .transaction(async (manager) => {
      await outbox.publish(manager, userRegistered, newAccount(email));
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
}
