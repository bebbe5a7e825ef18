import { defineConfig } from '@playwright/test';
import { settings } from '../support/playwright.ts';
import type { ShopOptions } from '../support/test.ts';

/** `npm run test:a11y`: one shop of its own. */
export default defineConfig<object, ShopOptions>(await settings('../../../test-results/a11y'), {
  projects: [{ name: 'a11y', workers: 1, testMatch: '*.a11y.ts', timeout: 300_000 }],
});
