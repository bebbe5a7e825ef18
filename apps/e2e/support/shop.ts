import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import getPort from 'get-port';
import { startStack, type Stack } from '@shop/tools/stack';
import { throwFaults, watchFaults } from './faults.ts';
import { inKeptTab } from './kept-tab.ts';
import { whenItsTurn } from './shops-in-turn.ts';

/** The time of a worker's fixture that starts a shop. */
export const SHOP_START = { scope: 'worker', timeout: 300_000 } as const;

/** A whole shop, started as `npm start` starts it, in a folder of its own, for as long as it is used. */
export async function duringShop(use: (shop: Stack) => Promise<void>, env: Record<string, string> = {}): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
  const start = async (): Promise<Stack> =>
    startStack({
      dataDir,
      port: await getPort(),
      env: { RATE_LIMIT_ENABLED: 'false', ...env },
      quiet: true,
      disposable: true,
    });
  try {
    const shop = await whenItsTurn(start);
    try {
      await use(shop);
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Visitors {
  /** Who comes for the first time, in a browser of their own. */
  visitor: Page;
  /** Who was here before and left nothing but the shop's files in the browser's cache. */
  passerby: Page;
}

const passersBrowsers = new WeakMap<Stack, BrowserContext>();

/**
 * What `test` of `screens.ts` and of `people.ts` is made of. Test files take one of those: a worker, and with it its shop, is kept only for files that
 * have the same set of fixtures of a worker's.
 */
export const shopTest = base.extend<Visitors, { shop: Stack }>({
  // Every second worker's shop has embedded parts only, as on a machine with neither RabbitMQ nor Redis.
  shop: [
    async ({ browserName: _ }, use, { parallelIndex }) =>
      duringShop(use, parallelIndex % 2 === 1 ? { EMBEDDED: 'true' } : {}),
    SHOP_START,
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  visitor: async ({ page }, use) => {
    const faults = watchFaults(page);
    await use(page);
    throwFaults(faults);
  },
  passerby: async ({ browser, shop }, use, testInfo) => {
    const context = passersBrowsers.get(shop) ?? (await browser.newContext());
    passersBrowsers.delete(shop);
    const isAsNew = await inKeptTab(context, testInfo, use);
    if (!isAsNew) return context.close();
    await context.clearCookies();
    passersBrowsers.set(shop, context);
  },
});
