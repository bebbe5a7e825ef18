import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { Body, Controller, Module, Post, type DynamicModule } from '@nestjs/common';
import { Access, parseEnvironment, ServiceModule, serviceEnvSchema, type ServiceConfig } from '@shop/service-kit';
import { createTestTransport, startTestService, testConfig, waitFor, type TestService } from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';

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

  const start = (drainMs: number): Promise<TestService> =>
    startTestService(
      AppModule.with(testConfig(readConfig, { database, transport, env: { DRAIN_MS: String(drainMs) } })),
    );

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
    const service = await start(60_000);
    const { upload, answer } = await startUpload(service);
    const stopped = service.stop();
    await waitFor(() => expect(service.call('GET', '/healthz')).rejects.toThrow());
    upload.end(BODY.slice(-1));
    expect((await answer).statusCode).toBe(201);
    await stopped;
    expect(arrived).toEqual(['rex']);
  }, 20_000);

  it('answers 503 with Retry-After after DRAIN_MS', async () => {
    const service = await start(100);
    const { upload, answer } = await startUpload(service);
    const ended = once(upload, 'close');
    const stopped = service.stop();
    const { statusCode, headers } = await answer;
    expect([statusCode, headers['retry-after'], headers['x-error-code']]).toEqual([503, '5', 'SERVICE_RESTARTING']);
    await Promise.all([stopped, ended]);
  }, 20_000);
});
