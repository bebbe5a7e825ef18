import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLinkGood } from '@shop/service-kit';
import { eventually } from '@shop/testing';
import { fileHashOf } from './held-orders.js';
import { PRINT_FILE_SECRET, PrintfulShop } from './printful-shop.js';

let world: PrintfulShop;
beforeAll(async () => {
  world = await PrintfulShop.open();
});
afterAll(() => world.close());
afterEach(() => {
  world.printful.outage = null;
  world.printful.refusal = null;
  world.printful.beforeTaken = () => Promise.resolve();
  world.printful.faults.length = 0;
});

describe('an order for Printful', () => {
  it('comes there as it was sold, confirmed, with the whole file of each line under a signed address', async () => {
    const order = await world.dueOrder({
      variants: [{ name: 'L' }, { name: 'Black', type: 'color' }],
      line: { variantSelections: { size: 'L', color: 'Black' }, quantity: 2 },
    });
    await world.isStatus(order, 'processing');
    const made = world.printful.find(order.id);
    expect(made).toMatchObject({
      external_id: order.id.replaceAll('-', ''),
      status: 'pending',
      recipient: {
        name: 'Pat Doe',
        address1: '1 Main St',
        city: 'Springfield',
        state_code: 'IL',
        country_code: 'US',
        zip: '62701',
      },
      items: [{ external_id: order.itemId.replaceAll('-', ''), variant_id: 4018, quantity: 2, retail_price: '24.00' }],
    });
    expect(made?.items[0]?.files).toEqual([
      {
        type: 'front',
        url: expect.any(String),
        position: {
          area_width: 4500,
          area_height: 5400,
          width: 4500,
          height: 5400,
          top: 0,
          left: 0,
          limit_to_print_area: false,
        },
      },
    ]);
    const url = new URL(made?.items[0]?.files[0]?.url ?? '');
    expect([url.origin, url.pathname]).toEqual([
      'https://shop.example.com',
      `/api/print-files/${fileHashOf(order)}.png`,
    ]);
    const claim = { subject: `print-file ${fileHashOf(order)}`, expires: Number(url.searchParams.get('expires')) };
    expect(isLinkGood(PRINT_FILE_SECRET, claim, url.searchParams.get('signature') ?? '')).toBe(true);
    expect(world.printful.seen.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer pf_key',
      'x-pf-store-id': '77',
    });
  });

  it('is one order there where the answer was lost', async () => {
    const order = await world.readyOrder();
    world.printful.faults.push('hang up after');
    const before = world.printful.posted;
    await world.orders.endHold(order);
    await world.waits(order, null);
    await world.tryNow(order);
    await world.isSubmitted(order);
    expect(world.printful.posted - before).toBe(1);
    await world.isStatus(order, 'processing');
  });

  it('is one order there where the shop died after it came in, and another instance goes on', async () => {
    const order = await world.readyOrder();
    await world.orders.endHold(order);
    await world.isSubmitted(order);
    // As a process leaves it that was killed before it could write down what Printful had said.
    await world.shop.rows(`UPDATE orders SET status = 'paid' WHERE id = $1`, [order.id]);
    await world.shop.rows(
      `UPDATE fulfilments SET state = 'submitting', external_id = NULL, lease_expires_at = now() WHERE order_id = $1`,
      [order.id],
    );
    const other = await world.shop.secondInstance();
    await world.isSubmitted(order);
    await world.isStatus(order, 'processing');
    expect([...world.printful.orders.keys()].filter((id) => id === order.id.replaceAll('-', ''))).toHaveLength(1);
    await other.stop();
  });

  it('is one order there where it takes longer than a lease, and both instances ask', async () => {
    const other = await world.shop.secondInstance();
    const before = world.printful.posted;
    world.printful.beforeTaken = () => eventually(() => expect(world.printful.posted - before).toBeGreaterThan(1));
    const order = await world.dueOrder();
    await world.isSubmitted(order);
    await world.isStatus(order, 'processing');
    expect(await world.movesOf(order)).toBe(2);
    await other.stop();
  });

  it('is printed also where it came in and the confirmation broke off, once a try finds it among the drafts', async () => {
    const order = await world.readyOrder();
    world.printful.faults.push('unconfirmed');
    await world.orders.endHold(order);
    await world.waits(order, null);
    expect(world.printful.find(order.id)?.status).toBe('draft');
    expect((await world.tell(order)).status).toBe(200);
    expect((await world.orders.read(order)).order.status).toBe('paid');
    const before = world.printful.posted;
    await world.tryNow(order);
    await world.isStatus(order, 'processing');
    expect([world.printful.find(order.id)?.status, world.printful.posted - before]).toEqual(['pending', 0]);
  });

  it('is an alarm while Printful refuses to confirm it', async () => {
    const order = await world.readyOrder();
    world.printful.faults.push('unconfirmed');
    await world.orders.endHold(order);
    await world.waits(order, null);
    world.printful.refusal = { status: 402, words: 'The card of the shop was declined' };
    await world.tryNow(order);
    await world.waits(
      order,
      'Printful has this order as a draft, and refused to print it. It says: The card of the shop was declined',
    );
    world.printful.refusal = null;
    await world.tryNow(order);
    await world.isStatus(order, 'processing');
  });

  it.each([
    [{ status: 429, words: 'Too many requests' }],
    [{ status: 503, words: 'Maintenance' }],
    ['hang up' as const],
    ['a page of a proxy' as const],
  ])('waits out %j, without a word at first', async (outage) => {
    world.printful.outage = outage;
    const order = await world.dueOrder();
    await world.waits(order, null);
    expect((await world.orders.read(order)).order.status).toBe('paid');
    world.printful.outage = null;
    await world.tryNow(order);
    await world.isStatus(order, 'processing');
  });

  it('tells the admins of an outage that lasts, once, and goes on by itself', async () => {
    world.printful.outage = { status: 500, words: 'Something broke' };
    const order = await world.dueOrder();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await eventually(async () =>
        expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'waiting', attempts: attempt }]),
      );
      if (attempt < 5) await world.tryNow(order);
    }
    await world.waits(order, 'The printer does not answer.');
    expect(await world.sentencesOf(order)).toEqual([
      expect.stringMatching(/^Order PA-\w+ is paid, and not with the printer yet: The printer does not answer\.$/),
    ]);
    expect((await world.summaries(order)).filter((summary) => summary.includes('does not answer'))).toHaveLength(1);
    world.printful.outage = null;
    await world.tryNow(order);
    await world.isStatus(order, 'processing');
    expect((await world.office.detail(order.id)).fulfilment).toMatchObject({ state: 'submitted', reason: null });
    expect(await world.sentencesOf(order)).toEqual([]);
  });

  it('tells the admins at once what was refused, in Printful’s words, and in its story without them', async () => {
    world.printful.faults.push(
      { status: 400, words: 'Recipient: ZIP code 62701 does not fit' },
      { status: 404, words: 'Not found' },
    );
    const order = await world.dueOrder();
    await world.waits(order, 'Printful refused this order. It says: Recipient: ZIP code 62701 does not fit');
    expect((await world.summaries(order))[0]).toBe(
      'The order is not with the printer yet, or waits there: Printful refused this order.',
    );
    await world.office.call('POST', `/api/admin/orders/${order.id}/printing`);
    await world.isStatus(order, 'processing');
  });

  it('tells the admins of a line that the catalogue does not know, and of a key that is not accepted', async () => {
    const unknown = await world.dueOrder({ product: { title: 'Mug' } });
    await world.waits(unknown, 'Printful’s catalogue has no entry for Mug. Please add it to PRINTFUL_CATALOGUE.');
    world.printful.faults.push({ status: 401, words: 'Unauthorized' });
    const order = await world.dueOrder();
    await world.waits(
      order,
      'Printful does not accept the shop’s API key. Please check PRINTFUL_API_KEY and PRINTFUL_STORE_ID. It says: Unauthorized',
    );
  });
});

