import { test as base } from '@playwright/test';
import { duringShop, SHOP_START } from '../support/shop.ts';
import { ApiDocument } from './document.ts';
import { World } from './world.ts';

export type Events = 'postgresql' | 'rabbitmq';

export interface Api {
  world: World;
  document: ApiDocument;
}

/** Calls of one address, each with an address of its own for every `Person`; the checkout's are many for those who have artwork. */
export const LIMITS = {
  signIn: 10,
  reset: 10,
  upload: 20,
  preview: 40,
  generate: 10,
  checkout: 200,
  orderChange: 40,
  contact: 10,
  archive: 10,
  accountFailures: 5,
  accountResets: 3,
} as const;

const ENVIRONMENT = {
  RATE_LIMIT_ENABLED: 'true',
  TRUST_PROXY: '1', // each person says an address
  RATE_LIMIT_SIGN_IN: `${LIMITS.signIn}/600`,
  RATE_LIMIT_RESET: `${LIMITS.reset}/3600`,
  RATE_LIMIT_UPLOAD: `${LIMITS.upload}/600`,
  RATE_LIMIT_PREVIEW: `${LIMITS.preview}/600`,
  RATE_LIMIT_GENERATE: `${LIMITS.generate}/600`,
  RATE_LIMIT_CHECKOUT: `${LIMITS.checkout}/600`,
  RATE_LIMIT_ORDER_CHANGE: `${LIMITS.orderChange}/600`,
  RATE_LIMIT_CONTACT: `${LIMITS.contact}/3600`,
  RATE_LIMIT_ARCHIVE: `${LIMITS.archive}/3600`,
  RATE_LIMIT_ACCOUNT_FAILURES: String(LIMITS.accountFailures),
  RATE_LIMIT_ACCOUNT_RESETS: String(LIMITS.accountResets),
  SANDBOX_PROCESSING_MS: '300', // a bank that takes its time
};

/** `npm test` has looked whether it works, and says where; by itself this looks as `npm start` does. */
const { TEST_RABBITMQ_URL } = process.env;

const partsOf = (events: Events): Record<string, string> => {
  if (events === 'postgresql') return { EMBEDDED: 'true' };
  return TEST_RABBITMQ_URL ? { RABBITMQ_URL: TEST_RABBITMQ_URL } : {};
};

/** A shop of its own for each way of events, started once. */
export const test = base.extend<{ api: Api }, { events: Events; running: Api | null }>({
  events: ['postgresql', { option: true, scope: 'worker' }],
  running: [
    async ({ events }, use) =>
      duringShop(
        async (shop) => {
          const isThere = events === 'postgresql' || shop.parts.events.url !== undefined;
          if (!isThere && process.env.CI) throw new Error('RabbitMQ does not answer.');
          const document = new ApiDocument(
            (await (await fetch(new URL('/api/openapi.json', shop.url))).json()) as object,
          );
          await use(isThere ? { world: new World(shop), document } : null);
        },
        { ...ENVIRONMENT, ...partsOf(events) },
      ),
    SHOP_START,
  ],
  api: async ({ running }, use, testInfo) => {
    testInfo.skip(!running, 'RabbitMQ does not answer here');
    if (running) await use(running);
  },
});

export { expect } from '@playwright/test';
