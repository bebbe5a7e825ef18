import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startStack } from '@shop/tools/stack';
import getPort from 'get-port';
import { ApiDocument } from './document.ts';
import { World } from './world.ts';

export type Events = 'postgresql' | 'rabbitmq';

interface Api {
  world: World;
  document: ApiDocument;
}

/** A shop of its own for each way of events, started once. */
export const test = base.extend<object, { events: Events; api: Api | null }>({
  events: ['postgresql', { option: true, scope: 'worker' }],
  api: [
    async ({ events }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'shop-api-'));
      const env = { RATE_LIMIT_ENABLED: 'false', ...(events === 'postgresql' ? { EMBEDDED: 'true' } : {}) };
      const shop = await startStack({ dataDir, port: await getPort(), env, quiet: true, disposable: true });
      const isThere = events === 'postgresql' || shop.parts.events.url !== undefined;
      if (!isThere && process.env.CI) throw new Error('RabbitMQ does not answer.');
      const document = new ApiDocument((await (await fetch(new URL('/api/openapi.json', shop.url))).json()) as object);
      await use(isThere ? { world: new World(shop), document } : null);
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

export { expect } from '@playwright/test';
