import { ADDRESS, SAMPLE } from '@shop/contracts/api';
import { type Api, expect, test } from '../api.fixture.ts';
import type { Answered, Person } from '../person.ts';
import type { Made } from '../world.ts';
import { Database } from '../../support/database.ts';
import { type Call, documentedRefusalTo, refusalOf, refused } from './refusal.ts';

const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
const SHIPPING: Call = ['POST', '/api/checkout/shipping', { body: ADDRESS }];
const HOLD_ORDER = 'SELECT FROM orders WHERE id = $1 FOR UPDATE';
const SAY_OF_INTENT = 'UPDATE sandbox_intents SET status = $2 WHERE id = $1';

interface Scene {
  customer: Person;
  admin: Person;
  made: Made;
  /** The calls a test races: of an admin, and of the customer's card form. */
  move: (status: string) => Call;
  pay: Call;
}

async function scene({ world }: Api, given: 'an open order' | 'a print file'): Promise<Scene> {
  const customer = await world.person('a customer', [given]);
  const made = await world.make([given], customer, 'a customer');
  const move = (status: string): Call => [
    'PATCH',
    `/api/admin/orders/${made.get(SAMPLE.order)}/status`,
    { body: { status } },
  ];
  const pay: Call = [
    'POST',
    '/api/sandbox/payments/confirm',
    { body: { clientSecret: made.get(SAMPLE.clientSecret), ...CARD } },
  ];
  return { customer, admin: await world.person('an admin'), made, move, pay };
}

const stateOf = async ({ customer, made }: Scene): Promise<string> =>
  (await customer.must<{ state: string }>('GET', `/api/checkout/orders/${made.get(SAMPLE.paymentIntent)}`)).state;
const byStatus = (answers: Answered[]): Answered[] => answers.toSorted((a, b) => a.status - b.status);

test('a payment that the bank still looks at keeps its order from being changed and cancelled (409)', async ({
  api,
}) => {
  const there = await scene(api, 'an open order');
  const { customer, admin, made, move } = there;
  await Database.during(api.world.shop, 'orders', async (database) => {
    await database.query(SAY_OF_INTENT, [made.get(SAMPLE.paymentIntent), 'processing']);
    expect(await documentedRefusalTo(api, customer, SHIPPING)).toEqual(
      refused(409, 'Your payment is being confirmed. Please wait a moment.'),
    );
    expect(await documentedRefusalTo(api, admin, move('cancelled'))).toEqual(
      refused(409, 'This order is being paid right now. Please try again in a moment.'),
    );
    expect(await stateOf(there)).toBe('open');
    await database.query(SAY_OF_INTENT, [made.get(SAMPLE.paymentIntent), 'open']);
  });
  await customer.must(...SHIPPING);
});

test('a payment of another amount is looked into (503), and never taken for the order’s', async ({ api }) => {
  const there = await scene(api, 'an open order');
  const { customer, made } = there;
  await Database.during(api.world.shop, 'orders', async (database) => {
    const change = 'UPDATE sandbox_intents SET amount_cents = amount_cents + $2, status = $3 WHERE id = $1';
    await database.query(change, [made.get(SAMPLE.paymentIntent), -1, 'succeeded']);
    expect(await documentedRefusalTo(api, customer, SHIPPING)).toEqual({
      status: 503,
      sentence: 'We are still checking this payment. Please try again in a moment.',
      retryAfter: '5',
    });
    expect(await stateOf(there)).toBe('open');
    await database.query(change, [made.get(SAMPLE.paymentIntent), 1, 'succeeded']);
  });
  await expect.poll(() => stateOf(there)).toBe('paid');
});

test('an order that is paid while an admin cancels it stays paid (409)', async ({ api }) => {
  const there = await scene(api, 'an open order');
  const { customer, admin, made, move, pay } = there;
  const answer = await Database.during(api.world.shop, 'orders', async (database) => {
    const release = await database.hold(HOLD_ORDER, [made.get(SAMPLE.order)]);
    await customer.must(...pay);
    const moving = admin.send(...move('cancelled'));
    await database.waiting(2); // the provider's word, and the admin
    await release();
    return moving;
  });
  expect(refusalOf(answer)).toEqual(refused(409, 'This order has just been paid. Please look at it again.'));
  await expect.poll(() => stateOf(there)).toBe('paid');
});

test('of two admins who cancel an order one is told that it has moved (409), and so is who pays then', async ({
  api,
}) => {
  const { customer, admin, made, move, pay } = await scene(api, 'an open order');
  const answers = await Database.during(api.world.shop, 'orders', async (database) => {
    const release = await database.hold(HOLD_ORDER, [made.get(SAMPLE.order)]);
    const moving = [admin.send(...move('cancelled')), admin.send(...move('cancelled'))];
    await database.waiting(3); // both admins, and the provider's word of what they have done
    await release();
    return Promise.all(moving);
  });
  const [first, second] = byStatus(answers) as [Answered, Answered];
  expect(first.json()).toMatchObject({ status: 'cancelled' });
  expect(refusalOf(second)).toEqual(refused(409, 'This order has changed meanwhile. Please look at it again.'));
  expect(await documentedRefusalTo(api, customer, pay)).toEqual(
    refused(409, 'This payment was cancelled. Please go through checkout again.'),
  );
  await customer.must(...SHIPPING);
});

test('of two admins who move an order on one is told where it is (409)', async ({ api }) => {
  // Paid, and printed: nobody but the two has anything to do with it any more.
  const { admin, made, move } = await scene(api, 'a print file');
  const answers = await Database.during(api.world.shop, 'orders', async (database) => {
    const release = await database.hold(HOLD_ORDER, [made.get(SAMPLE.order)]);
    const moving = [admin.send(...move('processing')), admin.send(...move('processing'))];
    await database.waiting(2);
    await release();
    return Promise.all(moving);
  });
  const [first, second] = byStatus(answers) as [Answered, Answered];
  expect(first.json()).toMatchObject({ status: 'processing' });
  expect(refusalOf(second)).toEqual(refused(409, 'An order that is processing cannot become processing.'));
});
