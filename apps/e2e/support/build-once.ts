import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhatChanged, quietReporter } from '@shop/tools/stack';

/** Before any test: two shops that start at once would build at once, into the same folders. */
export default async function buildOnce(): Promise<void> {
  const logFolder = await mkdtemp(join(tmpdir(), 'shop-build-'));
  await buildWhatChanged({ logFolder, reporter: quietReporter, withWebApps: true });
  await rm(logFolder, { recursive: true, force: true });
}
