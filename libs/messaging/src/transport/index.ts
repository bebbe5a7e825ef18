import {
  DEFAULT_RETRY_DELAYS_MS,
  SILENT_LOG,
  type EventTransport,
  type TransportOptions,
  type TransportSettings,
} from './event-transport.js';
import { RabbitMqTransport } from './rabbitmq-transport.js';

export * from './event-transport.js';
export { createBrokerDefinitions } from './rabbitmq-definitions.js';
export { deleteNamespace, listUndelivered } from './rabbitmq-topology.js';

/** RabbitMQ if its URL is set, otherwise PostgreSQL. Throws if neither is set. A process with RabbitMQ loads no PostgreSQL driver. */
export async function createTransport(options: TransportOptions): Promise<EventTransport> {
  const { rabbitmqUrl, databaseUrl, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS, log = SILENT_LOG } = options;
  const settings: TransportSettings = { ...options, retryDelaysMs, log };
  if (rabbitmqUrl) return new RabbitMqTransport({ ...settings, rabbitmqUrl });
  if (databaseUrl) {
    const { PostgresTransport } = await import('./postgres-transport.js');
    return new PostgresTransport({ ...settings, databaseUrl });
  }
  throw new Error('Events need RABBITMQ_URL or EVENTS_DATABASE_URL');
}
