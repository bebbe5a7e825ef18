import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Body, Controller, Module, Post, type DynamicModule } from '@nestjs/common';
import {
  Access,
  installDrain,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  type ServiceConfig,
} from '@shop/service-kit';
import { Readiness } from '@shop/service-kit/http';
import {
  createTestTransport,
  LateReader,
  startTestService,
  testConfig,
  waitFor,
  type TestService,
} from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
import { fastify } from 'fastify';

const arrived: string[] = [];

@Controller('api/photos')
class PhotosController {
  @Post()
  @Access('public')
  save(@Body() photo: { name: string }): string {
    arrived.push(photo.name);
    return photo.name;
  }
}

@Module({})
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'art-svc', events: [], config, entities: [], migrations: [] })],
      controllers: [PhotosController],
    };
  }
}

const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('art-svc', serviceEnvSchema, env);
const BODY = '{"name":"rex"}';

describe('a service that stops during an upload', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  beforeAll(async () => {
    await transport.open();
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database?.drop();
    await transport.close();
  });

  /** Sends all but the end of the body. */
  async function startUpload({
    url,
    app,
  }: TestService): Promise<{ upload: ClientRequest; answer: Promise<IncomingMessage> }> {
    const headers = { 'content-type': 'application/json', 'content-length': String(BODY.length) };
    const begun = once(app.getHttpServer(), 'request');
    const upload = request(new URL('/api/photos', url), { method: 'POST', headers });
    const answer = once(upload, 'response').then(([message]) => (message as IncomingMessage).resume());
    upload.on('error', () => undefined).write(BODY.slice(0, -1));
    await begun;
    return { upload, answer };
  }

  it('waits for it, and takes no new request', async () => {
    const service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport })));
    const { upload, answer } = await startUpload(service);
    const stopped = service.stop();
    await waitFor(() => expect(service.call('GET', '/healthz')).rejects.toThrow());
    upload.end(BODY.slice(-1));
    expect((await answer).statusCode).toBe(201);
    await stopped;
    expect(arrived).toEqual(['rex']);
  }, 20_000);
});

describe('an upload that takes longer than DRAIN_MS', () => {
  /** As in production, idle connections would be closed before the requests are refused. */
  const DRAIN = { drainMs: 100, connectionGraceMs: 10 };

  async function refuseUpload(): Promise<{ upload: LateReader; stopped: Promise<void> }> {
    const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
    installDrain(app, { service: 'art-svc', readiness: new Readiness(), ...DRAIN });
    app.post('/api/photos', () => 'saved');
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const begun = once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const headers = ['content-type: application/json', 'accept: application/problem+json'];
    const upload = await LateReader.startPost(new URL('/api/photos', address), 500_000, ...headers);
    const [, response] = await begun;
    const answered = once(response, 'close');
    const stopped = app.close();
    await answered;
    return { upload, stopped };
  }

  it('gets 503 with Retry-After, also if its client reads the answer only after it has sent all', async () => {
    const { upload, stopped } = await refuseUpload();
    const answer = await upload.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\nretry-after: 5\r\n/);
    expect(answer).toContain('"code":"SERVICE_RESTARTING"');
    await stopped;
  });

  it('does not delay the shutdown if it stalls', async () => {
    const { upload, stopped } = await refuseUpload();
    await Promise.all([stopped, upload.waitForEnd()]);
  });
});
