import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startStack, type Stack } from '@shop/tools/stack';
import getPort from 'get-port';
import { fillCard, openPayment } from '../support/checkout.ts';
import { draw, expect, type SoldProduct } from '../support/screens.ts';

/** A day of the press passes in four seconds. */
const SPEED = '21600';

/** A shop of its own that prints at once and fast. */
const test = base.extend<object, { own: Stack }>({
  own: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'shop-printing-'));
      const env = { RATE_LIMIT_ENABLED: 'false', ORDER_HOLD_MINUTES: '0', SANDBOX_PRINTER_SPEED: SPEED };
      const shop = await startStack({ dataDir, port: await getPort(), env, quiet: true, disposable: true });
      await use(shop);
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});

test('an order is sent and delivered, and its page tells each step as it happens, without a reload', async ({ page }) => {
  const drawing = await draw(page.request);
  const tag = ((await (await page.request.get('/api/products')).json()) as SoldProduct[]).find(({ category }) => category === 'pet-tag') as SoldProduct;
  await openPayment(page, drawing, [{ product: tag }]);
  await fillCard(page, '4242 4242 4242 4242', 'guest@example.com');
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await page.getByRole('link', { name: 'View Your Order' }).click();
  let loads = 0;
  page.on('load', () => (loads += 1));
  const state = (title: string) => page.getByRole('main').getByRole('heading', { level: 2, name: title, exact: true });

  // Before that it may have been printing already, or still waited for its print file.
  await expect(page.getByRole('button', { name: /^(Change|Cancel)/ })).toHaveCount(0);
  await expect(state('Shipped')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /^Follow the parcel/ })).toHaveAttribute('href', /^https:/);
  await expect(page.locator('p[role=status]').filter({ hasText: 'Shipped.' })).toHaveCount(1);
  await expect(state('Delivered')).toBeVisible({ timeout: 60_000 });
  expect(loads).toBe(0);
});
