import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule } from '@nestjs/common';
import { EventMetrics } from './event-metrics.js';
import { InboxStrategy } from './inbox/inbox-strategy.js';
import {
  EVENT_TRANSPORT,
  MESSAGING_OPTIONS,
  createNestTransportLog,
  type MessagingOptions,
} from './messaging-options.js';
import { EventCleanup } from './outbox/event-cleanup.js';
import { EventOutbox } from './outbox/event-outbox.js';
import { createTransport, type EventTransport } from './transport/index.js';

/** Outbox and inbox of one service. Needs a TypeORM DataSource whose migrations include `messagingMigrations`. */
@Module({})
export class MessagingModule implements BeforeApplicationShutdown {
  constructor(
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    @Inject(InboxStrategy) private readonly strategy: InboxStrategy,
  ) {}

  static forRoot(options: MessagingOptions): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: MESSAGING_OPTIONS, useValue: options },
        {
          provide: EVENT_TRANSPORT,
          useFactory: () => createTransport({ ...options, log: createNestTransportLog('EventTransport') }),
        },
        EventCleanup,
        EventMetrics,
        EventOutbox,
        InboxStrategy,
      ],
      exports: [EventMetrics, EventOutbox, InboxStrategy, EVENT_TRANSPORT],
    };
  }

  /** Before the database connection closes: stops deliveries, waits for running handlers, then disconnects. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.strategy.close();
    await this.transport.close();
  }
}
