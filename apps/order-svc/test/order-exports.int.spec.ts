import { jest } from '@jest/globals';
import { IDENTITY_HEADER } from '@shop/contracts-common';
import type { Caller } from '@shop/service-kit';
import { readXlsx } from 'hucre/xlsx';
import { asGuest, asUser, signIdentityToken, waitFor } from '@shop/testing';
import { CSV } from '../src/admin-orders/order-file-formats.js';
import { OrderExportsService } from '../src/admin-orders/order-exports.service.js';
import { admin, AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

const ADDRESS_JSON =
  '{"name":"Pat","address":"1 Main St","city":"Springfield","state":"IL","zip":"62701","country":"US"}';

/** Amounts in cents that are only right without rounding: 0.01, 0.02, … */
const INSERT_ORDERS = `
  INSERT INTO orders (id, order_number, guest_id, payment_provider, status, payment_status, currency, subtotal_cents, total_cents, shipping_address, created_at, updated_at)
  SELECT gen_random_uuid(), 'PA-' || lpad(n::text, 10, '0'), gen_random_uuid(), 'stripe', CASE WHEN n % 2 = 0 THEN 'paid' ELSE 'created' END, 'pending', 'usd', n, n, $2::jsonb,
    now() - n * interval '1 millisecond', now() FROM generate_series(1, $1) n`;

/** The cells of each line; this file has no line breaks in cells. */
const linesOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );

const download = (query = '') => office.call('GET', `/api/admin/orders.csv${query}`);

