import { defineConfig } from '@playwright/test';
import type { Events } from './api.fixture.ts';

/** Parts that stop and come back, crowds, and what has to reach every service: there the way of events could make a difference. */
const BY_EVENTS = ['**/absent-parts.api.ts', '**/crowd.api.ts', '**/erasure.api.ts'];

/** No browser: what a client of the API meets. A shop for each way of events, both at once. */
export default defineConfig<object, { events: Events }>({
  projects: [
    // Files go by their names: first the one in which calls wait until their time is up, then whatever work fills the others' time.
    { name: 'events over RabbitMQ', testMatch: BY_EVENTS, workers: 1, use: { events: 'rabbitmq' } },
    { name: 'events over PostgreSQL', testMatch: '*.api.ts', workers: 3, use: { events: 'postgresql' } },
    // What one service answers by itself: `npm test -- "api over RabbitMQ"`, after a change of messaging.
    { name: 'the rest over RabbitMQ', testMatch: '*.api.ts', testIgnore: BY_EVENTS, use: { events: 'rabbitmq' } },
  ],
  outputDir: '../../../test-results/api',
  globalSetup: '../support/before-all.ts',
  workers: 4,
  fullyParallel: false,
  retries: 0,
  timeout: 300_000, // this only ends what hangs
  reporter: [['list'], ['json', { outputFile: '../../../test-results/api.json' }]],
});
