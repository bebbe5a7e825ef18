import { defineConfig } from '@playwright/test';
import type { Events } from './api.fixture.ts';

/** Parts that stop and come back, crowds, and what has to reach every service: there the way of events could make a difference. */
const BY_EVENTS = ['**/faults/parts.api.ts', '**/crowd.api.ts', '**/erasure.api.ts'];

/** No browser: what a client of the API meets. A shop for each way of events, both at once. */
export default defineConfig<object, { events: Events }>({
  projects: [
    { name: 'events over PostgreSQL', testMatch: '*.api.ts', use: { events: 'postgresql' } },
    { name: 'events over RabbitMQ', testMatch: BY_EVENTS, use: { events: 'rabbitmq' } },
    // What one service answers by itself: `npm test -- "api over RabbitMQ"`, after a change of messaging.
    { name: 'the rest over RabbitMQ', testMatch: '*.api.ts', testIgnore: BY_EVENTS, use: { events: 'rabbitmq' } },
  ],
  outputDir: '../../../test-results/api',
  globalSetup: '../support/build-once.ts',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000, // this only ends what hangs
  reporter: [['list'], ['json', { outputFile: '../../../test-results/api.json' }]],
});
