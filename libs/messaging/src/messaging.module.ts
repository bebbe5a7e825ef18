import { Inject, Logger, Module, type BeforeApplicationShutdown, type DynamicModule } from '@nestjs/common';
import { EVENT_TRANSPORT } from './inbox/event-transport.token.js';
import { InboxStrategy } from './inbox/inbox-strategy.js';
import { MESSAGING_OPTIONS, type MessagingOptions } from './messaging-options.js';
import { EventOutbox } from './outbox/event-outbox.js';
import { createTransport, type EventTransport, type TransportLog } from './transport/index.js';

function nestLog(): TransportLog {
  const logger = new Logger('EventTransport');
  return {
    info: (fields, message) => logger.log(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}

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
        { provide: EVENT_TRANSPORT, useFactory: () => createTransport({ ...options, log: nestLog() }) },
        EventOutbox,
        InboxStrategy,
      ],
      exports: [EventOutbox, InboxStrategy, EVENT_TRANSPORT],
    };
  }

  /** Before the database goes: no new deliveries, the running ones end, then the connection closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.strategy.close();
    await this.transport.close();
  }
}
