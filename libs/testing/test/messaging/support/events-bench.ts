import { bindingsOf, createTransport, type EventTransport } from '@shop/messaging';
import {
  createTestDatabase,
  CuttableProxy,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '../../../src/index.js';
import { startAccounts, startLedger, trouble } from './ledger-app.js';

/** One transport with a service that tells and one that listens, and everything that a test opened, to be closed after it. */
export class EventsBench {
  readonly transport: TestTransport;
  private readonly ends: (() => Promise<unknown>)[] = [];
  private databases: { ledger: TestDatabase; accounts: TestDatabase } | undefined;

  constructor(transport: TestTransport) {
    this.transport = transport;
  }

  async open(): Promise<void> {
    await this.transport.open();
    this.databases = { ledger: await createTestDatabase(), accounts: await createTestDatabase() };
  }

  get ledgerDatabase(): TestDatabase {
    if (!this.databases) throw new Error('open() first');
    return this.databases.ledger;
  }

  get accountsDatabase(): TestDatabase {
    if (!this.databases) throw new Error('open() first');
    return this.databases.accounts;
  }

  get namespace(): string {
    return this.transport.env.EVENTS_NAMESPACE ?? 'shop';
  }

  get brokerUrl(): string {
    return this.transport.env.RABBITMQ_URL ?? this.transport.env.EVENTS_DATABASE_URL ?? '';
  }

  onEnd(end: () => Promise<unknown>): void {
    this.ends.unshift(end);
  }

  async ledger(through: TestTransport = this.transport): Promise<TestService> {
    const service = await startLedger({ database: this.ledgerDatabase, transport: through });
    this.onEnd(() => service.stop());
    return service;
  }

  async accounts(through: TestTransport = this.transport): Promise<TestService> {
    const service = await startAccounts({ database: this.accountsDatabase, transport: through });
    this.onEnd(() => service.stop());
    return service;
  }

  /** The transport without any service around it. */
  async direct(
    through: TestTransport = this.transport,
    namespace: string = this.namespace,
    bindings = bindingsOf(namespace),
  ): Promise<EventTransport> {
    const side = createTransport({
      service: 'test',
      rabbitmqUrl: through.env.RABBITMQ_URL,
      databaseUrl: through.env.EVENTS_DATABASE_URL,
      namespace,
      retryDelaysMs: [30, 60, 120],
    });
    this.onEnd(() => side.close());
    await side.start(bindings);
    return side;
  }

  /** The same broker over a cable that can be cut. */
  async proxied(): Promise<{ proxy: CuttableProxy; through: TestTransport }> {
    const proxy = await CuttableProxy.to(this.brokerUrl);
    this.onEnd(() => proxy.close());
    const key = this.transport.env.RABBITMQ_URL ? 'RABBITMQ_URL' : 'EVENTS_DATABASE_URL';
    return { proxy, through: { ...this.transport, env: { ...this.transport.env, [key]: proxy.url(this.brokerUrl) } } };
  }

  async entries(like: string): Promise<string[]> {
    const rows = await this.ledgerDatabase.query<{ entry: string }>(
      'SELECT entry FROM ledger WHERE entry LIKE $1 ORDER BY entry',
      [`${like}%`],
    );
    return rows.map(({ entry }) => entry);
  }

  /** After each test, the last opened first. */
  async clear(): Promise<void> {
    trouble.clear();
    for (const end of this.ends.splice(0)) await end();
  }

  async close(): Promise<void> {
    await this.databases?.ledger.drop();
    await this.databases?.accounts.drop();
    await this.transport.close();
  }
}
