import type { ShopRecord } from '../shop/shop-record.ts';
import { readVariable } from '../shop/variables.ts';

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
export function findEventsAddress(env: NodeJS.ProcessEnv, running: ShopRecord['events']): EventsAddress | undefined {
  const rabbitmqUrl = readVariable('RABBITMQ_URL', env);
  const databaseUrl = readVariable('EVENTS_DATABASE_URL', env);
  if (rabbitmqUrl || databaseUrl) {
    const isRunningShop = running !== undefined && running.url === (rabbitmqUrl ?? databaseUrl);
    return {
      rabbitmqUrl,
      databaseUrl,
      namespace: readVariable('EVENTS_NAMESPACE', env) ?? (isRunningShop ? running.namespace : DEFAULT_NAMESPACE),
    };
  }
  if (!running) return undefined;
  const { transport, url, namespace } = running;
  return transport === 'rabbitmq' ? { rabbitmqUrl: url, namespace } : { databaseUrl: url, namespace };
}
