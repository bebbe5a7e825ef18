/**
 * `npm run bench:events`: measures the time from a commit to the event's handler, through outbox, transport and inbox. Run it on an idle
 * machine. Exits with 1 if a target is missed. Uses the built libraries, a temporary PostgreSQL, and RabbitMQ if it runs locally.
 */
import { topology } from '@shop/contracts-all';
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { userRegistered } from '@shop/contracts-identity';
import {
  listQueueBindings,
  createTransport,
  deleteNamespace,
  EventOutbox,
  messagingMigrations,
  OutboxRelay,
  queueName,
} from '@shop/messaging';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { withDatabase } from '../../ops/shop/addresses.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { probes } from '../../dev/stack/probes.ts';

const RUNS = 300;
const WARM_UP = 30;
const TARGET_MEDIAN_MS = 10;
const TARGET_P99_MS = 50;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface TransportCase {
  name: string;
  rabbitmqUrl?: string;
  databaseUrl?: string;
}

const EMAIL = 'bench@example.com';

async function measure(transportCase: TransportCase, writerUrl: string): Promise<number[]> {
  const namespace = `bench-${randomUUID().slice(0, 8)}`;
  const dataSource = await new DataSource({
    type: 'postgres',
    url: writerUrl,
    migrations: messagingMigrations,
    logging: false,
  }).initialize();
  await dataSource.runMigrations();
  const transport = await createTransport({
    service: 'bench',
    rabbitmqUrl: transportCase.rabbitmqUrl,
    databaseUrl: transportCase.databaseUrl,
    namespace,
    queueExpiresMs: 30 * 60_000,
  });
  await transport.start(listQueueBindings(namespace, topology));
  let onHandled: (at: number) => void = () => undefined;
  await transport.subscribe([
    {
      queue: queueName(namespace, 'order-svc', userRegistered.type),
      type: userRegistered.type,
      concurrency: 1,
      storeDeadLetter: ({ reason }) => Promise.reject(new Error(reason)),
      handle: async ({ envelope }) => {
        await dataSource.transaction((manager) =>
          manager.query('INSERT INTO processed_events (event_id, handler) VALUES ($1, $2)', [envelope.id, 'bench']),
        );
        onHandled(performance.now());
        return { kind: 'done' };
      },
    },
  ]);
  const relay = new OutboxRelay(dataSource, writerUrl, transport, SILENT);
  relay.start();
  const outbox = new EventOutbox({ service: 'identity-svc' });
  const times: number[] = [];
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const handledAt = new Promise<number>((resolve) => (onHandled = resolve));
    const userId = crypto.randomUUID();
    await dataSource.transaction((manager) =>
      outbox.publish(manager, userRegistered, {
        subject: `user/${userId}`,
        data: { userId, email: EMAIL, firstName: null, role: 'user', registeredAt: new Date().toISOString() },
      }),
    );
    const committed = performance.now();
    times.push((await handledAt) - committed);
    await delay(5);
  }
  await relay.close();
  await transport.close();
  await dataSource.destroy();
  if (transportCase.rabbitmqUrl)
    await deleteNamespace(transportCase.rabbitmqUrl, namespace, listQueueBindings(namespace, topology));
  return times.slice(WARM_UP).sort((a, b) => a - b);
}

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'));
const postgres = await startPostgres({ folder: join(folder, 'postgres'), logFolder: folder });

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return withDatabase(postgres.url, name);
}

try {
  const transportCases: TransportCase[] = [{ name: 'PostgreSQL', databaseUrl: await createDatabase('bench_events') }];
  const rabbitmqUrl = 'amqp://guest:guest@127.0.0.1:5672';
  if (
    await probes.RabbitMQ(rabbitmqUrl).then(
      () => true,
      () => false,
    )
  )
    transportCases.push({ name: 'RabbitMQ', rabbitmqUrl });
  console.log(
    `From commit to handler, ${RUNS} events, one at a time; target: median ≤ ${TARGET_MEDIAN_MS} ms, p99 ≤ ${TARGET_P99_MS} ms`,
  );
  for (const [index, way] of transportCases.entries()) {
    const sorted = await measure(way, await createDatabase(`bench_writer_${index}`));
    if (quantile(sorted, 0.5) > TARGET_MEDIAN_MS || quantile(sorted, 0.99) > TARGET_P99_MS) process.exitCode = 1;
    console.log(
      `${way.name.padEnd(12)} median ${quantile(sorted, 0.5).toFixed(1)} ms   p99 ${quantile(sorted, 0.99).toFixed(1)} ms   max ${quantile(sorted, 1).toFixed(1)} ms`,
    );
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
