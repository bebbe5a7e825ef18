import { defineConfig } from '@playwright/test';
import { createConfig } from '../support/playwright-config.ts';
import type { ShopOptions } from '../support/test.ts';

const ADMIN = '{admin,back-office,extremes,second-factor}.a11y.ts';

/** `npm run test:a11y`: the shopper's pages and the admin's, each with a shop, side by side. */
export default defineConfig<object, ShopOptions>(await createConfig('../../../test-results/a11y'), {
  projects: [
    { name: 'shopper', workers: 1, testMatch: '*.a11y.ts', testIgnore: ADMIN, timeout: 300_000 },
    { name: 'admin', workers: 1, testMatch: ADMIN, timeout: 300_000 },
  ],
});
