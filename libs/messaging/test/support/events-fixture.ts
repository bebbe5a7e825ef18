import type { ServiceState } from '@shop/service-kit';
import { type TestService, type TestTransport } from '@shop/testing';
import { createTestDatabase, InterruptibleProxy, type TestDatabase } from '@shop/testing-database';
import { startAccounts, startLedger } from './ledger-app.js';

type Pair<T> = Record<'accounts' | 'ledger', T>;

/** A publishing and a subscribing service. Both reach the broker through an interruptible proxy, and the subscriber its database. */
export class EventsFixture {
  private parts:
    | {
        databases: Pair<TestDatabase>;
        proxy: InterruptibleProxy;
        databaseProxies: InterruptibleProxy[];
        services: Pair<TestService>;
      }
    | undefined;

  constructor(private readonly transport: TestTransport) {}

  /** Starts the ledger while its broker is unreachable. Returns the status of its /readyz and its parts at that time. */
  async open(): Promise<[number, ServiceState]> {
    const { transport } = this;
    await transport.open();
    const databases = { ledger: await createTestDatabase(), accounts: await createTestDatabase() };
    const key = transport.name === 'rabbitmq' ? 'RABBITMQ_URL' : 'EVENTS_DATABASE_URL';
    const brokerUrl = transport.env[key] ?? '';
    const proxy = await InterruptibleProxy.listenFor(brokerUrl);
    const proxied = { ...transport, env: { ...transport.env, [key]: proxy.url(brokerUrl) } };
    const accounts = await startAccounts({ database: databases.accounts, transport: proxied });
    proxy.interrupt();
    const { url, poolUrl } = databases.ledger;
    const [direct, pool] = [await InterruptibleProxy.listenFor(url), await InterruptibleProxy.listenFor(poolUrl)];
    const proxiedDatabase = { ...databases.ledger, url: direct.url(url), poolUrl: pool.url(poolUrl) };
    const ledger = await startLedger({ database: proxiedDatabase, transport: proxied });
    this.parts = { databases, proxy, databaseProxies: [direct, pool], services: { accounts, ledger } };
    const status = (await ledger.call('GET', '/readyz')).status;
    const state = await this.getLedgerState();
    proxy.restore();
    return [status, state];
  }

  private get openedParts(): NonNullable<EventsFixture['parts']> {
    if (!this.parts) throw new Error('Call open() first.');
    return this.parts;
  }

  get databases(): Pair<TestDatabase> {
    return this.openedParts.databases;
  }

  get services(): Pair<TestService> {
    return this.openedParts.services;
  }

  get proxy(): InterruptibleProxy {
    return this.openedParts.proxy;
  }

  interruptLedgerDatabase(): void {
    for (const proxy of this.openedParts.databaseProxies) proxy.interrupt();
  }

  restoreLedgerDatabase(): void {
    for (const proxy of this.openedParts.databaseProxies) proxy.restore();
  }

  async getLedgerState(): Promise<ServiceState> {
    return (await this.services.ledger.call('GET', '/healthz/parts')).json();
  }

  async listEntries(prefix: string): Promise<string[]> {
    const rows = await this.databases.ledger.query<{ entry: string }>(
      'SELECT entry FROM ledger WHERE starts_with(entry, $1) ORDER BY entry',
      [prefix],
    );
    return rows.map(({ entry }) => entry);
  }

  async close(): Promise<void> {
    const { services, proxy, databaseProxies, databases } = this.openedParts;
    await Promise.all([services.accounts.stop(), services.ledger.stop()]);
    await Promise.all([proxy, ...databaseProxies].map((one) => one.close()));
    await this.transport.close();
    await Promise.all([databases.accounts.drop(), databases.ledger.drop()]);
  }
}
