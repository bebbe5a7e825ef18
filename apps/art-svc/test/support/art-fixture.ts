import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GenerateRequest, UploadedImage } from '@shop/contracts-art';
import type { IdentityClaims } from '@shop/contracts-common';
import { createTransport, queueName } from '@shop/messaging';
import { CONFIG } from '@shop/service-kit';
import {
  createTestTransport,
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  testIdentityKeys,
  waitFor,
  type TestResponse,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { AppModule } from '../../src/app.module.js';
import { readConfig, type Config } from '../../src/config.js';
import { migrations } from '../../src/database/migrations.js';

/** An art service with its own database and data folder. */
export class ArtFixture {
  private readonly processes: ChildProcess[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly folder: string,
    readonly transport: TestTransport,
    readonly service: TestService,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<ArtFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'shop-art-'));
    const transport = createTestTransport();
    await transport.open();
    const database = await createTestDatabase(migratedSchema('art-svc', migrations));
    const config = testConfig(readConfig, {
      database,
      transport,
      env: {
        DATA_DIR: folder,
        ART_CONCURRENCY: '2',
        PREVIEW_WAIT_MS: '60000',
        // Without weights pets are found by contrast, which takes a fraction of the network's time.
        CUT_OUT_WEIGHTS: join(folder, 'no-weights.onnx'),
        ...env,
      },
    });
    return new ArtFixture(database, folder, transport, await startTestService(AppModule.with(config)));
  }

  /** Starts a second instance as a process of its own, which a test can kill. It runs the build. */
  startProcess(): ChildProcess {
    const { DATABASE_URL, CUT_OUT_WEIGHTS = '' } = this.config;
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../dist/main.js', import.meta.url))], {
      stdio: 'ignore',
      env: {
        NODE_ENV: 'test',
        PORT: '0',
        DATABASE_URL,
        IDENTITY_PUBLIC_KEY: testIdentityKeys.publicPem,
        DATA_DIR: this.folder,
        SCHEDULES_ENABLED: 'false',
        ART_CONCURRENCY: '1',
        CUT_OUT_WEIGHTS,
        ...this.transport.env,
      },
    });
    this.processes.push(child);
    return child;
  }

  /**
   * Node's fetch keeps connections open after a rejected upload; without closing them the server would wait a minute.
   */
  async stop(): Promise<void> {
    const closing = setTimeout(() => this.service.app.getHttpServer().closeAllConnections(), 3_000);
    await this.service.stop().finally(() => clearTimeout(closing));
  }

  async close(): Promise<void> {
    for (const child of this.processes) child.kill('SIGKILL');
    await this.stop();
    await this.transport.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get config(): Config {
    return this.service.get<Config>(CONFIG);
  }

  getPath(key: string): string {
    return join(this.folder, 'images', key);
  }

  /** Paths of all files that contain one of these texts. */
  listFiles(...ids: string[]): string[] {
    return globSync('images/**/*.*', { cwd: this.folder }).filter((path) => ids.some((id) => path.includes(id)));
  }

  /** Removes all files that are scheduled for removal, now or later. */
  async removeScheduledFiles(): Promise<void> {
    const jobs = `FROM graphile_worker.jobs WHERE task_identifier = 'art.remove-files'`;
    await waitFor(async () => {
      await this.database.query(
        `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) ${jobs} HAVING count(*) > 0`,
      );
      if ((await this.database.query(`SELECT ${jobs}`)).length > 0) throw new Error('Files are still to be removed');
    });
  }

  /** Writes a file without a row. */
  async putFile(key: string, content = 'a file'): Promise<void> {
    await mkdir(dirname(this.getPath(key)), { recursive: true });
    await writeFile(this.getPath(key), content);
  }
}

export function createUploadForm(
  file: Uint8Array,
  { field = 'image', name = 'pet.jpg', type = 'image/jpeg' } = {},
): FormData {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(file)], { type }), name);
  return form;
}

export const uploadPhoto = (service: TestService, as: IdentityClaims, file: Uint8Array): Promise<TestResponse> =>
  service.call('POST', '/api/upload', { as, body: createUploadForm(file) });

export const uploadedPhoto = async (
  service: TestService,
  as: IdentityClaims,
  file: Uint8Array,
): Promise<UploadedImage> => (await uploadPhoto(service, as, file)).json<UploadedImage>();

/** Requests an artwork as the wizard does. */
export const generate = (
  service: TestService,
  as: IdentityClaims,
  body: Partial<GenerateRequest> & { imageUrl: string },
  key?: string,
): Promise<TestResponse> =>
  service.call('POST', '/api/generate', {
    as,
    body: { styleKey: 'abstract', ...body },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Does the same as `npm run events -- republish NOUN`. */
export async function republish(transport: TestTransport, noun: string): Promise<void> {
  const namespace = 'shop';
  const sender = await createTransport({ service: 'test', namespace, databaseUrl: transport.env.EVENTS_DATABASE_URL });
  await sender.start([]);
  const [id, time] = [randomUUID(), new Date().toISOString()];
  const envelope = {
    specversion: '1.0',
    id,
    type: `republish.${noun}`,
    source: '/operator',
    subject: `${noun}/all`,
    time,
    datacontenttype: 'application/json',
    sequence: 1,
    data: {},
  } as const;
  await sender.sendToQueue(queueName(namespace, 'art-svc', envelope.type), envelope);
  await sender.close();
}
