import { defineConfig } from '@playwright/test';
import { createConfig } from '../support/playwright-config.ts';
import type { ShopOptions } from '../support/test.ts';

/** `npm run test:a11y`: one shop for all tests. */
export default defineConfig<object, ShopOptions>(await createConfig('../../../test-results/a11y'), {
  projects: [{ name: 'a11y', workers: 1, testMatch: '*.a11y.ts', timeout: 300_000 }],
});
