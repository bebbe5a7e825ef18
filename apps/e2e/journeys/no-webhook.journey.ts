import { completeButton, fillCard, openPayment } from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { expect, test as inShop } from '../support/screens.ts';
import { duringShop, SHOP_START } from '../support/shop.ts';
import { CARDS } from '../support/steps.ts';

const GUEST = 'guest@example.com';
const AN_HOUR_MS = 3_600_000;
const A_SECOND_MS = 1_000;

/** A shop of its own, whose payment provider tells it nothing. */
const testWhereSweepComesEvery = (intervalMs: number) =>
  inShop.extend({
    shop: [
      async ({ browserName: _ }, use) =>
        duringShop(use, { SANDBOX_FAULTS: 'lost', PAYMENT_SWEEP_INTERVAL_MS: String(intervalMs) }),
      SHOP_START,
    ],
  });

testWhereSweepComesEvery(AN_HOUR_MS)(
  'where no webhook ever comes, the return page learns of the payment by asking',
  async ({ artist: guest, drawing, tag, office }) => {
    await openPayment(guest, drawing, [{ product: tag }]);
    await fillCard(guest, CARDS.good, GUEST);
    await completeButton(guest).click();
    await expect(guest.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    const orders = (await (await office.get('/api/admin/orders')).json()) as { paymentStatus: string }[];
    expect(orders.map(({ paymentStatus }) => paymentStatus)).toEqual(['paid']);
  },
);

testWhereSweepComesEvery(A_SECOND_MS)(
  'where no webhook ever comes and the tab is closed, the sweep learns of the payment',
  async ({ artist: guest, drawing, tag, office }) => {
    const calls = watchCalls(guest);
    await openPayment(guest, drawing, [{ product: tag }]);
    const { orderNumber } = (await (await calls.of('POST /api/checkout/shipping')[0]?.response())?.json()) as {
      orderNumber: string;
    };
    await guest.route('**/api/checkout/orders/**', (route) => route.abort());
    await fillCard(guest, CARDS.good, GUEST);
    const taken = guest.waitForResponse('**/api/sandbox/payments/confirm');
    await completeButton(guest).click();
    expect((await taken).status()).toBe(200);
    await guest.close();

    const orders = async () =>
      (await (await office.get('/api/admin/orders')).json()) as { orderNumber: string; paymentStatus: string }[];
    await expect
      .poll(orders, { timeout: 30_000 })
      .toEqual([expect.objectContaining({ orderNumber, paymentStatus: 'paid' })]);
    expect(((await (await guest.request.get('/api/cart')).json()) as { itemCount: number }).itemCount).toBe(0);
  },
);
