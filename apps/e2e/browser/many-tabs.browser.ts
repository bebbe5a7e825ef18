import type { Page } from '@playwright/test';
import { createBuyer, createPaidOrder } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';

/** Over HTTP/1.1 a browser opens six connections per host for all of its tabs. */
const TABS = 6;
/** Of these, streams use so many. */
const STREAMS = 3;
const QUICK_MS = 5_000;

/** Playwright's pages all count as visible, so the test plays the browser's part. */
const hide = (page: Page): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);

test('six visible tabs with live orders leave connections to a seventh, and a hidden one leaves its stream to a waiting one', async ({
  openPage,
  shop,
}) => {
  const buyer = await createBuyer(shop);
  const { id } = await createPaidOrder(shop, buyer);
  const seventh = await openPage({ storageState: await buyer.api.storageState() });
  const openStream = (page: Page) => page.waitForResponse(`**/api/orders/${id}/live`);

  const tabs: Page[] = [];
  for (let count = 0; count < TABS; count += 1) {
    const tab = await seventh.context().newPage();
    const stream = count < STREAMS ? openStream(tab) : null;
    await tab.goto(`/orders/${id}`);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible({ timeout: QUICK_MS });
    await stream;
    tabs.push(tab);
  }
  await seventh.goto('/products', { timeout: QUICK_MS });
  await expect(seventh.getByRole('link', { name: 'Customize' }).first()).toBeVisible({ timeout: QUICK_MS });

  const next = openStream(tabs[STREAMS]!);
  await hide(tabs[0]!);
  await next;
});
