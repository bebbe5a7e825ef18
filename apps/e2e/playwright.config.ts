import { defineConfig } from '@playwright/test';
import { findBrowser } from '@shop/tools/browser';

const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const browser = await findBrowser();

/** One worker, which starts one shop for all journeys and screens: two cores hold no more. */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.journey.ts', 'screens/**/*.screen.ts', 'access/{keyboard,toasts}.access.ts'],
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
