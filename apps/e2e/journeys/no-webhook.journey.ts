import { openPayment } from '../support/checkout.ts';
import { createEmail, readAnswer } from '../support/accounts.ts';
import { Database } from '../support/database.ts';
import { CARDS, completeButton, fillCard, pay } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

interface AdminOrder {
  email: string | null;
  paymentStatus: string;
}

test('without webhooks, reconciliation finds the payment of a closed tab; an open order page shows printing, shipping and delivery without a reload', async ({
  guestWithDesign: page,
  guestDesign,
  tag,
  adminApi,
  shop,
}) => {
  const email = createEmail('guest');
  await test.step('reconciliation finds the payment of a closed tab', async () => {
    const tab = await page.context().newPage();
    await openPayment(tab, guestDesign, [{ product: tag }]);
    await tab.route('**/api/checkout/orders/**', (route) => route.abort());
    await fillCard(tab, CARDS.good, email);
    const confirmed = tab.waitForResponse('**/sandbox/v1/payment_intents/*/confirm');
    await completeButton(tab).click();
    expect((await confirmed).status()).toBe(200);
    await tab.close();
    // Its schedule runs every five minutes.
    await Database.withDatabase(shop, 'orders', (database) =>
      database.query(`SELECT graphile_worker.add_job('payments.reconcile', job_key := 'payments.reconcile')`),
    );
    await expect
      .poll(
        async () => {
          const orders = await readAnswer<AdminOrder[]>(adminApi.get('/api/admin/orders'));
          return orders.find((order) => order.email === email)?.paymentStatus;
        },
        { timeout: 30_000 },
      )
      .toBe('paid');
    await expect
      .poll(async () => (await readAnswer<{ itemCount: number }>(page.request.get('/api/cart'))).itemCount)
      .toBe(0);
  });

  await openPayment(page, guestDesign, [{ product: tag }]);
  await pay(page, CARDS.good, 'guest@example.com');
  await page.getByRole('link', { name: 'View Your Order' }).click();
  let loads = 0;
  page.on('load', () => (loads += 1));
  const state = (title: string) => page.getByRole('main').getByRole('heading', { level: 2, name: title, exact: true });
  await expect(page.getByRole('button', { name: /^(Change|Cancel)/ })).toHaveCount(0);
  await expect(state('Shipped')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /^Follow the parcel/ })).toHaveAttribute('href', /^https:/);
  await expect(state('Delivered')).toBeVisible({ timeout: 60_000 });
  expect(loads).toBe(0);
});
