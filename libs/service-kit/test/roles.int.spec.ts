import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Inject, Injectable, Logger, Module, type DynamicModule } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts-common';
import { userRegistered } from '@shop/contracts-identity';
import { Cron, defineJob, HandleJob, JobQueue, type JobContext } from '@shop/jobs';
import { EventOutbox, OnEvent } from '@shop/messaging';
import {
  Access,
  CONFIG,
  countConnections,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  type ServiceConfig,
} from '@shop/service-kit';
import { createTestTransport, startTestService, testConfig, type TestService } from '@shop/testing';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing-database';
import { DataSource } from 'typeorm';

const draw = defineJob<{ name: string }>('draw', { timeoutMs: 10_000 });
const print = defineJob<{ name: string }>('print', { timeoutMs: 10_000 });

/** A process that also serves requests would interrupt this drawing when it stops. */
const SLOW = 'slow';
const SLOW_MS = 3_000;

/** What was done, with the role of the process. */
const done: string[] = [];

@Controller()
class Work {
  constructor(@Inject(CONFIG) private readonly config: ServiceConfig) {}

  @Get('api/role')
  @Access('public')
  getRole(): string {
    return this.config.ROLE;
  }

  @OnEvent(userRegistered)
  onUser({ subject }: EventEnvelope): Promise<void> {
    return Promise.resolve(void done.push(`${this.config.ROLE} handled ${subject}`));
  }
}

@Injectable()
class Handlers {
  constructor(@Inject(CONFIG) private readonly config: ServiceConfig) {}

  @HandleJob(draw)
  async draw({ name }: { name: string }, { signal }: JobContext): Promise<void> {
    if (name === SLOW) {
      done.push('started');
      await delay(SLOW_MS, undefined, { signal });
    }
    done.push(`${this.config.ROLE} drew ${name}`);
  }

  @HandleJob(print)
  print({ name }: { name: string }): Promise<void> {
    return Promise.resolve(void done.push(`${this.config.ROLE} printed ${name}`));
  }

  @Cron('0 0 1 1 *', { name: 'clean' })
  clean(): Promise<void> {
    return Promise.resolve();
  }
}

@Module({ controllers: [Work], providers: [Handlers] })
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ service: 'order-svc', events: [userRegistered], config, entities: [], migrations: [] }),
      ],
    };
  }
}

describe('the role of a process', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  const services: TestService[] = [];
  const start = async (env: Record<string, string>): Promise<TestService> => {
    const config = testConfig((values) => parseEnvironment('order-svc', serviceEnvSchema, values), {
      database,
      transport,
      env,
    });
    const service = await startTestService(AppModule.with(config));
    services.push(service);
    return service;
  };
  const enqueue = (service: TestService, job: typeof draw, name: string): Promise<void> =>
    service.get(JobQueue).enqueue(service.get(DataSource).manager, job, { name });
  /** With an outbox of the event's owner. */
  const publish = async (service: TestService, id: string): Promise<void> => {
    const data = { userId: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001', email: 'a@example.com', firstName: null };
    const event = { ...data, role: 'user' as const, registeredAt: '2026-11-20T10:00:00.000Z' };
    const outbox = new EventOutbox({ service: 'identity-svc' });
    await service
      .get(DataSource)
      .transaction((manager) => outbox.publish(manager, userRegistered, { subject: `user/${id}`, data: event }));
  };
  const isPublished = async (): Promise<void> =>
    expect(await database.query('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]);

  beforeAll(async () => {
    Logger.overrideLogger(false); // Nest prints the error of a failed start
    await transport.open();
  });
  afterAll(() => transport.close());
  beforeEach(async () => {
    done.length = 0;
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
    await database.drop();
  });

  it('web answers and publishes, and leaves jobs and events to a worker', async () => {
    const web = await start({ ROLE: 'web' });
    expect((await web.call('GET', '/api/role')).text).toBe('web');
    expect(countConnections(web.app)).toMatchObject({ jobs: 0, locks: 0, listen: 1 });
    await enqueue(web, draw, 'one');
    await publish(web, 'one');
    await waitFor(isPublished);
    expect(done).toEqual([]);
    const worker = await start({ ROLE: 'worker' });
    await waitFor(() => expect([...done].sort()).toEqual(['worker drew one', 'worker handled user/one']));
    expect((await worker.call('GET', '/metrics')).text).toMatch(/^jobs_runs_total\{.*kind="draw".*\} 1$/m);
    expect((await worker.call('GET', '/api/role')).status).toBe(503); // counted as a failure by its alert
    const statuses = ['/healthz', '/readyz', '/metrics'].map(async (path) => (await worker.call('GET', path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  });

  it('worker publishes too, so that no event waits where no web process is', async () => {
    const worker = await start({ ROLE: 'worker' });
    await publish(worker, 'two');
    await waitFor(() => expect(done).toEqual(['worker handled user/two']));
    await waitFor(isPublished);
  });

  it('a worker takes the kinds of JOB_KINDS only', async () => {
    const drawing = await start({ ROLE: 'worker', JOB_KINDS: 'draw, clean' });
    await enqueue(drawing, print, 'first');
    await enqueue(drawing, draw, 'second');
    await waitFor(() => expect(done).toEqual(['worker drew second']));
    expect(await database.query(`SELECT FROM graphile_worker.jobs WHERE locked_at IS NULL`)).toHaveLength(1);
    await start({ JOB_KINDS: 'print' });
    await waitFor(() => expect(done).toEqual(['worker drew second', 'all printed first']));
  });

  it('a worker that stops ends its jobs before', async () => {
    const worker = await start({ ROLE: 'worker' });
    await enqueue(worker, draw, SLOW);
    await waitFor(() => expect(done).toEqual(['started']));
    await services.splice(0)[0]?.stop();
    expect(done).toEqual(['started', 'worker drew slow']);
    expect(await database.query('SELECT FROM graphile_worker.jobs')).toEqual([]);
  });

  it('an unknown kind of job is refused with the known ones', async () => {
    await expect(start({ ROLE: 'worker', JOB_KINDS: 'draw,paint' })).rejects.toThrow(
      /^JOB_KINDS names paint, but this service has only the kinds (?:[a-z.-]+, )*clean, draw, events\.cleanup, jobs\.delete-dead, print\.$/,
    );
  });
});
