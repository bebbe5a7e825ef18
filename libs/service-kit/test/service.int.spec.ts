import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Body, Controller, Delete, Get, HttpCode, Module, Param, Post, type DynamicModule } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts-common';
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
  signIdentityToken,
  startTestService,
  testConfig,
  waitFor,
  type TestService,
} from '@shop/testing';
import { createTestDatabase, type TestDatabase } from '@shop/testing-database';
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

  @Post('saved')
  @Access('public')
  async saveNote(): Promise<void> {
    await this.dataSource.query(`INSERT INTO processed_events (event_id, handler) VALUES (gen_random_uuid(), 'notes')`);
  }

  /** Fails as a statement does that finds no space on the disk. */
  @Post('large')
  @Access('public')
  async saveLargeNote(): Promise<void> {
    await this.dataSource.query(`DO $$ BEGIN RAISE EXCEPTION 'No space left' USING ERRCODE = 'disk_full'; END $$`);
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

  @Post('archive')
  @Access('public')
  @HttpCode(204)
  archiveNotes(): void {}

  @Delete(':id')
  @Access('public')
  @HttpCode(204)
  deleteNote(): void {}

  /** Like a webhook: the body is not validated. */
  @Post('hook')
  @Access('public')
  takeAnything(@Body() body: unknown): { kind: string } {
    return { kind: typeof body };
  }
}

const nestArrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const nestObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Sends a request as it is written, and resolves with the response's head: fetch and node:http would add headers. */
async function sendRaw(url: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  return (await buffer(socket)).toString();
}

@Module({})
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'order-svc', events: [], config, entities: [], migrations: [] })],
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
    expect((await service.call('GET', '/readyz')).json()).toEqual({ ready: true });
    expect((await service.call('GET', '/healthz/parts')).json()).toEqual({
      state: 'up',
      parts: { database: 'up', events: 'up' },
    });
    const { text } = await service.call('GET', '/metrics');
    expect(text).toContain('http_request_duration_seconds');
    expect(text).toMatch(/^build_info\{.*version="development".*\} 1$/m);
    expect(text).toMatch(/^events_dead_letters\{.*\} 0$/m);
    expect(text).toMatch(/^events_oldest_unsent_seconds\{.*\} 0$/m);
    expect(text).toMatch(/^events_(retries|unreadable)_total\{.*\} 0$/m);
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
    expect(broken.headers.get('x-error-code')).toBe('UNEXPECTED');
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

  it.each([
    ['arrays', nestArrays(20_000)],
    ['objects', nestObjects(15_000)],
    ['a field', `{"text":"Rex","tags":${nestArrays(20_000)}}`],
    ['a list', `[{"text":"Rex"},${nestObjects(64)}]`],
  ])('refuses a body that is nested too deeply: %s', async (_name, body) => {
    for (const path of ['/api/notes', '/api/notes/hook']) {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const response = await service.call('POST', path, { as: asGuest(), body, headers });
      expect([response.status, response.text]).toEqual([400, 'The request is nested too deeply.']);
    }
  });

  it.each([
    '{"text":"Rex","__proto__":{"role":"admin"}}',
    '{"text":"Rex","constructor":{"prototype":{"role":"admin"}}}',
  ])('refuses a body that reaches for prototypes: %s', async (body) => {
    const headers = { 'content-type': 'application/json' };
    expect((await service.call('POST', '/api/notes', { as: asGuest(), body, headers })).status).toBe(400);
  });

  it('takes a body with ordinary nesting and brackets in its text', async () => {
    const note = { text: '['.repeat(1_000), tags: JSON.parse(nestArrays(63)) as unknown };
    const response = await service.call('POST', '/api/notes', { as: asGuest(), body: note });
    expect([response.status, response.json()]).toEqual([201, { text: note.text }]);
  });

  it('ignores nesting in a query', async () => {
    const query = `?a${'[a]'.repeat(500)}=1&b=${encodeURIComponent(nestArrays(500))}`;
    expect((await service.call('GET', `/api/notes/admin${query}`, { as: asAdmin() })).status).toBe(200);
  });

  describe.each([
    ['no length', []],
    ['a length of 0', ['content-length: 0']],
    ['empty chunks', ['transfer-encoding: chunked', '', '0']],
  ])('an empty JSON body with %s', (_name, framing) => {
    const send = (method: string, path: string, ...headers: string[]) =>
      sendRaw(service.url, [
        `${method} ${path} HTTP/1.1`,
        'host: shop',
        'connection: close',
        'content-type: application/json',
        ...headers,
        ...framing,
      ]);

    it('is no body', async () => {
      expect(await send('POST', '/api/notes/archive')).toMatch(/^HTTP\/1.1 204 /);
      expect(await send('DELETE', `/api/notes/${userId}`)).toMatch(/^HTTP\/1.1 204 /);
    });

    it('misses the fields of a call that needs them', async () => {
      const token = await signIdentityToken(asGuest());
      expect(await send('POST', '/api/notes', `x-identity-token: ${token}`)).toMatch(
        /^HTTP\/1.1 400 [^]*Text is required$/,
      );
    });
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

  describe('whose database has a fault', () => {
    let operator: TestDatabase;
    let name: string;
    beforeAll(async () => {
      operator = await createTestDatabase();
      name = new URL(database.url).pathname.slice(1);
    });
    afterAll(() => operator.drop());

    const endSessions = () =>
      operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    const readState = async () => {
      const [ready, { parts }] = await Promise.all([
        service.call('GET', '/readyz').then(({ status }) => status),
        service.call('GET', '/healthz/parts').then((response) => response.json<{ parts: { database: string } }>()),
      ]);
      return [ready, parts.database];
    };
    const save = async () => {
      const { status, text, headers } = await service.call('POST', '/api/notes/saved');
      return [status, text, headers.get('retry-after')];
    };

    it('answers writes with 503 and its name while the database can only be read, and stays ready', async () => {
      await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await endSessions();
      await waitFor(async () => expect(await readState()).toEqual([200, 'read-only']));
      expect(await save()).toEqual([
        503,
        'The order service can’t save anything right now. Please try again in a moment.',
        '30',
      ]);
      await operator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await endSessions();
      await waitFor(async () => expect((await save())[0]).toBe(201));
      expect(await readState()).toEqual([200, 'up']);
    });

    it('is not ready while the database refuses connections', async () => {
      await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await endSessions();
      await waitFor(async () => expect(await readState()).toEqual([503, 'refused']));
      expect(await save()).toEqual([
        503,
        'The order service is unavailable right now. Please try again in a moment.',
        '5',
      ]);
      await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await waitFor(async () => expect(await readState()).toEqual([200, 'up']));
    });

    it('shows a full disk for a minute after a statement found no space', async () => {
      expect(await service.call('POST', '/api/notes/large')).toMatchObject({
        status: 503,
        text: 'The order service can’t save anything right now. Please try again in a moment.',
      });
      expect(await readState()).toEqual([200, 'full']);
      const { text } = await service.call('GET', '/metrics');
      expect(text).toMatch(/^part_state\{part="database",state="full",service="order-svc"\} 1$/m);
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
