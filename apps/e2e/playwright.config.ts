import { defineConfig } from '@playwright/test';
import { findBrowser } from '@shop/tools/browser';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A picture is drawn by few threads of few processes: each of them costs a page of a test more than it does for it. */
const FEW_THREADS = ['--in-process-gpu', '--num-raster-threads=1'];

const browser = await findBrowser();

/** Each of these starts a shop like no other's, stopped with the file. */
const OTHER_SHOPS = ['journeys/{no-webhook,printing,stripe}.journey.ts'];

/**
 * Three workers: a browser and its shop wait a third of their time, so that two leave two cores idle for as long. Each has a shop of its own for all files but those with
 * another shop; these go first, for one waits half a minute for the press, so that what is left at the end is short.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'other shops', testMatch: OTHER_SHOPS },
    {
      name: 'journeys',
      testIgnore: OTHER_SHOPS,
      testMatch: [
        'journeys/**/*.journey.ts',
        'screens/**/*.screen.ts',
        'access/{designer,keyboard,loading,motion,toasts}.access.ts',
      ],
    },
    // Every screen, state and dialog, looked over: `npm test -- access`, after a change of how something looks.
    {
      name: 'access',
      testMatch: [
        'access/{account,buying,checkout,creating,extremes,office,orders,pages,selling,slow-loading,thousand-orders}.access.ts',
      ],
    },
  ],
  outputDir: '../../test-results/journeys',
  globalSetup: './support/before-all.ts',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/journeys.json' }]],
  use: {
    viewport: { width: 1280, height: 900 },
    // Who wants less motion waits for no animation; that things do move for everybody else is access/motion.access.ts.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off', // it costs a third of the time; `--trace retain-on-failure` where one is looked into
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...CHROMIUM_FLAGS, ...FEW_THREADS, ...browser.args],
    },
  },
});
