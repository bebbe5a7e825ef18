import { randomUUID } from 'node:crypto';
import { parseNextPageUrl } from '@shop/contracts-common';
import type { AdminOrder, ShippingAddress } from '@shop/contracts-order';
import { asUser } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => void (shop = await TestShop.open()));
afterEach(() => shop.clearTables());
afterAll(() => shop.close());

const placeOrder = async (change: Partial<ShippingAddress> = {}, email?: string): Promise<AdminOrder> => {
  const { id } = await office.createPaidOrder(asUser(email === undefined ? {} : { email }), change);
  const orders = (await office.call('GET', '/api/admin/orders')).json<AdminOrder[]>();
  return orders.find((order) => order.id === id)!;
};
const search = async (words: string, query = ''): Promise<string[]> => {
  const answer = await office.call('POST', `/api/admin/orders/search${query}`, { words });
  return answer.json<AdminOrder[]>().map(({ id }) => id);
};

describe('the search for orders', () => {
  it('finds an order by its number in any case, with or without the prefix, and by a part of it', async () => {
    const { id, orderNumber } = await placeOrder();
    await placeOrder();
    const digits = orderNumber.slice(3);
    for (const words of [
      orderNumber,
      `#${orderNumber}.`,
      `\u200e${orderNumber}`,
      orderNumber.toLowerCase(),
      digits.toLowerCase(),
      `pa ${digits}`,
      digits.slice(0, 7),
    ])
      expect([words, await search(words)]).toEqual([words, [id]]);
  });

  it.each([
    ['half a name', 'ndersSON'],
    ['a name without its diacritics', 'soren'],
    ['a name with diacritics', 'Sørén'],
    ['the start of a short word', 'ry'],
    ['an email with a plus', 'so+shop@'],
    ['a city', 'ærø'],
    ['a word in capitals that ends with a sigma', 'ΟΔΟΣ'],
    ['characters in a text without spaces', '京都'],
    ['one character', '都'],
    ['words in another order', 'anderssön SØREN'],
    ['a part of a tracking number in groups', '1z99 9aa1'],
    ['a tracking number with groups of two characters', '1z 999 aa1 01 23'],
    ['a name with its apostrophe', "O'Neil"],
    ['a name with another apostrophe', 'o‘neil'],
    ['a name without its apostrophe', 'oneil'],
    ['a name of a sentence', '(Søren), “O’Neil”.'],
  ])('finds an order by %s', async (_, words) => {
    await placeOrder();
    const { id } = await placeOrder({ name: 'Søren O’Neil Anderssôn' }, 'so+shop@example.com');
    // As an older order has it: today a parcel's label has Latin letters only.
    await shop.query(
      `UPDATE orders SET shipping_address = shipping_address || '{"city":"Ærøskøbing Ry Οδός 東京都"}' WHERE id = $1`,
      [id],
    );
    await office.changeStatus(id, 'processing');
    await office.changeStatus(id, 'shipped', { carrier: 'UPS', number: '1Z 999 AA10123', url: null });
    expect(await search(words)).toEqual([id]);
  });

  it('finds the orders of exactly one address among those that contain it', async () => {
    const { id } = await placeOrder({}, 'an@lookup.example');
    for (const email of ['ryan@lookup.example', 'dean@lookup.example']) await placeOrder({}, email);
    const body = { words: 'AN@lookup.example', email: ' An@Lookup.example' };
    const answer = await office.call('POST', '/api/admin/orders/search?limit=1', body);
    expect(answer.json<AdminOrder[]>().map((order) => order.id)).toEqual([id]);
    expect(answer.headers.get('link')).toBeNull();
  });

  it.each(['%', '100%', 'so_ren', '\\', 'an%son', '％'])('takes no character for a wildcard: %s', async (words) => {
    await placeOrder({ name: 'Soren Andersson' });
    const { status } = await office.call('POST', '/api/admin/orders/search', { words });
    expect(status === 400 || (await search(words)).length === 0).toBe(true);
  });

  it('has the order with exactly this number first, and newer ones that mention it behind', async () => {
    const { id, orderNumber } = await placeOrder();
    const mention = await placeOrder({ name: `Friend of ${orderNumber}` });
    expect(await search(orderNumber)).toEqual([id, mention.id]);
    const first = await office.call('POST', '/api/admin/orders/search?limit=1', { words: orderNumber });
    expect(first.json<AdminOrder[]>().map((order) => order.id)).toEqual([id]);
    const next = parseNextPageUrl(first.headers.get('link')) ?? '';
    const second = await office.call('POST', next, { words: orderNumber });
    expect(second.json<AdminOrder[]>().map((order) => order.id)).toEqual([mention.id]);
    expect(second.headers.get('link')).toBeNull();
  });

  it('finds the order of which something was sent again with this number', async () => {
    const { id } = await placeOrder();
    await shop.query(
      `INSERT INTO reprints (id, order_id, reason, photo_ids, shipping_address, provider, tracking) VALUES ($1, $2, 'damaged', '{}', '{}', 'sandbox', $3)`,
      [
        randomUUID(),
        id,
        { carrier: 'USPS', number: '9400', url: null, further: [{ carrier: 'USPS', number: '9400 1111', url: null }] },
      ],
    );
    expect(await search('9400 1111')).toEqual([id]);
  });

  it('pages by key, and keeps the filters', async () => {
    const orders = [];
    for (let n = 0; n < 3; n++) orders.unshift((await placeOrder({ city: 'Springwell' })).id);
    await office.createUnpaidOrder();
    const first = await office.call('POST', '/api/admin/orders/search?limit=2&status=paid', { words: 'springwell' });
    expect(first.json<AdminOrder[]>().map(({ id }) => id)).toEqual(orders.slice(0, 2));
    const next = parseNextPageUrl(first.headers.get('link')) ?? '';
    const second = await office.call('POST', next, { words: 'springwell' });
    expect(second.json<AdminOrder[]>().map(({ id }) => id)).toEqual(orders.slice(2));
    expect(second.headers.get('link')).toBeNull();
    expect(await search('springwell', '?status=shipped')).toEqual([]);
  });

  it('forgets an erased order', async () => {
    const { id } = await placeOrder({ name: 'Erased Person' });
    await shop.query(
      `UPDATE orders SET shipping_address = '{}', email = NULL, anonymised_at = now(), user_id = NULL WHERE id = $1`,
      [id],
    );
    expect(await search('erased')).toEqual([]);
  });
});

