import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import getPort from 'get-port';
import { startStack, type Stack } from '@shop/tools/stack';

/** The whole shop, started once a worker as `npm start` starts it, in a folder of its own. */
export const test = base.extend<{ visitor: Page }, { shop: Stack }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'shop-journey-'));
      const shop = await startStack({ dataDir, port: await getPort(), env: { RATE_LIMIT_ENABLED: 'false' }, quiet: true, disposable: true });
      await use(shop);
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  visitor: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await use(page);
    if (faults.length > 0) throw new Error(`The page threw: ${faults.join('; ')}`);
  },
});

export { expect } from '@playwright/test';