describe('the CSV file of all orders', () => {
  beforeEach(() => shop.clearTables());

  it('is audited: who asked for which orders, and how many were in it', async () => {
    const since = new Date();
    await office.createPaidOrder(asUser());
    await office.createUnpaidOrder(asGuest());
    await download('?status=paid');
    const listEntries = () =>
      shop.query(
        `SELECT actor_id, actor, action, after FROM audit_entries WHERE subject_type = 'export' AND at >= $1 ORDER BY at`,
        [since],
      );
    await waitFor(async () => (await listEntries()).length === 2);
    const actor = { actor_id: admin.userId, actor: admin.email };
    expect(await listEntries()).toEqual([
      { ...actor, action: 'orders.export-started', after: { status: 'paid' } },
      { ...actor, action: 'orders.exported', after: { rows: 1, isComplete: true } },
    ]);
  });

  it('is audited too if the caller disconnects, and sends nothing without its entry', async () => {
    const since = new Date();
    await shop.query('ALTER TABLE audit_entries RENAME TO audit_entries_away');
    try {
      expect((await download()).status).toBe(500);
    } finally {
      await shop.query('ALTER TABLE audit_entries_away RENAME TO audit_entries');
    }
    const call = new AbortController();
    const headers = { [IDENTITY_HEADER]: await signIdentityToken(admin) };
    const answer = await fetch(new URL('/api/admin/orders.csv', shop.service.url), { headers, signal: call.signal });
    expect(answer.status).toBe(200);
    call.abort();
    const [row] = await shop.query(
      `SELECT action FROM audit_entries WHERE subject_type = 'export' AND at >= $1 ORDER BY at`,
      [since],
    );
    expect(row).toEqual({ action: 'orders.export-started' });
  });

  it('is an UTF-8 file for spreadsheets, one line per order, newest first, with amounts to the cent', async () => {
    const guest = await office.createUnpaidOrder(asGuest());
    const further = { address2: 'Apt 4', phone: '+1 217 555 0100' };
    const paid = await office.createPaidOrder(asUser({ email: 'pat@example.org' }), further);
    await office.changeStatus(paid.id, 'cancelled');
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
      'Email',
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
      'Address line 2',
      'Phone',
      'Payment mode',
      'Articles',
      'Gift message',
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
      further.address2,
      // Spreadsheets take text that begins with + for a formula.
      `'${further.phone}`,
      'test',
      '1 × Classic T-shirt',
      '',
    ]);
    expect(second?.[0]).toBe(guest.orderNumber);
  });

  it('names what was chosen, and what was not', async () => {
    const user = asUser();
    const variants = [{ name: 'L' }, { type: 'color' as const, name: 'Red' }];
    const tee = await shop.addProduct({ title: 'Tee' }, variants);
    const phoneCase = await shop.addProduct({ title: 'Case', category: 'phone-case' });
    const generatedImageId = await shop.addArtwork(user);
    await shop.addToCart(user, { productId: phoneCase.id, generatedImageId, quantity: 2 });
    const variantSelections = { size: 'L', color: 'Red' };
    await shop.addToCart(user, { productId: tee.id, generatedImageId, variantSelections });
    await shop.openPaymentStep(user);
    await shop.addProduct(phoneCase, variants.slice(0, 1));
    const [head, line] = linesOf((await download()).text);
    expect(line?.[head?.indexOf('Articles') ?? 0]).toBe('1 × Tee (L, Red); 2 × Case (model not chosen)');
  });

  it('has every order once, and its totals add up to the cent', async () => {
    await shop.query(INSERT_ORDERS, [1_500, ADDRESS_JSON]);
    const lines = linesOf((await download()).text).slice(1);
    expect(lines.map(([number]) => number)).toEqual(
      Array.from({ length: 1_500 }, (_, index) => `PA-${String(index + 1).padStart(10, '0')}`),
    );
    const cents = lines.reduce((sum, cells) => sum + Math.round(Number(cells[15]) * 100), 0);
    expect(cents).toBe((1_500 * 1_501) / 2);
  });

  it('is read in batches, never far ahead of the download', async () => {
    await shop.query(INSERT_ORDERS, [10_000, ADDRESS_JSON]);
    const query = jest.spyOn(shop.dataSource, 'query');
    const batches = () => query.mock.calls.filter(([text]) => text.includes('itemCount')).length;
    const caller = { kind: 'user', ...admin } as Caller;
    const file = (await shop.service.get(OrderExportsService).exportOrders(caller, {}, CSV)).getStream();
    const readAhead: number[] = [];
    let fetched = 0;
    for await (const chunk of file) {
      fetched += String(chunk).length > 0 ? 1 : 0;
      readAhead.push(batches() - fetched);
    }
    expect(batches()).toBe(21);
    expect(Math.max(...readAhead)).toBeLessThanOrEqual(2);
  });

  it.each(['csv', 'xlsx'])('breaks the connection of the %s file if a batch fails', async (extension) => {
    await shop.query(INSERT_ORDERS, [2_000, ADDRESS_JSON]);
    const query = shop.dataSource.query.bind(shop.dataSource);
    let batches = 0;
    jest.spyOn(shop.dataSource, 'query').mockImplementation((...args) => {
      if (args[0].includes('itemCount') && ++batches === 3)
        return Promise.reject(new Error('the database is not available'));
      return query(...args);
    });
    await expect(office.call('GET', `/api/admin/orders.${extension}`)).rejects.toThrow('terminated');
  });
});

describe('the workbook of all orders', () => {
  beforeEach(() => shop.clearTables());

  it('has text cells for what a spreadsheet would change, and numbers for amounts', async () => {
    const { id } = await office.createPaidOrder(asUser(), { zip: '02138', name: '=1+1', address: '-5 Main St' });
    await office.changeStatus(id, 'processing');
    await office.changeStatus(id, 'shipped', { carrier: 'USPS', number: '9400111122223333444455', url: null });
    const answer = await fetch(new URL('/api/admin/orders.xlsx?status=shipped', shop.service.url), {
      headers: { [IDENTITY_HEADER]: await signIdentityToken(admin) },
    });
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="orders.xlsx"',
    ]);
    const { sheets } = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheets[0]!.rows;
    const [order] = rows.map((row) => Object.fromEntries(head.map((name, index) => [String(name), row[index]])));
    expect(rows).toHaveLength(1);
    expect(order).toMatchObject({
      ZIP: '02138',
      Name: '=1+1',
      Address: '-5 Main St',
      'Tracking number': '9400111122223333444455',
      Total: 35.91,
      Items: 1,
    });
  });
});
