import { defineConfig } from '@playwright/test';
import { findBrowser } from '@shop/tools/browser';
import type { Events } from './api/api.fixture.ts';

const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const browser = await findBrowser();

/** One worker at a time, each with a shop of its own: two cores hold no more. */
export default defineConfig<object, { events: Events }>({
  projects: [
    { name: 'api, events over PostgreSQL', testMatch: 'api/*.api.ts', use: { events: 'postgresql' } },
    { name: 'api, events over RabbitMQ', testMatch: 'api/*.api.ts', use: { events: 'rabbitmq' } },
    { name: 'journeys', testMatch: 'journeys/*.journey.ts' },
  ],
  outputDir: '../../test-results/journeys',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/journeys.json' }]],
  use: {
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser.executablePath, args: [...CHROMIUM_FLAGS, ...browser.args] },
  },
});
