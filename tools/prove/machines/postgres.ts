/**
 * `npm run rehearse:postgres`: customers buy, and the machine of PostgreSQL's leader dies. Patroni makes the synchronous standby the leader,
 * and haproxy leads the shop to it; then SQL checks that nothing was lost or done twice. The sandbox, which stands for Stripe and
 * Printful, has a server of its own.
 *   --transport=rabbitmq|postgres   only this one
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Check } from '../kills/checks.ts';
import { startStack } from '../../dev/stack/stack.ts';
import { createDebianPostgres } from './debian-postgres.ts';
import { withMachines } from './network.ts';
import { requirePrograms } from './packages.ts';
import { PatroniCluster } from './patroni.ts';
import { rehearseDeath, report, SHOP_ENV } from './rehearsal.ts';

type Transport = 'rabbitmq' | 'postgres';

requirePrograms('ip', 'postgres', 'patroni', 'etcd', 'haproxy');
const { values } = parseArgs({ options: { transport: { type: 'string' } } });

async function rehearse(transport: Transport, folder: string): Promise<Check[]> {
  const outside = await createDebianPostgres(join(folder, 'sandbox'));
  await outside.start();
  try {
    return await withMachines(['etcd', 'postgres1', 'postgres2', 'postgres3'], async ([etcd, ...nodes]) => {
      if (!etcd) throw new Error('There is no machine for etcd');
      const cluster = await PatroniCluster.start(folder, etcd, nodes);
      const shop = await startStack({
        dataDir: join(folder, 'shop'),
        port: 0,
        quiet: true,
        disposable: true,
        embedded: transport === 'postgres',
        sandboxServer: outside.url,
        env: { ...SHOP_ENV, DATABASE_URL: cluster.url },
      });
      try {
        if (shop.events.transport !== transport) throw new Error('RabbitMQ does not run on this machine');
        const leader = await cluster.findRole('primary');
        return await rehearseDeath(shop, { die: () => leader.die(), comeBack: () => cluster.rejoin(leader) });
      } finally {
        await shop.stop();
        await cluster.stop();
      }
    });
  } finally {
    await outside.stop('immediate');
  }
}

const transports = values.transport ? [values.transport as Transport] : (['rabbitmq', 'postgres'] as const);
for (const transport of transports) {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-postgres-'));
  await chmod(folder, 0o755);
  console.log(`\nThe leader of PostgreSQL dies; events over ${transport}.`);
  try {
    report(await rehearse(transport, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
