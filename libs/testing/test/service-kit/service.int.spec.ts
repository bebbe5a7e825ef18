import { connect } from 'node:net';
import { Body, Controller, Get, Inject, Module, Param, Post, type DynamicModule } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { productSaved } from '@shop/contracts/catalog';
import { DomainError, type EventEnvelope, type EventPayload } from '@shop/contracts/common';
import { userRegistered } from '@shop/contracts/identity';
import { orderPaymentFailed } from '@shop/contracts/order';
import { EventOutbox, OnEvent, type EventContext } from '@shop/messaging';
import {
  Access,
  Caller,
  parseEnvironment,
  ServiceModule,
  serviceEnvSchema,
  uuidParam,
  zod,
  type ServiceConfig,
} from '@shop/service-kit';
import {
  asAdmin,
  asGuest,
  asUser,
  createTestDatabase,
  eventually,
  publishEvent,
  recordEvents,
  signIdentityToken,
  startTestService,
  testConfig,
  testTransports,
  type TestDatabase,
  type TestService,
} from '../../src/index.js';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';

const noteSchema = z.object({ text: z.string('Text is required').min(1, 'Text is required') });
const userId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';

class Notes1700000000001 implements MigrationInterface {
  readonly name = 'Notes1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (text text NOT NULL)');
  }
  async down(): Promise<void> {}
}

@Controller('api/notes')
class NotesController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  @Get()
  @Access('user')
  mine(@Caller() caller: Caller): Caller {
    return caller;
  }

  @Get('admin')
  @Access('admin')
  all(): string[] {
    return [];
  }

  @Get('undeclared')
  open(): string {
    return 'never seen';
  }

  @Get('broken')
  @Access('public')
  async broken(): Promise<void> {
    await this.dataSource.query('SELECT secret FROM nowhere');
  }

  @Get(':id')
  @Access('public')
  one(@Param('id', uuidParam) id: string): string {
    throw new DomainError('NOTE_UNKNOWN', 'not-found', `Not found`, { cause: id });
  }

  @Post()
  @Access('guest')
  async write(@Body(zod(noteSchema)) note: { text: string }): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('INSERT INTO notes VALUES ($1)', [note.text]);
      await this.outbox.publish(manager, orderPaymentFailed, {
        subject: `order/${userId}`,
        data: { orderId: userId, orderNumber: 'PA-1', message: note.text },
      });
      if (note.text === 'take it back') throw new DomainError('NOTE_REFUSED', 'conflict', 'No.');
    });
  }
}

@Controller()
class NotesConsumer {
  @OnEvent(userRegistered)
  async onUser(event: EventEnvelope<EventPayload<typeof userRegistered>>, context: EventContext): Promise<void> {
    await context.manager.query('INSERT INTO notes VALUES ($1)', [event.data.email]);
    if (event.data.firstName === 'Poison') throw new Error('this one never works');
    if (event.data.firstName === 'Late' && context.attempt < 3) throw new Error('not yet');
  }

  @OnEvent(productSaved, { keepLatest: true })
  async onProduct(event: EventEnvelope, context: EventContext): Promise<void> {
    await context.manager.query('INSERT INTO notes VALUES ($1)', [`product ${event.sequence}`]);
  }
}

@Module({})
class AppModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ service: 'order-svc', config, entities: [], migrations: [Notes1700000000001] }),
      ],
      controllers: [NotesController, NotesConsumer],
    };
  }
}

const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('order-svc', serviceEnvSchema, env);

