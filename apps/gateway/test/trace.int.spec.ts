import { randomUUID } from 'node:crypto';
import { Body, Controller, Inject, Module, Post, type DynamicModule } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { orderRefunded, type Order } from '@shop/contracts-order';
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

const ORDER: Order = {
  id: randomUUID(),
  orderNumber: 'PA-1',
  createdAt: new Date(0).toISOString(),
  status: 'paid',
  paymentStatus: 'paid',
  email: null,
  subtotal: '1.00',
  shipping: '0.00',
  tax: '0.00',
  total: '1.00',
  shippingAddress: { name: 'Pat', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' },
  items: [],
};

/** A service behind the gateway that logs, publishes an event, and handles it. */
@Controller()
class TestController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('api/cart')
  @Access('guest')
  async refund(@Body() { refundId }: { refundId: string }): Promise<void> {
    this.logger.info({ refundId }, 'refunding');
    const data = {
      order: ORDER,
      userId: null,
      amount: '1.00',
      refundId,
      currency: 'usd',
      link: { key: '', changeableUntil: null },
    };
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, orderRefunded, { subject: `order/${ORDER.id}`, data }),
    );
  }

  @OnEvent(orderRefunded)
  async onRefunded({ data: { refundId } }: { data: { refundId: string } }): Promise<void> {
    this.logger.info({ refundId }, 'handled');
  }
}

@Module({})
class TestModule {
  static with(config: ServiceConfig): DynamicModule {
    return {
      module: TestModule,
      imports: [ServiceModule.forRoot({ service: 'order-svc', events: [], config, entities: [], migrations: [] })],
      controllers: [TestController],
    };
  }
}

interface Line {
  msg: string;
  requestId?: string;
  traceId?: string;
  spanId?: string;
  refundId?: string;
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
    const readConfig = (env: NodeJS.ProcessEnv) => parseEnvironment('order-svc', serviceEnvSchema, env);
    service = await startTestService(TestModule.with(testConfig(readConfig, { database, transport })));
    lines = recordLogLines(service);
    fixture = await GatewayFixture.start({ ORDER_URL: service.url });
    events = await recordEvents(transport, [orderRefunded.type]);
  });
  afterAll(async () => {
    await fixture?.close();
    await events?.stop();
    await service?.stop();
    await database?.drop();
    await transport.close();
  });

  const refund = async (trace?: string): Promise<string> => {
    const refundId = randomUUID();
    const headers = {
      'content-type': 'application/json',
      ...(trace ? { traceparent: `00-${trace}-00f067aa0ba902b7-01` } : {}),
    };
    const sid = fixture.createSession('guest', { token: await signIdentityToken(asGuest()) });
    const answer = await fixture.call('POST', '/api/cart', { sid, headers, body: JSON.stringify({ refundId }) });
    expect(answer.status).toBe(201);
    return refundId;
  };

  it('is in the log lines of the service, in its event, and in the log line of the event handler', async () => {
    const refundId = await refund();
    const event = await events.waitForEvent(
      orderRefunded.type,
      ({ data }) => (data as { refundId: string }).refundId === refundId,
    );
    const traceId = event.traceparent?.slice(3, 35);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const spanId = expect.stringMatching(/^[0-9a-f]{16}$/);
    const listLines = () =>
      lines
        .filter((line) => line.traceId === traceId)
        .map((line) => [line.msg, line.requestId, line.spanId])
        .sort();
    await waitFor(() =>
      expect(listLines()).toEqual([
        ['Request completed', requestId, spanId],
        ['handled', undefined, spanId],
        ['refunding', requestId, spanId],
      ]),
    );
  });

  it('is not that of the browser, and concurrent requests keep their own', async () => {
    const browserTrace = randomUUID().replaceAll('-', '');
    const refunds = await Promise.all(Array.from({ length: 12 }, () => refund(browserTrace)));
    const published = await Promise.all(
      refunds.map((refundId) =>
        events.waitForEvent(orderRefunded.type, ({ data }) => (data as { refundId: string }).refundId === refundId),
      ),
    );
    const traces = published.map(({ traceparent }) => traceparent?.slice(3, 35));
    expect(new Set([...traces, browserTrace]).size).toBe(13);
    await waitFor(() =>
      expect(
        refunds.map((refundId) => lines.filter((line) => line.refundId === refundId).map(({ traceId }) => traceId)),
      ).toEqual(traces.map((trace) => [trace, trace])),
    );
  });
});
