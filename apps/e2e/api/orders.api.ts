import { ADDRESS, SAMPLE } from '@shop/contracts-common/docs';
import { Database } from '../support/database.ts';
import { confirmCardAt } from '../support/sandbox.ts';
import { expect, test } from '../support/test.ts';

test('an order cannot be changed or cancelled while the bank processes its payment', async ({ api: { testShop } }) => {
  const customer = await testShop.getClient('a customer', ['an open order']);
  const admin = await testShop.getClient('an admin');
  const values = await testShop.createPreconditions(['an open order'], customer, 'a customer');
  const intent = values.get(SAMPLE.paymentIntent);
  await Database.withDatabase(testShop.shop, 'sandbox', async (database) => {
    const setStatus = `UPDATE stripe_objects SET document = jsonb_set(document, '{status}', to_jsonb($2::text)) WHERE id = $1`;
    await database.query(setStatus, [intent, 'processing']);
    const again = await customer.send('POST', '/api/checkout/shipping', { body: ADDRESS });
    expect.soft([again.status, again.text]).toEqual([409, 'Your payment is being confirmed. Please wait a moment.']);
    const cancelled = await admin.send('PATCH', `/api/admin/orders/${values.get(SAMPLE.order)}/status`, {
      body: { status: 'cancelled' },
    });
    expect
      .soft([cancelled.status, cancelled.text])
      .toEqual([409, 'This order is being paid right now. Please try again in a moment.']);
    await database.query(setStatus, [intent, 'requires_payment_method']);
  });
  await customer.sendOrThrow('POST', '/api/checkout/shipping', { body: ADDRESS });
});

test('one of two admins who cancel an order concurrently gets an error, and so does a later payment', async ({
  api: { testShop },
}) => {
  const customer = await testShop.getClient('a customer', ['an open order']);
  const admin = await testShop.getClient('an admin');
  const values = await testShop.createPreconditions(['an open order'], customer, 'a customer');
  const cancel = () =>
    admin.send('PATCH', `/api/admin/orders/${values.get(SAMPLE.order)}/status`, { body: { status: 'cancelled' } });
  const answers = await Database.withDatabase(testShop.shop, 'orders', async (database) => {
    const release = await database.lock('SELECT FROM orders WHERE id = $1 FOR UPDATE', [values.get(SAMPLE.order)]);
    const cancelling = [cancel(), cancel()];
    await database.waitForLockedConnections(3); // both admins, and the provider's event
    await release();
    return Promise.all(cancelling);
  });
  const [first, second] = answers.toSorted((a, b) => a.status - b.status);
  expect(first?.json()).toMatchObject({ status: 'cancelled' });
  expect([second?.status, second?.text]).toEqual([409, 'This order has changed in between. Please look at it again.']);
  const paid = await confirmCardAt(testShop.shop.url, values.get(SAMPLE.clientSecret) ?? '');
  expect(paid).toMatchObject({ httpStatus: 400, error: { payment_intent: { status: 'canceled' } } });
});

test('an order keeps its items when the product is deleted', async ({ api: { testShop } }) => {
  const customer = await testShop.getClient('a customer', ['an artwork']);
  const admin = await testShop.getClient('an admin');
  const values = await testShop.createPreconditions(['an artwork', 'a product'], customer, 'a customer');
  const product = values.get(SAMPLE.product);
  const body = { productId: product, generatedImageId: values.get(SAMPLE.artwork) };
  await customer.sendOrThrow('POST', '/api/cart', { body });
  const { clientSecret } = await customer.sendOrThrow<{ clientSecret: string }>('POST', '/api/checkout/shipping', {
    body: ADDRESS,
  });
  const items = async () => {
    const path = `/api/checkout/orders/${clientSecret.split('_secret_')[0]}`;
    return (await customer.sendOrThrow<{ order: { items: object[] } }>('GET', path)).order.items;
  };
  const before = await items();
  expect(JSON.stringify(before)).toContain('Cozy Blanket');
  await admin.sendOrThrow('DELETE', `/api/admin/products/${product}`);
  await expect.poll(async () => (await customer.send('POST', '/api/cart', { body })).status).toBeGreaterThan(400);
  expect(await items()).toEqual(before);
});
