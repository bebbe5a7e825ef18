import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhatChanged, quietReporter } from '@shop/tools/stack';

export default async function beforeAll(): Promise<() => Promise<void>> {
  await buildOnce();
  return openEvents();
}

/** Two shops that build at once would build into the same folders. */
async function buildOnce(): Promise<void> {
  const logFolder = await mkdtemp(join(tmpdir(), 'shop-build-'));
  await buildWhatChanged({ logFolder, reporter: quietReporter, withWebApps: true });
  await rm(logFolder, { recursive: true, force: true });
}

/**
 * Where the shops of this run have their queues; returns what closes it. Each shop has queue names of its own and deletes its queues when it stops.
 * A virtual host of the run's own is to be opened here, and named to the shops by RABBITMQ_URL.
 */
function openEvents(): Promise<() => Promise<void>> {
  return Promise.resolve(() => Promise.resolve());
}
