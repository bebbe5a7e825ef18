import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedImage } from '@shop/contracts/art';
import type { IdentityClaims } from '@shop/contracts/common';
import { createTransport, queueName } from '@shop/messaging';
import {
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  type Answer,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';

/** A database, a data folder and as many art services on them as a test wants. */
export class ArtFixture {
  private readonly services: TestService[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly folder: string,
    readonly transport: TestTransport,
  ) {}

  static async open(transport: TestTransport): Promise<ArtFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'shop-art-'));
    await transport.open();
    return new ArtFixture(await createTestDatabase(migratedSchema('art-svc', migrations)), folder, transport);
  }

  async start(env: Record<string, string> = {}): Promise<TestService> {
    const config = testConfig(readConfig, {
      database: this.database,
      transport: this.transport,
      env: { DATA_DIR: this.folder, ART_CONCURRENCY: '2', ...env },
    });
    const service = await startTestService(AppModule.with(config));
    this.services.push(service);
    return service;
  }

  async stop(service: TestService): Promise<void> {
    this.services.splice(this.services.indexOf(service), 1);
    await end(service);
  }

  async stopAll(): Promise<void> {
    for (const service of this.services.splice(0)) await end(service);
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.transport.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Node's fetch leaves connections open on which nothing was asked, after an upload that was refused midway; a server waits a minute for those. */
async function end(service: TestService): Promise<void> {
  const server = service.app.getHttpServer();
  const impatience = setTimeout(() => server.closeAllConnections(), 3_000);
  await service.stop().finally(() => clearTimeout(impatience));
}

export function formOf(file: Uint8Array, { field = 'image', name = 'pet.jpg', type = 'image/jpeg' } = {}): FormData {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(file)], { type }), name);
  return form;
}

export const upload = (service: TestService, as: IdentityClaims, file: Uint8Array): Promise<Answer> =>
  service.call('POST', '/api/upload', { as, body: formOf(file) });

export const uploaded = async (service: TestService, as: IdentityClaims, file: Uint8Array): Promise<UploadedImage> =>
  (await upload(service, as, file)).json<UploadedImage>();

/** As `npm run events -- republish NOUN`. */
export async function askToRepublish(transport: TestTransport, noun: string): Promise<void> {
  const namespace = transport.env.EVENTS_NAMESPACE ?? 'shop';
  const sender = createTransport({
    service: 'test',
    namespace,
    rabbitmqUrl: transport.env.RABBITMQ_URL,
    databaseUrl: transport.env.EVENTS_DATABASE_URL,
  });
  await sender.start([]);
  const [id, time] = [randomUUID(), new Date().toISOString()];
  const envelope = {
    specversion: '1.0',
    id,
    type: `republish.${noun}`,
    source: '/test',
    subject: `${noun}/all`,
    time,
    datacontenttype: 'application/json',
    sequence: 1,
    data: {},
  } as const;
  await sender.send(queueName(namespace, 'art-svc', envelope.type), envelope);
  await sender.close();
}
