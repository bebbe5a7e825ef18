import pg from 'pg';
import { getHost } from '../../ops/shop/addresses.ts';
import type { DatabaseName } from '../../ops/shop/databases.ts';
import { DATABASE_BY_SERVICE } from '../../ops/shop/service-databases.ts';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';
import type { Probes } from './probes.ts';

export interface ShopQueues {
  url: string;
  namespace: string;
  databases: Record<DatabaseName, string>;
}

/**
 * Deletes the queues of a stopped development shop: some ten data folders with their queues take all 1,024 files of Debian's RabbitMQ.
 * Before, the outboxes mark what the queues still held as unsent, so that the next start sends it again.
 */
export async function deleteQueues({ url, namespace, databases }: ShopQueues): Promise<void> {
  // Not at the top: a fresh clone compiles the libs first.
  const { topology } = await import('@shop/contracts-all');
  const { deleteNamespace, listQueueBindings, listUndelivered } = await import('@shop/messaging/transport');
  const bindings = listQueueBindings(namespace, topology);
  const ids = await listUndelivered(url, namespace, bindings);
  if (ids.length > 0) await resend(databases, ids);
  await deleteNamespace(url, namespace, bindings);
}

async function resend(databases: ShopQueues['databases'], ids: string[]): Promise<void> {
  const { resendEventsById } = await import('@shop/messaging/operator');
  for (const name of Object.values(DATABASE_BY_SERVICE)) {
    const client = new pg.Client({ connectionString: databases[name] });
    client.on('error', () => undefined); // the next query fails after a lost connection
    await client.connect();
    try {
      await resendEventsById(async (sql, values) => (await client.query(sql, values)).rows as never[], ids);
    } finally {
      await client.end();
    }
  }
}

/** Replaces the error of a start if RabbitMQ has stopped answering in the meantime. */
export async function explainFailedStart(error: unknown, url: string | undefined, probes: Probes): Promise<unknown> {
  if (!url) return error;
  return probes.RabbitMQ(url).then(
    () => error,
    (reason: unknown) =>
      new StartError(
        `RabbitMQ at ${getHost(url)} stopped answering while the shop started: ${getErrorMessage(reason)}. ` +
          'It may have too many queues of other shops for its open files (`rabbitmqctl status`, "File Descriptors"). ' +
          'Restart it (`systemctl restart rabbitmq-server`) and delete unused queues, or start without it: EMBEDDED=true npm start',
      ),
  );
}
