import type { Page } from '@playwright/test';
import { createBuyer, createPaidOrder } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';

/** Over HTTP/1.1 a browser opens six connections per host for all of its tabs. */
const TABS = 7;
const QUICK_MS = 5_000;

/** Playwright's pages all count as visible, so the test plays the browser's part. */
const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);

test('hidden tabs with live orders leave the connections to the visible tab, and are live again when shown', async ({
  openPage,
  shop,
}) => {
  const buyer = await createBuyer(shop);
  const { id } = await createPaidOrder(shop, buyer);
  const visible = await openPage({ storageState: await buyer.api.storageState() });
  const openStream = (page: Page) => page.waitForResponse(`**/api/orders/${id}/live`);

  const tabs: Page[] = [];
  for (let count = 0; count < TABS; count += 1) {
    const tab = await visible.context().newPage();
    const stream = openStream(tab);
    await tab.goto(`/orders/${id}`);
    await stream;
    await setVisibility(tab, 'hidden');
    tabs.push(tab);
  }
  await visible.goto('/products', { timeout: QUICK_MS });
  await expect(visible.getByRole('link', { name: 'Customize' }).first()).toBeVisible({ timeout: QUICK_MS });

  const again = openStream(tabs[0]!);
  await setVisibility(tabs[0]!, 'visible');
  await again;
});
