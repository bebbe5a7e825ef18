import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import type { ServiceState } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';
import { EmailOutboxService, type NewEmail } from '../src/emails/email-outbox.service.js';
import { MailServer } from './mail-server.js';

/** Makes the waiting emails for which `condition` holds due. */
export async function makeEmailsDue(database: TestDatabase, condition: string, values: unknown[]): Promise<void> {
  const due = await database.query<{ id: string }>(
    `UPDATE emails SET due_at = now() WHERE status = 'waiting' AND ${condition} RETURNING id`,
    values,
  );
  await database.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs WHERE key = ANY ($1)`,
    [due.map(({ id }) => `email.send:${id}`)],
  );
}

/** The shop's public origin in tests. */
export const ORIGIN = 'https://petart.example';

export const newAddress = (): string => `${randomUUID()}@example.com`;

export interface EmailRow {
  status: string;
  reason: string | null;
  attempts: number;
  recipient: string | null;
}

/** A support-svc with its own database, mail server and folder of emails. */
export class EmailFixture {
  readonly server = new MailServer();
  private readonly running: TestService[] = [];

  private constructor(
    private readonly transport: TestTransport,
    readonly database: TestDatabase,
    readonly folder: string,
  ) {}

  static async open(transport: TestTransport): Promise<EmailFixture> {
    const fixture = new EmailFixture(
      transport,
      await createTestDatabase(migratedSchema('support-svc', migrations)),
      await mkdtemp(join(tmpdir(), 'emails-')),
    );
    await fixture.server.start();
    return fixture;
  }

  async close(): Promise<void> {
    for (const service of this.running) await service.stop();
    await this.server.stop();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }

  async start(env: Record<string, string> = {}): Promise<TestService> {
    const { transport, database, folder } = this;
    const config = testConfig(readConfig, {
      database,
      transport,
      env: { SMTP_URL: this.server.url, MAIL_DIR: folder, MAIL_RETRY_DELAYS_MS: '100', ...env },
    });
    const service = await startTestService(AppModule.with(config));
    this.running.push(service);
    return service;
  }

  /** Queues an email; default: `welcome`. */
  enqueue(service: TestService, change: Partial<NewEmail> = {}): Promise<boolean> {
    const email = {
      key: randomUUID(),
      to: newAddress(),
      template: 'welcome',
      props: { firstName: null, token: 'token' },
      ...change,
    } as NewEmail;
    return service
      .get(DataSource)
      .transaction((manager) => service.get(EmailOutboxService).enqueueEmail(manager, email));
  }

  async findRow(key: string): Promise<EmailRow | undefined> {
    return (
      await this.database.query<EmailRow & Record<string, unknown>>(
        'SELECT status, reason, attempts, recipient FROM emails WHERE key = $1',
        [key],
      )
    )[0];
  }

  async getServiceState(service: TestService): Promise<ServiceState> {
    return (await service.call('GET', '/healthz/parts')).json();
  }
}
