import type { FoundDifferences } from '@shop/contracts/order';
import { asGuest } from '@shop/testing';
import { TellDifferences } from '../src/money/tell-differences.js';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { Bookkeeper, MENDED } from './money.js';
import { stripeShopOf } from './stripe-shop.js';
import type { Fault } from './stripe-server.js';
import { KEEP_TOLD } from './told-events.js';

const own = stripeShopOf('each');
const books = new Bookkeeper(() => own.shop);

const REVOKED: Fault = { status: 401, error: { type: 'authentication_error', message: 'Expired API Key provided' } };
const REFUSED: Fault = { status: 400, error: { type: 'invalid_request_error', message: 'No such thing' } };
const KEYS =
  'Stripe does not accept the keys of the shop: nobody can pay, and no money can go back. Please check them, and whether their rights suffice.';

const said = (sentence: string): string => JSON.stringify({ sentence });

/** Somebody comes to pay, and can't. */
async function customer(fault: Fault): Promise<void> {
  const who = asGuest();
  await own.shop.fillCart(who);
  own.stripe.faults.push(fault);
  expect((await own.shop.ship(who)).status).toBeGreaterThanOrEqual(500);
  own.stripe.faults.length = 0;
}
const sweep = () => own.shop.service.get(PaymentSweep).run();

describe('keys that Stripe does not accept any more', () => {
  it('are told to the admins once, however many customers meet it, and in a letter', async () => {
    await own.shop.rows(KEEP_TOLD);
    for (let customers = 1; customers <= 3; customers += 1) await customer(REVOKED);
    expect(await books.differencesOf(null)).toMatchObject([
      { kind: 'provider-refuses', sentence: KEYS, remedy: { label: 'Ask Stripe again', warning: null } },
    ]);
    for (let looks = 1; looks <= 2; looks += 1) await own.shop.service.get(TellDifferences).run();
    const told = await own.shop.rows(
      `SELECT envelope->'data' AS data FROM told WHERE envelope->>'type' = 'money-differences.found'`,
    );
    expect(told.map(({ data }) => data as FoundDifferences)).toEqual([
      { count: 1, newest: [{ orderNumber: null, sentence: KEYS }] },
    ]);
  });

  it('stay on the card while Stripe still refuses them, and go with one click when it takes them', async () => {
    await customer(REVOKED);
    const { id } = await books.theOne('provider-refuses', null);
    own.stripe.faults.push(REVOKED);
    expect(await books.mended(id)).toEqual([
      503,
      'The payment provider does not accept the keys of the shop. Please check them, and try again then.',
    ]);
    await books.theOne('provider-refuses', null);
    expect(await books.mended(id)).toEqual([200, said('The keys of the shop are accepted.')]);
    expect(await books.differencesOf(null)).toEqual([]);
    expect(await books.actionsOf(id)).toEqual(['payment-provider.seen-to']);
    expect(await books.mended(id)).toEqual(MENDED);
  });

  it('go by themselves with the sweep after that', async () => {
    await customer(REVOKED);
    own.stripe.down = '/v1/events';
    await sweep();
    expect(await books.differencesOf(null)).toHaveLength(1);
    own.stripe.down = null;
    await sweep();
    expect(await books.differencesOf(null)).toEqual([]);
  });
});

describe('a request that Stripe refuses', () => {
  it('is on the card until somebody has seen to it', async () => {
    await customer(REFUSED);
    await sweep();
    const { id, sentence } = await books.theOne('provider-refuses', null);
    expect(sentence).toBe(
      'Stripe refused what the shop asked of it (PAYMENT_REQUEST_REFUSED). Why stands in the log of order-svc.',
    );
    expect(await books.mended(id)).toEqual([200, said('It is off the list, and comes back if it is refused again.')]);
    expect(await books.differencesOf(null)).toEqual([]);
    await customer(REFUSED);
    expect(await books.differencesOf(null)).toHaveLength(1);
  });

  it('is forgotten where it was not refused again for a day', async () => {
    await customer(REFUSED);
    await own.shop.rows(`UPDATE provider_refusals SET seen_at = now() - interval '25 hours'`);
    await sweep();
    expect(await books.differencesOf(null)).toEqual([]);
  });
});
