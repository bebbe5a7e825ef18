import type { ShopRecord } from '../shop/shop-record.ts';

export interface EventsAddress {
  rabbitmqUrl?: string;
  databaseUrl?: string;
  /** Begins the names of the queues. */
  namespace: string;
}

const DEFAULT_NAMESPACE = 'shop';

/**
 * Where events are: what the environment says, else the shop that runs on the data folder. Its namespace is meant, too, where the environment gives its
 * address alone, as a shell does that it was started from. Undefined where neither says anything.
 */
export function findEventsAddress(
  { RABBITMQ_URL, EVENTS_DATABASE_URL, EVENTS_NAMESPACE }: NodeJS.ProcessEnv,
  running: ShopRecord['events'],
): EventsAddress | undefined {
  if (RABBITMQ_URL || EVENTS_DATABASE_URL) {
    const isRunningShop = running !== undefined && running.url === (RABBITMQ_URL || EVENTS_DATABASE_URL);
    return {
      rabbitmqUrl: RABBITMQ_URL,
      databaseUrl: EVENTS_DATABASE_URL,
      namespace: EVENTS_NAMESPACE || (isRunningShop ? running.namespace : DEFAULT_NAMESPACE),
    };
  }
  if (!running) return undefined;
  const { transport, url, namespace } = running;
  return transport === 'rabbitmq' ? { rabbitmqUrl: url, namespace } : { databaseUrl: url, namespace };
}
