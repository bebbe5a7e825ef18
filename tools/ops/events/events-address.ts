import type { ShopRecord } from '../shop/shop-record.ts';

export interface EventsAddress {
  rabbitmqUrl?: string;
  databaseUrl?: string;
  /** Prefix of the queue names. */
  namespace: string;
}

const DEFAULT_NAMESPACE = 'shop';

/**
 * Address of the events: from the environment, else from the shop that runs on the data folder. If the environment has the running shop's address
 * without a namespace (for example in the shell that started it), the shop's namespace is used. Undefined if neither exists.
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
