import { completeButton, fillCard, openPayment } from '../support/checkout.ts';
import { watchCalls } from '../support/network.ts';
import { expect, test as inShop } from '../support/screens.ts';
import { duringShop, SHOP_START } from '../support/shop.ts';
import { CARDS } from '../support/steps.ts';

const GUEST = 'guest@example.com';

/** A shop of its own, whose payment provider tells it nothing. */
const test = inShop.extend({
  shop: [async ({ browserName: _ }, use) => duringShop(use, { SANDBOX_FAULTS: 'lost', PAYMENT_SWEEP_INTERVAL_MS: '1000' }), SHOP_START],
});

test('where no webhook ever comes, the return page learns of the payment, and where the tab is closed, the sweep does', async ({ artist: guest, drawing, tag, office }) => {
  const lines = [{ product: tag }];
  await openPayment(guest, drawing, lines);
  await fillCard(guest, CARDS.good, GUEST);
  await completeButton(guest).click();
  await expect(guest.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();

  const calls = watchCalls(guest);
  await openPayment(guest, drawing, lines);
  const { orderNumber } = (await (await calls.of('POST /api/checkout/shipping')[0]?.response())?.json()) as { orderNumber: string };
  await guest.route('**/api/checkout/orders/**', (route) => route.abort());
  await fillCard(guest, CARDS.good, GUEST);
  const taken = guest.waitForResponse('**/api/sandbox/payments/confirm');
  await completeButton(guest).click();
  expect((await taken).status()).toBe(200);
  await guest.close();

  const orders = async () => (await (await office.get('/api/admin/orders')).json()) as { orderNumber: string; paymentStatus: string }[];
  await expect.poll(async () => (await orders()).find((order) => order.orderNumber === orderNumber)?.paymentStatus, { timeout: 30_000 }).toBe('paid');
  // The newest is the one whose tab was closed: each payment is one order.
  const all = await orders();
  expect(all.map(({ paymentStatus }) => paymentStatus)).toEqual(['paid', 'paid']);
  expect(all[0]?.orderNumber).toBe(orderNumber);
  expect(((await (await guest.request.get('/api/cart')).json()) as { itemCount: number }).itemCount).toBe(0);
});
