import { fillCard, openPayment } from '../support/checkout.ts';
import { expect, test as inShop } from '../support/screens.ts';
import { duringShop, SHOP_START } from '../support/shop.ts';

/** A day of the press passes in four seconds. */
const SPEED = '21600';

/** A shop of its own that prints at once and fast. */
const test = inShop.extend({
  shop: [
    async ({ browserName: _ }, use) => duringShop(use, { ORDER_HOLD_MINUTES: '0', SANDBOX_PRINTER_SPEED: SPEED }),
    SHOP_START,
  ],
});

test('an order is sent and delivered, and its page tells each step as it happens, without a reload', async ({
  artist: page,
  drawing,
  tag,
}) => {
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
