import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type APIRequestContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { startStack, type Stack } from '@shop/tools/stack';
import { TraceReceiver } from '@shop/tracing/testing';
import getPort from 'get-port';
import { ApiDocument } from '../api/document.ts';
import { TestShop } from '../api/test-shop.ts';
import { readOtherBuilds } from './deployments.ts';
import { createDesign, emptyCart, type Design, type SoldProduct } from './designs.ts';
import { registerAccount, getAdmin, type Account } from './accounts.ts';
import { restoreCalls } from './network.ts';

export { expect } from '@playwright/test';

/** Options of a project's shop. */
export interface ShopOptions {
  shopEnv: Record<string, string>;
  /** Whether its processes send traces to `traces`. */
  hasTracing: boolean;
}

interface WorkerFixtures {
  /** The project's shop, started like `npm start` in a temporary folder. */
  shop: Stack;
  traces: TraceReceiver;
  /** Helpers for API tests, and the shop's OpenAPI document. */
  api: { testShop: TestShop; document: ApiDocument };
  /** Artwork of a guest. */
  guestDesign: Design;
  /** A customer with an artwork. */
  customer: Account & { design: Design };
  catalogue: SoldProduct[];
  /** A pet tag, whose print file is rendered fastest. */
  tag: SoldProduct;
  tee: SoldProduct;
}

interface TestFixtures {
  /** Opens a page in its own browser context. The test fails if a script throws or violates the Content-Security-Policy. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
  anonymousPage: Page;
  /** A page of the guest with an artwork and an empty cart. */
  guestWithDesign: Page;
  /** A page of the customer with an artwork and an empty cart. */
  customerWithDesign: Page;
  adminPage: Page;
  adminApi: APIRequestContext;
}

async function withShop(env: Record<string, string>, use: (shop: Stack) => Promise<void>): Promise<void> {
  const rabbitmq = env.EMBEDDED ? '' : process.env.TEST_SHOP_RABBITMQ_URL; // a virtual host of this run, see global-setup.ts
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
  try {
    const shop = await startStack({
      dataDir,
      port: await getPort(),
      env: {
        RATE_LIMIT_ENABLED: 'false',
        ...(rabbitmq ? { RABBITMQ_URL: rabbitmq } : {}),
        ...env,
      },
      webBuilds: readOtherBuilds(),
      skipBuild: true,
      quiet: true,
      disposable: true,
    });
    try {
      await use(shop);
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

// All files use this `test`, as Playwright reuses a worker and its shop only for tests with the same worker fixtures.
export const test = base.extend<TestFixtures, WorkerFixtures & ShopOptions>({
  shopEnv: [{}, { option: true, scope: 'worker' }],
  hasTracing: [false, { option: true, scope: 'worker' }],
  traces: [
    async ({}, use) => {
      const receiver = await TraceReceiver.start();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ shopEnv, hasTracing, traces }, use) =>
      withShop({ ...(hasTracing ? { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url } : {}), ...shopEnv }, use),
    { scope: 'worker', timeout: 300_000 },
  ],
  api: [
    async ({ shop }, use) => {
      const answer = await fetch(new URL('/api/openapi.json', shop.url));
      await use({ testShop: new TestShop(shop), document: new ApiDocument((await answer.json()) as object) });
    },
    { scope: 'worker' },
  ],
  guestDesign: [
    async ({ playwright, shop }, use) => {
      const request = await playwright.request.newContext({ baseURL: shop.url });
      await use(await createDesign(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  customer: [
    async ({ shop }, use) => {
      const person = await registerAccount(shop);
      await use({ ...person, design: await createDesign(person.api) });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  catalogue: [
    async ({ shop }, use) => use((await (await fetch(new URL('/api/products', shop.url))).json()) as SoldProduct[]),
    { scope: 'worker' },
  ],
  tag: [async ({ catalogue }, use) => use(findByTitle(catalogue, 'Bone Pet Tag')), { scope: 'worker' }],
  tee: [async ({ catalogue }, use) => use(findByTitle(catalogue, 'Classic Pet Portrait Tee')), { scope: 'worker' }],
  baseURL: async ({ shop }, use) => use(shop.url),
  openPage: async ({ browser, baseURL, contextOptions, viewport }, use) => {
    const errors: string[] = [];
    const pages: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, viewport, ...contextOptions, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => void errors.push(error.message));
      page.on('console', (line) => void (line.text().includes('Content Security Policy') && errors.push(line.text())));
      pages.push(page);
      return page;
    });
    for (const page of pages) {
      if (!page.isClosed()) await restoreCalls(page); // a page may be waiting for a changed answer
      await page.context().close();
    }
    if (errors.length > 0) throw new Error(`In the page's console: ${errors.join('; ')}`);
  },
  anonymousPage: async ({ openPage }, use) => use(await openPage()),
  guestWithDesign: async ({ openPage, guestDesign }, use) => {
    const page = await openPage({ storageState: guestDesign.session });
    await emptyCart(page.request);
    await use(page);
  },
  customerWithDesign: async ({ openPage, customer }, use) => {
    const page = await openPage({ storageState: await customer.api.storageState() });
    await emptyCart(page.request);
    await use(page);
  },
  adminPage: async ({ openPage, shop }, use) =>
    use(await openPage({ storageState: await (await getAdmin(shop)).api.storageState() })),
  adminApi: async ({ shop }, use) => use((await getAdmin(shop)).api),
});

function findByTitle(catalogue: readonly SoldProduct[], title: string): SoldProduct {
  const product = catalogue.find((each) => each.title === title);
  if (!product) throw new Error(`The shop does not sell ${title}`);
  return product;
}
