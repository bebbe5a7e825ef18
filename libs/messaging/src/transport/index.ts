import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  type EventTransport,
  type TransportOptions,
  type TransportSettings,
} from './event-transport.js';
import { PostgresTransport } from './postgres-transport.js';
import { RabbitMqTransport } from './rabbitmq-transport.js';

export * from './event-transport.js';
export { ListenNotifyWorker, PostgresListener } from './postgres-listener.js';
export { createBrokerDefinitions } from './rabbitmq-definitions.js';
export { deleteNamespace, listUndelivered } from './rabbitmq-topology.js';

/** RabbitMQ if its URL is set, otherwise PostgreSQL. Throws if neither is set. */
export function createTransport(options: TransportOptions): EventTransport {
  const { rabbitmqUrl, databaseUrl, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS, log = SILENT_LOG } = options;
  const settings: TransportSettings = { ...options, retryDelaysMs, log };
  if (rabbitmqUrl) return new RabbitMqTransport({ ...settings, rabbitmqUrl });
  if (databaseUrl) return new PostgresTransport({ ...settings, databaseUrl });
  throw new Error('Events need RABBITMQ_URL or EVENTS_DATABASE_URL');
}