describe('the views of the list', () => {
  const list = async (query: string): Promise<string[]> => {
    const answer = await office.call('GET', `/api/admin/orders?${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json<AdminOrder[]>().map(({ id }) => id);
  };
  const set = (id: string, change: string) => shop.query(`UPDATE orders SET ${change} WHERE id = $1`, [id]);

  it('have each order where it belongs, and no other', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['done', 'held', 'soldOut', 'failed', 'back', 'refunded', 'reported', 'changeable']) {
      ids[name] = (await placeOrder()).id;
      if (name !== 'changeable')
        await set(ids[name], `change_window_ends_at = now() - interval '1 hour', status = 'shipped'`);
    }
    await shop.query(
      `INSERT INTO fulfilment_holds (order_id, kind, reference, opened_at) VALUES ($1, 'question', 'q', now())`,
      [ids.held],
    );
    await shop.query('UPDATE order_items SET is_out_of_stock = true WHERE order_id = $1', [ids.soldOut]);
    await shop.query(`UPDATE order_items SET print_file_failure = 'The photo is gone' WHERE order_id = $1`, [
      ids.failed,
    ]);
    await set(ids.back!, `returned_at = now(), parcel_return = '{"reason":null}'`);
    await office.requestRefund(ids.refunded!, '1.00');
    await shop.query(
      `INSERT INTO problem_reports (id, order_id, kind, text, items, photo_ids) VALUES ($1, $2, 'damaged', 'Torn', '[]', '{}')`,
      [randomUUID(), ids.reported],
    );
    const members = async (view: string) => {
      const found = await list(`view=${view}`);
      return found.map((id) => Object.keys(ids).find((name) => ids[name] === id)).sort();
    };
    expect(await members('needs-me')).toEqual(['back', 'failed', 'held', 'reported', 'soldOut']);
    expect(await members('change-window')).toEqual(['changeable']);
    expect(await members('waiting')).toEqual(['held', 'soldOut']);
    expect(await members('printing-failed')).toEqual(['failed']);
    expect(await members('came-back')).toEqual(['back']);
    expect(await members('partly-refunded')).toEqual(['refunded']);
    const orders = (await office.call('GET', '/api/admin/orders?view=waiting&sort=oldest')).json<AdminOrder[]>();
    expect(orders.map(({ waitsFor }) => waitsFor)).toEqual([['question'], ['out-of-stock']]);
  });

  it('are sorted and bounded by time, in pages', async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 4; day++) {
      ids.push((await placeOrder()).id);
      await set(ids[day - 1]!, `created_at = '2026-03-0${day}T12:00:00Z'`);
    }
    const range = 'from=2026-03-02T00:00:00%2B01:00&to=2026-03-04T12:00:00Z';
    expect(await list(range)).toEqual([ids[2], ids[1]]);
    expect(await list(`${range}&sort=oldest`)).toEqual([ids[1], ids[2]]);
    const first = await office.call('GET', '/api/admin/orders?sort=oldest&limit=3');
    const next = parseNextPageUrl(first.headers.get('link')) ?? '';
    expect((await office.call('GET', next)).json<AdminOrder[]>().map(({ id }) => id)).toEqual([ids[3]]);
  });

  it('show articles with what was chosen, and a picture', async () => {
    const { articles } = await placeOrder();
    expect(articles).toEqual([
      { title: expect.any(String), quantity: 1, choices: expect.any(Array), pictureUrl: expect.any(String) },
    ]);
  });

  it.each(['view=all', 'from=2026-03-02', 'sort=total'])('refuse %s', async (query) => {
    expect((await office.call('GET', `/api/admin/orders?${query}`)).status).toBe(400);
  });
});
