import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { runPairs, type Pair } from './pairs.ts';
import { createBuyer } from './purchase.ts';
import { prove } from './report.ts';

/** Starts a shop with a data folder of its own as the first pair, and sells with each pair. Returns how many failed. */
export async function sellWithPairs(pairs: readonly Pair[], photo: Buffer): Promise<number> {
  const [first] = pairs;
  if (!first) return 0;
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-pairs-'));
  let shop: Stack | undefined;
  try {
    const isStarted = await prove(`starts: ${first.name}`, async () => {
      // An order is printed at once.
      const env = { RATE_LIMIT_ENABLED: 'false', CHANGE_WINDOW_MINUTES: '0' };
      shop = await startStack({ dataDir, port: 0, quiet: true, disposable: true, env, roots: first.roots });
    });
    if (!shop || !isStarted) return pairs.length;
    return await runPairs(shop, pairs, createBuyer(shop, photo));
  } finally {
    await shop?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
