import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack } from '../../dev/stack/stack.ts';
import { runCombinations, type Combination } from './combinations.ts';
import { createBuyer } from './purchase.ts';
import { provePart } from './prove-part.ts';

/** Starts a shop with a data folder of its own as the first combination, and sells with each. Returns how many failed. */
export async function sellWithCombinations(combinations: readonly Combination[], photo: Buffer): Promise<number> {
  const [first] = combinations;
  if (!first) return 0;
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-combinations-'));
  let shop: Stack | undefined;
  try {
    const isStarted = await provePart(`starts: ${first.name}`, async () => {
      // An order is printed at once.
      const env = { RATE_LIMIT_ENABLED: 'false', CHANGE_WINDOW_MINUTES: '0' };
      shop = await startStack({ dataDir, port: 0, quiet: true, disposable: true, env, roots: first.roots });
    });
    if (!shop || !isStarted) return combinations.length;
    return await runCombinations(shop, combinations, createBuyer(shop, photo));
  } finally {
    await shop?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
