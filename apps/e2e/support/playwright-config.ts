import type { PlaywrightTestConfig } from '@playwright/test';
import { findChromium } from '@shop/tools/chromium';
import type { ShopOptions } from './test.ts';

/** Common settings of the Playwright configurations. */
export async function createConfig(outputDir: string): Promise<PlaywrightTestConfig<object, ShopOptions>> {
  return {
    outputDir,
    globalSetup: new URL('./global-setup.ts', import.meta.url).pathname,
    // Two projects run concurrently, each with one worker, as the tests of a project share a shop.
    workers: 2,
    // After a failed test a project starts a new shop, which takes time.
    maxFailures: 10,
    fullyParallel: false,
    timeout: 120_000,
    expect: { timeout: 20_000 },
    reporter: 'list',
    use: {
      viewport: { width: 1280, height: 900 },
      contextOptions: { reducedMotion: 'reduce' },
      // Without screenshots: a screencast of each test is expensive.
      trace: { mode: 'retain-on-failure', screenshots: false },
      launchOptions: {
        executablePath: await findChromium(),
        args: [
          '--no-sandbox',
          '--disable-gpu',
          // Fewer threads, as the pages need little rendering.
          '--in-process-gpu',
          '--num-raster-threads=1',
          '--disable-background-networking',
          '--disable-component-update',
        ],
      },
    },
  };
}
