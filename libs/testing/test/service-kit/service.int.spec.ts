import { connect } from 'node:net';
import { Body, Controller, Get, Module, Param, Post, type DynamicModule } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import {
  Access,
  Caller,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  uuidPipe,
  zodPipe,
  type ServiceConfig,
} from '@shop/service-kit';
import {
  createTestTransport,
  asAdmin,
  asGuest,
  asUser,
  createTestDatabase,
  signIdentityToken,
  startTestService,
  testConfig,
  type TestDatabase,
  type TestService,
} from '../../src/index.js';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

const noteSchema = z.object({ text: z.string('Text is required').min(1, 'Text is required') });
const userId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';

@Controller('api/notes')
class NotesController {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  @Get()
  @Access('user')
  getCaller(@Caller() caller: Caller): Caller {
    return caller;
  }

  @Get('admin')
  @Access('admin')
  listForAdmin(): string[] {
    return [];
  }

  @Get('undeclared')
  getUndeclared(): string {
    return 'never sent';
  }

  @Get('broken')
  @Access('public')
  async failInDatabase(): Promise<void> {
    await this.dataSource.query('SELECT secret FROM nowhere');
  }

  @Get(':id')
  @Access('public')
  getNote(@Param('id', uuidPipe) id: string): string {
    throw new DomainError('NOTE_UNKNOWN', 'not-found', `Not found`, { cause: id });
  }

  @Post()
  @Access('guest')
  createNote(@Body(zodPipe(noteSchema)) note: { text: string }): { text: string } {
    return note;
  }
}

@Module({})
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'order-svc', config, entities: [], migrations: [] })],
      controllers: [NotesController],
    };
  }
}

const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('order-svc', serviceEnvSchema, env);

describe('a service', () => {
  const transport = createTestTransport();
  let database: TestDatabase;
  let service: TestService;

  beforeAll(async () => {
    await transport.open();
    database = await createTestDatabase();
    service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport })));
  });
  afterAll(async () => {
    if (service?.app.getHttpServer().listening) await service.stop();
    await database?.drop();
    await transport.close();
  });

  it('serves liveness, readiness and metrics', async () => {
    expect((await service.call('GET', '/healthz')).status).toBe(200);
    expect((await service.call('GET', '/readyz')).json()).toEqual({
      ready: true,
      parts: { database: 'up', events: 'up' },
    });
    expect((await service.call('GET', '/metrics')).text).toContain('http_request_duration_seconds');
  });

  it('distinguishes anonymous callers, guests, users and admins by the signed token', async () => {
    expect((await service.call('GET', '/api/notes')).status).toBe(401);
    expect((await service.call('GET', '/api/notes', { as: asGuest() })).text).toBe('Not signed in');
    expect((await service.call('GET', '/api/notes', { as: asUser({ userId }) })).json()).toMatchObject({
      kind: 'user',
      userId,
    });
    expect((await service.call('GET', '/api/notes/admin', { as: asUser() })).status).toBe(403);
    expect((await service.call('GET', '/api/notes/admin', { as: asAdmin() })).status).toBe(200);
  });

  it('refuses an expired token and one that identity-svc did not sign', async () => {
    const expired = await signIdentityToken(asAdmin(), -60);
    const forged = `${expired.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
    for (const token of [expired, forged, 'x'])
      expect((await service.call('GET', '/api/notes/admin', { headers: { 'x-identity-token': token } })).status).toBe(
        401,
      );
  });

  it('refuses every caller if a handler declares no access', async () => {
    expect((await service.call('GET', '/api/notes/undeclared', { as: asAdmin() })).status).toBe(403);
  });

  it('sends a short error message without internal details', async () => {
    const broken = await service.call('GET', '/api/notes/broken');
    expect([broken.status, broken.text]).toEqual([500, 'Something went wrong on our side. Please try again.']);
    expect(broken.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await service.call('GET', '/api/nowhere')).text).toBe('Not found');
    expect((await service.call('GET', '/api/notes/not-a-uuid')).status).toBe(404);
    const malformed = await service.call('POST', '/api/notes', {
      as: asGuest(),
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([malformed.status, malformed.text]).toEqual([
      400,
      'The request could not be read. Please check it and try again.',
    ]);
    const large = await service.call('POST', '/api/notes', { as: asGuest(), body: { text: 'a'.repeat(110_000) } });
    expect(large.status).toBe(413);
  });

  it('sends an RFC 9457 problem document on request', async () => {
    const response = await service.call('POST', '/api/notes', {
      as: asGuest(),
      body: {},
      headers: { accept: 'application/problem+json' },
    });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.json()).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      detail: 'Text is required',
      errors: { text: 'Text is required' },
    });
  });

  it('shuts down without waiting for an idle connection', async () => {
    const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const closed = new Promise((resolve) => idle.once('close', resolve));
    await service.stop();
    await closed;
  }, 20_000);
});
