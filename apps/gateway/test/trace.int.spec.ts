import { randomUUID } from 'node:crypto';
import { Body, Controller, Inject, Module, Post, type DynamicModule } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkRequested } from '@shop/contracts/art';
import { EventOutbox, OnEvent } from '@shop/messaging';
import {
  Access,
  LOGGER,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  type ServiceConfig,
} from '@shop/service-kit';
import {
  createTestTransport,
  asGuest,
  createTestDatabase,
  waitFor,
  recordEvents,
  signIdentityToken,
  startTestService,
  testConfig,
  type EventRecorder,
  type TestDatabase,
  type TestService,
} from '@shop/testing';
import { pino, type Logger } from 'pino';
import { DataSource } from 'typeorm';
import { GatewayFixture } from './gateway.fixture.js';

/** A service behind the gateway that logs, publishes an event, and handles it. */
@Controller()
class TestController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('api/generate')
  @Access('guest')
  async requestArtwork(@Body() { jobId }: { jobId: string }): Promise<void> {
    this.logger.info({ jobId }, 'drawing');
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, artworkRequested, { subject: `artwork/${jobId}`, data: { jobId } }),
    );
  }

  @OnEvent(artworkRequested)
  async onRequested(event: { data: { jobId: string } }): Promise<void> {
    this.logger.info({ jobId: event.data.jobId }, 'handled');
  }
}

@Module({})
class TestModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: TestModule,
      imports: [ServiceModule.forRoot({ service: 'art-svc', config, entities: [], migrations: [] })],
      controllers: [TestController],
    };
  }
}

interface Line {
  msg: string;
  traceId?: string;
  jobId?: string;
  route?: string;
}

/** Records the log lines of a running service. */
function recordLogLines(service: TestService): Line[] {
  const lines: Line[] = [];
  const logger = service.get<Logger>(LOGGER) as Logger & Record<symbol, unknown>;
  logger.level = 'info';
  logger[pino.symbols.streamSym] = { write: (text: string) => lines.push(JSON.parse(text) as Line) };
  return lines;
}

describe('the trace of a request', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  let service: TestService;
  let fixture: GatewayFixture;
  let events: EventRecorder;
  let lines: Line[];

  beforeAll(async () => {
    await transport.open();
    database = await createTestDatabase();
    const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('art-svc', serviceEnvSchema, env);
    service = await startTestService(TestModule.with(testConfig(readConfig, { database, transport })));
    lines = recordLogLines(service);
    fixture = await GatewayFixture.start({ ART_URL: service.url });
    events = await recordEvents(transport, [artworkRequested.type]);
  });
  afterAll(async () => {
    await fixture?.close();
    await events?.stop();
    await service?.stop();
    await database?.drop();
    await transport.close();
  });

  const draw = async (trace?: string): Promise<string> => {
    const jobId = randomUUID();
    const headers = {
      'content-type': 'application/json',
      ...(trace ? { traceparent: `00-${trace}-00f067aa0ba902b7-01` } : {}),
    };
    const sid = fixture.createSession('guest', { token: await signIdentityToken(asGuest()) });
    const answer = await fixture.call('POST', '/api/generate', { sid, headers, body: JSON.stringify({ jobId }) });
    expect(answer.status).toBe(201);
    return jobId;
  };

  it('is in the log lines of the service, in its event, and in the log lines of the event handler', async () => {
    const jobId = await draw();
    const event = await events.waitForEvent(
      artworkRequested.type,
      ({ data }) => (data as { jobId: string }).jobId === jobId,
    );
    const traceId = event.traceparent?.slice(3, 35);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() =>
      expect(lines.filter((line) => line.jobId === jobId).map(({ msg, ...line }) => [msg, line.traceId])).toEqual([
        ['drawing', traceId],
        ['handled', traceId],
      ]),
    );
    await waitFor(() =>
      expect(lines.find((line) => line.msg === 'Request completed' && line.traceId === traceId)?.route).toBe(
        '/api/generate',
      ),
    );
  });

  it('continues the trace of the browser, and concurrent requests keep their own', async () => {
    const traces = Array.from({ length: 12 }, () => randomUUID().replaceAll('-', ''));
    const jobs = await Promise.all(traces.map((trace) => draw(trace)));
    const published = await Promise.all(
      jobs.map((jobId) =>
        events.waitForEvent(artworkRequested.type, ({ data }) => (data as { jobId: string }).jobId === jobId),
      ),
    );
    expect(published.map(({ traceparent }) => traceparent?.slice(3, 35))).toEqual(traces);
    await waitFor(() =>
      expect(jobs.map((jobId) => lines.filter((line) => line.jobId === jobId).map(({ traceId }) => traceId))).toEqual(
        traces.map((trace) => [trace, trace]),
      ),
    );
  });

  it('is missing if a request reaches the service directly with an invalid traceparent', async () => {
    const jobId = randomUUID();
    await service.call('POST', '/api/generate', { as: asGuest(), body: { jobId }, headers: { traceparent: 'x"}{' } });
    const event = await events.waitForEvent(
      artworkRequested.type,
      ({ data }) => (data as { jobId: string }).jobId === jobId,
    );
    expect(event.traceparent).toBeUndefined();
  });
});
