import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhatChanged, quietReporter } from '@shop/tools/stack';
import { letShopsStartInTurn } from './shops-in-turn.ts';

/** Before any test, whatever shops of several workers would get in each other's way with. */
export default async function beforeAll(): Promise<() => Promise<void>> {
  await buildOnce();
  return letShopsStartInTurn();
}

/** Two shops that start at once would build at once, into the same folders. */
async function buildOnce(): Promise<void> {
  const logFolder = await mkdtemp(join(tmpdir(), 'shop-build-'));
  await buildWhatChanged({ logFolder, reporter: quietReporter, withWebApps: true });
  await rm(logFolder, { recursive: true, force: true });
}
