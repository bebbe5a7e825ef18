import { SILENT_LOG, type EventTransport, type TransportOptions } from './event-transport.js';
import { PostgresTransport } from './postgres-transport.js';
import { RabbitMqTransport } from './rabbitmq-transport.js';

export { listQueueBindings, republishType } from './bindings.js';
export * from './event-transport.js';
export { deleteNamespace } from './rabbitmq-transport.js';
export { ListenNotifyWorker } from './listen-notify-worker.js';
export { PostgresListener } from './postgres-listener.js';

/** RabbitMQ if its URL is set, otherwise PostgreSQL. Throws if neither is set. */
export function createTransport(options: TransportOptions): EventTransport {
  const { rabbitmqUrl, databaseUrl, log = SILENT_LOG } = options;
  if (rabbitmqUrl) return new RabbitMqTransport({ ...options, rabbitmqUrl, log });
  if (databaseUrl) return new PostgresTransport({ ...options, databaseUrl, log });
  throw new Error('Events need RABBITMQ_URL or EVENTS_DATABASE_URL');
}
