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
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';
import { LetterDesk, type NewLetter } from '../src/letters/letter-desk.js';
import { MailServer } from './mail-server.js';

/** Where the shop of the tests is. */
export const ORIGIN = 'https://petart.example';

export const newAddress = (): string => `${randomUUID()}@example.com`;

export interface LetterRow {
  status: string;
  reason: string | null;
  attempts: number;
  recipient: string | null;
}

/** The service with a database, a mail server and a folder for mails of its own. */
export class LetterOffice {
  readonly server = new MailServer();
  private readonly running: TestService[] = [];

  private constructor(
    private readonly transport: TestTransport,
    readonly database: TestDatabase,
    readonly folder: string,
  ) {}

  static async open(transport: TestTransport): Promise<LetterOffice> {
    const office = new LetterOffice(
      transport,
      await createTestDatabase(migratedSchema('support-svc', migrations)),
      await mkdtemp(join(tmpdir(), 'letters-')),
    );
    await office.server.start();
    return office;
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

  /** A welcome where nothing else is said. */
  handIn(service: TestService, change: Partial<NewLetter> = {}): Promise<boolean> {
    const letter = {
      key: randomUUID(),
      to: newAddress(),
      letter: 'welcome',
      props: { firstName: null },
      ...change,
    } as NewLetter;
    return service.get(DataSource).transaction((manager) => service.get(LetterDesk).send(manager, letter));
  }

  async row(key: string): Promise<LetterRow | undefined> {
    return (
      await this.database.query<LetterRow & Record<string, unknown>>(
        'SELECT status, reason, attempts, recipient FROM emails WHERE key = $1',
        [key],
      )
    )[0];
  }

  async readiness(service: TestService): Promise<{ ready: boolean; parts: Record<string, string> }> {
    return (await service.call('GET', '/readyz')).json();
  }
}
