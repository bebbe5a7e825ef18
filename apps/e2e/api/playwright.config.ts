import { defineConfig } from '@playwright/test';
import type { Events } from './api.fixture.ts';

/** No browser: what a client of the API meets. A shop for each way of events, both at once. */
export default defineConfig<object, { events: Events }>({
  testMatch: '*.api.ts',
  projects: [
    { name: 'events over PostgreSQL', use: { events: 'postgresql' } },
    { name: 'events over RabbitMQ', use: { events: 'rabbitmq' } },
  ],
  outputDir: '../../../test-results/api',
  globalSetup: '../support/build-once.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  reporter: [['list'], ['json', { outputFile: '../../../test-results/api.json' }]],
});
