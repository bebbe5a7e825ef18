import { jest } from '@jest/globals';
import { IDENTITY_HEADER } from '@shop/contracts/common';
import { asGuest, asUser, signIdentityToken } from '@shop/testing';
import { OrdersFile } from '../src/admin-orders/orders-file.js';
import { admin, BackOffice } from './admin.js';
import { Shop } from './shop.js';
import { stripeShopOf } from './stripe-shop.js';

let shop: Shop;
const office = new BackOffice(() => shop);

const ADDRESS_JSON =
  '{"name":"Pat","address":"1 Main St","city":"Springfield","state":"IL","zip":"62701","country":"US"}';
/** Amounts in cents that only come out right where nothing is rounded: 0.01, 0.02, … */
const PLANT = `
  INSERT INTO orders (id, order_number, guest_id, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, created_at, updated_at)
  SELECT gen_random_uuid(), 'PA-' || lpad(n::text, 10, '0'), gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'paid' ELSE 'created' END, 'pending', 'usd', n, n, $2::jsonb,
    now() - n * interval '1 millisecond', now() FROM generate_series(1, $1) n`;

/** Each line's cells; ours never hold a line break. */
const linesOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );

const download = (query = '') => office.call('GET', `/api/admin/orders.csv${query}`);
const REFUNDED = 16;

describe('the file of all orders', () => {
  beforeEach(async () => {
    shop = await Shop.open();
  });
  afterEach(() => shop.close());

  it('is an UTF-8 file for spreadsheets, one line an order, newest first, with amounts to the cent', async () => {
    const guest = await office.unpaidOrder(asGuest());
    const paid = await office.paidOrder(asUser({ email: 'pat@example.org' }));
    await office.move(paid.id, 'cancelled');
    const answer = await download();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="orders.csv"',
    ]);
    const bytes = Buffer.from(
      await (
        await fetch(new URL('/api/admin/orders.csv', shop.service.url), {
          headers: { [IDENTITY_HEADER]: await signIdentityToken(admin) },
        })
      ).arrayBuffer(),
    );
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, first, second] = linesOf(bytes.subarray(3).toString('utf8'));
    expect(head).toEqual([
      'Order number',
      'Placed at',
      'Status',
      'Payment',
      'E-mail',
      'Name',
      'Address',
      'City',
      'State',
      'ZIP',
      'Country',
      'Items',
      'Subtotal',
      'Shipping',
      'Tax',
      'Total',
      'Refunded',
      'Carrier',
      'Tracking number',
    ]);
    expect(first).toEqual([
      paid.orderNumber,
      expect.stringMatching(/^\d{4}-.*Z$/),
      'cancelled',
      'refunded',
      'pat@example.org',
      'Pat Doe',
      '1 Main St',
      'Springfield',
      'IL',
      '62701',
      'US',
      '1',
      '24.00',
      '9.99',
      '1.92',
      '35.91',
      '35.91',
      '',
      '',
    ]);
    expect(second?.[0]).toBe(guest.orderNumber);
  });

  it('holds every order once, whatever the number of batches, and its totals add up to the cent', async () => {
    await shop.rows(PLANT, [1_500, ADDRESS_JSON]);
    const lines = linesOf((await download()).text).slice(1);
    expect(lines.map(([number]) => number)).toEqual(
      Array.from({ length: 1_500 }, (_, index) => `PA-${String(index + 1).padStart(10, '0')}`),
    );
    const cents = lines.reduce((sum, cells) => sum + Math.round(Number(cells[15]) * 100), 0);
    expect(cents).toBe((1_500 * 1_501) / 2);
  });

  it('holds what the filters say', async () => {
    await shop.rows(PLANT, [10, ADDRESS_JSON]);
    expect(
      linesOf((await download('?status=paid&paymentStatus=pending')).text)
        .slice(1)
        .map((cells) => cells[2]),
    ).toEqual(Array.from({ length: 5 }, () => 'paid'));
    expect(linesOf((await download('?status=shipped')).text)).toHaveLength(1);
    expect((await download('?status=lost')).status).toBe(400);
  });

  it('runs nothing that a customer wrote into an address', async () => {
    const { id } = await office.unpaidOrder();
    const evil = {
      name: "=cmd|' /C calc'!A0",
      address: '+1',
      city: '-2',
      state: '@SUM(1)',
      zip: '\t=1',
      country: 'U"S, "A',
    };
    await shop.rows('UPDATE orders SET shipping_address = $2, email = $3 WHERE id = $1', [
      id,
      JSON.stringify(evil),
      '=1+1@example.com',
    ]);
    const { text } = await download();
    expect(text).toContain(`"'=1+1@example.com","'=cmd|' /C calc'!A0","'+1","'-2","'@SUM(1)","'\t=1","U""S, ""A"`);
  });

  it('is read batch by batch, never far ahead of who fetches it', async () => {
    await shop.rows(PLANT, [10_000, ADDRESS_JSON]);
    const query = jest.spyOn(shop.dataSource, 'query');
    const batches = () => query.mock.calls.filter(([text]) => text.includes('itemCount')).length;
    const file = (await shop.service.get(OrdersFile).write({})).getStream();
    const ahead: number[] = [];
    let fetched = 0;
    for await (const chunk of file) {
      fetched += String(chunk).length > 0 ? 1 : 0;
      ahead.push(batches() - fetched);
    }
    expect(batches()).toBe(21);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
  });

  it('that fails on the way breaks off, and never looks whole', async () => {
    await shop.rows(PLANT, [2_000, ADDRESS_JSON]);
    const query = shop.dataSource.query.bind(shop.dataSource);
    let batches = 0;
    jest.spyOn(shop.dataSource, 'query').mockImplementation((...args) => {
      if (args[0].includes('itemCount') && ++batches === 3) return Promise.reject(new Error('the database is gone'));
      return query(...args);
    });
    await expect(download()).rejects.toThrow('terminated');
  });

  it('that cannot begin is refused properly', async () => {
    jest.spyOn(shop.dataSource, 'query').mockRejectedValue(new Error('the database is gone'));
    const answer = await download();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8']);
  });
});

