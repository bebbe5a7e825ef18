/**
 * `npm run rehearse:rabbitmq`: customers buy, and the machine dies that leads RabbitMQ's quorum queues and has all connections of the
 * shop, which knows the three addresses; then SQL checks that nothing was lost or done twice.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from '../kills/checks.ts';
import { startStack } from '../../dev/stack/stack.ts';
import { createDebianPostgres } from './debian-postgres.ts';
import { withMachines, type Machine } from './network.ts';
import { requirePrograms } from './packages.ts';
import { RabbitMqCluster } from './rabbitmq-cluster.ts';
import { rehearseDeath, report, SHOP_ENV } from './rehearsal.ts';

requirePrograms('ip', 'postgres', 'rabbitmq-server');

async function rehearse(folder: string, databaseUrl: string, nodes: readonly Machine[]): Promise<Check[]> {
  const [leader, other] = nodes;
  if (!leader || !other) throw new Error('There are not enough machines');
  const cluster = new RabbitMqCluster(folder, nodes);
  await cluster.start();
  const env = { ...SHOP_ENV, DATABASE_URL: databaseUrl, RABBITMQ_URL: cluster.url };
  const shop = await startStack({ dataDir: join(folder, 'shop'), port: 0, quiet: true, disposable: true, env });
  try {
    const { led, all } = await cluster.countQueues(leader, leader);
    console.log(`  ${leader.name} leads ${led} of ${all} queues.`);
    const checks = await rehearseDeath(shop, { die: () => leader.die(), comeBack: () => cluster.rejoin(leader) });
    const left = await cluster.countQueues(leader, other);
    return [
      { name: 'runs in which the dead machine led no queue', violations: led > 0 ? 0 : 1 },
      { name: 'queues without a leader', violations: all - left.all },
      ...checks,
    ];
  } finally {
    await shop.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'rehearse-rabbitmq-'));
await chmod(folder, 0o755);
console.log('\nA machine of RabbitMQ dies.');
const server = await createDebianPostgres(join(folder, 'postgres'));
try {
  await server.start();
  report(await withMachines(['rabbit1', 'rabbit2', 'rabbit3'], (nodes) => rehearse(folder, server.url, nodes)));
} finally {
  await server.stop('immediate').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}
