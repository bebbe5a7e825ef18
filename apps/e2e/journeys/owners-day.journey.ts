import type { Page } from '@playwright/test';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { createBuyer } from '../support/orders.ts';
import { fillCart } from '../support/designs.ts';
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { copyOrderIntoHistory } from '../support/order-history.ts';
import { signIn } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { SHIPPING } from '../support/steps.ts';

const HISTORY = 5_000;
const TODAY = 40;
const NAMES = ['Grzegorz Brzęczyszczykiewicz', 'Zoë O’Neill', 'María José Núñez', 'Jürgen Groß', 'Pat Doe'];

test("an owner's day on 5,000 orders works by keyboard only", async ({ shop, openPage }) => {
  test.setTimeout(240_000);
  const started = performance.now();
  const lap = (what: string): void => console.log(what, Math.round(performance.now() - started));
  const buyer = await createBuyer(shop);
  lap('buyer');
  const numbers: string[] = [];
  let template = '';
  for (let n = 0; n < TODAY; n += 1) {
    await fillCart(buyer.api, buyer.design, [{ product: buyer.product }]);
    const placed = await placeOrder(buyer.api, undefined, { ...SHIPPING, name: `Ann Today ${n}` });
    template = await payByApi(buyer.api, placed);
    numbers.push(placed.orderNumber);
  }
  lap('orders');
  await copyOrderIntoHistory(shop, { template, orders: HISTORY, names: NAMES });
  lap('history');

  const page = await openPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, shop.adminEmail, shop.adminPassword);
  await page.goto('/admin?tab=orders');
  const rows = page.getByRole('row');
  await test.step('finds an order by half a name', async () => {
    await expect(rows.first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('czyszczyk 3');
    await expect(rows.nth(1)).toContainText('Brzęczyszczykiewicz');
    await page.screenshot({ path: '/tmp/walk-1.png' });
  });
  lap('found');
});