for (const transport of testTransports()) {
  describe(`a service over ${transport.name}`, () => {
    let database: TestDatabase;
    let service: TestService;

    beforeAll(async () => {
      await transport.open();
      database = await createTestDatabase();
      service = await startTestService(AppModule.with(testConfig(readConfig, { database, transport })));
    });
    afterAll(async () => {
      await service?.stop();
      await database?.drop();
      await transport.close();
    });

    const notes = async (): Promise<string[]> =>
      (await database.query<{ text: string }>('SELECT text FROM notes ORDER BY text')).map(({ text }) => text);
    const newUser = (email: string, firstName: string) => ({
      subject: `user/${email}`,
      data: { userId, email, firstName, role: 'user' as const, registeredAt: '2026-11-20T10:00:00.000Z' },
    });

    it('is alive, ready and measured', async () => {
      expect((await service.call('GET', '/healthz')).status).toBe(200);
      expect((await service.call('GET', '/readyz')).json()).toEqual({
        ready: true,
        parts: { database: 'up', events: 'up' },
      });
      expect((await service.call('GET', '/metrics')).text).toContain('http_request_duration_seconds');
    });

    it('tells apart nobody, a guest, a user and an admin by the signed token alone', async () => {
      expect((await service.call('GET', '/api/notes')).status).toBe(401);
      expect((await service.call('GET', '/api/notes', { as: asGuest() })).text).toBe('Not signed in');
      expect((await service.call('GET', '/api/notes', { as: asUser({ userId }) })).json()).toMatchObject({
        kind: 'user',
        userId,
      });
      expect((await service.call('GET', '/api/notes/admin', { as: asUser() })).status).toBe(403);
      expect((await service.call('GET', '/api/notes/admin', { as: asAdmin() })).status).toBe(200);
    });

    it('refuses a stale token and one that was not signed by identity-svc', async () => {
      const stale = await signIdentityToken(asAdmin(), -60);
      const forged = `${stale.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
      for (const token of [stale, forged, 'x'])
        expect((await service.call('GET', '/api/notes/admin', { headers: { 'x-identity-token': token } })).status).toBe(
          401,
        );
    });

    it('refuses everybody where a handler declares no access', async () => {
      expect((await service.call('GET', '/api/notes/undeclared', { as: asAdmin() })).status).toBe(403);
    });

    it('answers errors with a short sentence, and says nothing of the inside', async () => {
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

    it('answers RFC 9457 where it is asked for', async () => {
      const answer = await service.call('POST', '/api/notes', {
        as: asGuest(),
        body: {},
        headers: { accept: 'application/problem+json' },
      });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'REQUEST_INVALID',
        detail: 'Text is required',
        errors: { text: 'Text is required' },
      });
    });

    it('does not wait a minute for a connection that never asked anything', async () => {
      const other = await startTestService(AppModule.with(testConfig(readConfig, { database, transport })));
      const silent = connect(Number(new URL(other.url).port), '127.0.0.1');
      await new Promise((resolve) => silent.once('connect', resolve));
      const closed = new Promise((resolve) => silent.once('close', resolve));
      await other.stop();
      await closed;
    }, 20_000);

    it('tells an event exactly when its change is committed', async () => {
      const events = await recordEvents(transport, ['order.payment-failed']);
      expect((await service.call('POST', '/api/notes', { as: asGuest(), body: { text: 'take it back' } })).status).toBe(
        409,
      );
      expect((await service.call('POST', '/api/notes', { as: asGuest(), body: { text: 'kept' } })).status).toBe(201);
      const told = await events.next('order.payment-failed');
      expect(told).toMatchObject({ source: '/order-svc', sequence: 1, data: { message: 'kept' } });
      expect(events.all()).toHaveLength(1);
      expect(await notes()).toEqual(['kept']);
      await events.stop();
    });

    it('applies an event once, however often it comes, and a late one after its retries', async () => {
      const event = { ...newUser('once@example.com', 'Once'), id: 'a3bb189e-8bf9-4c88-9912-ace4e6543001' };
      for (let time = 0; time < 5; time += 1) await publishEvent(transport, userRegistered, event);
      await publishEvent(transport, userRegistered, newUser('poison@example.com', 'Poison'));
      await publishEvent(transport, userRegistered, newUser('late@example.com', 'Late'));
      await eventually(async () => expect(await notes()).toEqual(['kept', 'late@example.com', 'once@example.com']));
    });

    it('passes over a state that is older than the one it has', async () => {
      const product = {
        id: userId,
        title: 'Tee',
        description: null,
        category: 'tshirt' as const,
        basePrice: '24.00',
        imageUrl: null,
        mockupTemplateUrl: null,
        active: true,
        createdAt: new Date().toISOString(),
        printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' as const },
        pictureArea: { x: 0, y: 0, width: 1, height: 1 },
      };
      for (const sequence of [2, 1, 3])
        await publishEvent(transport, productSaved, {
          subject: `product/${userId}`,
          sequence,
          data: { product, variants: [] },
        });
      await eventually(async () => expect(await notes()).toContain('product 3'));
      expect(await notes()).not.toContain('product 1');
    });
  });
}
