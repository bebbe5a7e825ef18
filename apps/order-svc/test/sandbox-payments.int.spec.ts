import { asUser, waitFor } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { TestShop, WEBHOOK_SECRET } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);

/** No keys of Stripe: the shop has those of the sandbox, which sends its webhooks over the network. */
beforeAll(async () => {
  shop = await TestShop.open({}, 'sandbox');
  shop.stripe.sendWebhooksTo({ url: `${shop.service.url}/api/webhooks/stripe`, secret: WEBHOOK_SECRET });
});
afterAll(() => shop.close());

it('names the sandbox, its key and its script to the browser', async () => {
  expect((await shop.service.call('GET', '/api/checkout/config')).json()).toMatchObject({
    provider: 'sandbox',
    publishableKey: 'pk_test_sandbox',
    scriptUrl: '/sandbox/stripe.js',
  });
});

it('is paid by card at the sandbox, disputed and refunded, each reported by webhook', async () => {
  const { intentId } = await shop.checkOut(asUser());
  const { id } = await shop.getOrderRow(intentId);
  const orderId = id as string;
  await shop.stripe.payByCard(intentId, '4000000000000002');
  await waitFor(async () => expect((await shop.getOrderRow(intentId)).payment_status).toBe('failed'));
  await shop.stripe.payByCard(intentId, '4242424242424242');
  await waitFor(async () =>
    expect(await shop.getOrderRow(intentId)).toMatchObject({ status: 'paid', payment_status: 'paid' }),
  );
  expect(await office.getOrder(orderId)).toMatchObject({ payment: { provider: 'sandbox' } });

  expect((await office.requestRefund(orderId, '10.00')).status).toBe(201);
  await shop.stripe.control.refund(intentId, 500);
  await waitFor(async () =>
    expect((await office.getOrder(orderId)).payment.refunds).toMatchObject([
      { amount: '10.00', refundedAt: expect.any(String) },
      { amount: '5.00', refundedAt: expect.any(String) },
    ]),
  );
  await shop.stripe.control.openDispute(intentId, 'product_not_received');
  await waitFor(async () =>
    expect((await office.getOrder(orderId)).payment.disputes).toMatchObject([
      { reason: 'product_not_received', status: 'needs_response' },
    ]),
  );
});