describe('an admin who is quicker than the printer', () => {
  it('is waited for while the order is handed over, and told where that takes long', async () => {
    const release = world.printful.hold();
    const [order, stuck] = [await world.readyOrder(), await world.readyOrder()];
    await world.office.move(order.id, 'processing');
    await eventually(async () => expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'submitting' }]));
    const lookedAgain = world.lookedAgain();
    const shipped = world.office.move(order.id, 'shipped');
    await lookedAgain();
    release();
    expect((await shipped).status).toBe(200);
    expect((await world.office.move(order.id, 'delivered')).status).toBe(200);
    expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]);
    await world.shop.rows(
      `UPDATE fulfilments SET state = 'submitting', lease_expires_at = now() + interval '1 minute' WHERE order_id = $1`,
      [stuck.id],
    );
    const refused = await world.office.move(stuck.id, 'cancelled');
    expect([refused.status, refused.text]).toEqual([
      409,
      'This order is being handed to the printer right now. Please try again in a moment.',
    ]);
  });

  it('is waited for also where the handing over begins between the look at the order and its lock', async () => {
    const order = await world.readyOrder();
    await world.office.move(order.id, 'processing');
    await eventually(async () => expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'submitted' }]));
    const elsewhere = world.shop.dataSource.createQueryRunner();
    await elsewhere.startTransaction();
    await elsewhere.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
    const lookedAgain = world.lookedAgain();
    const shipped = world.office.move(order.id, 'shipped');
    await eventually(async () =>
      expect(
        await world.shop.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    );
    await elsewhere.query(
      `UPDATE fulfilments SET state = 'submitting', lease_expires_at = now() + interval '1 minute' WHERE order_id = $1`,
      [order.id],
    );
    await elsewhere.commitTransaction();
    await elsewhere.release();
    await lookedAgain();
    await world.shop.rows(`UPDATE fulfilments SET state = 'submitted' WHERE order_id = $1`, [order.id]);
    expect((await shipped).status).toBe(200);
  });
});

describe('a start with Printful', () => {
  it.each([
    ['no such file', null, /which cannot be read/],
    ['no JSON', '[{', /which is not JSON/],
    ['another shape', '[{"product": "Tee", "variantId": "many"}]', /0\.variantId/],
  ])('is refused with a catalogue that is %s', async (_, text, sentence) => {
    const file = join(world.folder, 'other.json');
    await (text === null ? rm(file, { force: true }) : writeFile(file, text));
    await expect(world.shop.secondInstance({ ...world.env, PRINTFUL_CATALOGUE: file })).rejects.toThrow(sentence);
  });
});
