import { defineConfig } from '@playwright/test';
import { createConfig } from './support/playwright-config.ts';
import type { ShopOptions } from './support/test.ts';

/** Each project starts one shop. */
export default defineConfig<object, ShopOptions>(await createConfig('../../test-results/e2e'), {
  projects: [
    // The same parts as `npm start`: RabbitMQ and Redis if they are running.
    {
      name: 'shop',
      workers: 1,
      testMatch: ['api/transports/*.api.ts', 'browser/*.browser.ts', 'journeys/*.journey.ts'],
      testIgnore: 'journeys/{no-webhook,trace,owners-day}.journey.ts',
      // Low enough for the price of a pet tag.
      use: { shopEnv: { SECOND_FACTOR_REFUND_CENTS: '200' } },
    },
    // Embedded parts only: events over PostgreSQL.
    {
      name: 'embedded',
      workers: 1,
      testMatch: 'api/**/*.api.ts',
      use: { shopEnv: { EMBEDDED: 'true', SANDBOX_PROCESSING_MS: '300' } },
    },
    // A shop of its own, with 5,000 orders.
    { name: 'full', workers: 1, testMatch: 'journeys/owners-day.journey.ts', use: { shopEnv: { EMBEDDED: 'true' } } },
    // The payment provider sends no webhooks. Orders are printed at once, and a printer's day takes four seconds. All processes send traces.
    {
      name: 'no webhooks',
      workers: 1,
      testMatch: 'journeys/{no-webhook,trace}.journey.ts',
      use: {
        hasTracing: true,
        shopEnv: {
          EMBEDDED: 'true',
          SANDBOX_FAULTS: 'lost',
          CHANGE_WINDOW_MINUTES: '0',
          SANDBOX_PRINTER_SPEED: '21600',
        },
      },
    },
  ],
});