describe('what went back, in the file of all orders', () => {
  const own = stripeShopOf();
  const books = new BackOffice(() => own.shop);
  const refundedOf = async (id: string): Promise<string | undefined> => {
    const { orderNumber } = await books.detail(id);
    return linesOf((await books.call('GET', '/api/admin/orders.csv')).text).find(
      ([number]) => number === orderNumber,
    )?.[REFUNDED];
  };

  it('counts once what somebody gave back in the Dashboard, and an admin by cancelling before Stripe told of it', async () => {
    const { id, intentId } = await own.paidOrder();
    const made = own.stripe.makeRefund(intentId, 3_591);
    expect((await books.move(id, 'cancelled')).status).toBe(200);
    expect((await own.tell('refund.created', made)).status).toBe(200);
    expect(await own.shop.rows('SELECT refund_id, status FROM provider_refunds WHERE order_id = $1', [id])).toEqual([
      { refund_id: made.id, status: 'succeeded' },
    ]);
    expect(await refundedOf(id)).toBe('35.91');
    expect((await books.detail(id)).payment).toMatchObject({
      refunds: [{ failure: 'more than was left' }, { amount: '35.91', failure: null }],
      refundable: '0.00',
    });
  });

  it('adds up what went back in several steps, whoever made them', async () => {
    const { id, intentId } = await own.paidOrder();
    await books.refund(id, '10.00');
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 500));
    expect(await refundedOf(id)).toBe('15.00');
  });

  it('names the currency where it is not dollars, so that no sum takes it for them', async () => {
    const { intentId, order } = await own.shop.checkOut(asGuest());
    own.stripe.pay(intentId);
    const paid = own.stripe.change(intentId, { currency: 'eur' });
    await own.tell('payment_intent.succeeded', paid);
    await own.shop.rows(`UPDATE orders SET mismatch_seen_at = now() - interval '3 minutes' WHERE id = $1`, [order.id]);
    await own.tell('payment_intent.succeeded', paid);
    await own.tell('refund.created', own.stripe.makeRefund(intentId, 700));
    expect(await refundedOf(order.id)).toBe('7.00 EUR');
  });
});
