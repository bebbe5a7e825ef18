import { eventually } from '@shop/testing';
import { PrintfulShop } from './printful-shop.js';

let world: PrintfulShop;
beforeAll(async () => {
  world = await PrintfulShop.open();
});
afterAll(() => world.close());

describe('what became of an order at Printful', () => {
  const shipment = { carrier: 'USPS', tracking_number: '9400', tracking_url: 'https://tools.usps.com/9400' };

  it('is asked of Printful when a webhook comes, which is not believed itself', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'fulfilled', shipments: [shipment] });
    const answers = await Promise.all([world.tell(order), world.tell(order), world.tell(order)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await world.orders.read(order)).toMatchObject({
      order: { status: 'shipped' },
      tracking: { carrier: 'USPS', number: '9400', url: shipment.tracking_url },
    });
    expect(await world.movesOf(order)).toBe(3);
  });

  it('is one parcel after the other, each shown when it is known', async () => {
    const order = await world.printedOrder();
    const other = { carrier: 'UPS', tracking_number: '1Z9', tracking_url: 'https://ups.example/1Z9' };
    const parcels = async () => (await world.orders.read(order)).tracking;
    world.become(order, { status: 'partial', shipments: [shipment] });
    await world.tell(order);
    expect(await parcels()).toEqual({ carrier: 'USPS', number: '9400', url: shipment.tracking_url, isPartial: true });
    world.become(order, { status: 'fulfilled', shipments: [shipment, other] });
    await world.tell(order);
    expect(await parcels()).toEqual({
      carrier: 'USPS',
      number: '9400',
      url: shipment.tracking_url,
      further: [{ carrier: 'UPS', number: '1Z9', url: other.tracking_url }],
    });
    expect((await world.orders.read(order)).timeline.find(({ what }) => what === 'shipped')?.detail).toBe(
      'USPS, 9400; UPS, 1Z9',
    );

    // What an admin wrote of another parcel stays.
    await world.shop.rows(
      `UPDATE orders SET tracking = '{"carrier": "By bicycle", "number": "7", "url": null}' WHERE id = $1`,
      [order.id],
    );
    await world.tell(order);
    expect(await parcels()).toEqual({ carrier: 'By bicycle', number: '7', url: null });
  });

  it('is heard while somebody has its cart, and waits for the order, as a refund does', async () => {
    const order = await world.printedOrder();
    await world.shop.rows(`UPDATE orders SET status = 'paid' WHERE id = $1`, [order.id]);
    world.become(order, { status: 'fulfilled', shipments: [shipment] });
    const elsewhere = world.shop.dataSource.createQueryRunner();
    await elsewhere.startTransaction();
    await elsewhere.query('SELECT FROM carts WHERE id = (SELECT cart_id FROM orders WHERE id = $1) FOR UPDATE', [
      order.id,
    ]);
    const told = world.tell(order);
    try {
      // Two steps at once, to the printer and away from it.
      await eventually(
        async () => expect(await world.orders.read(order)).toMatchObject({ order: { status: 'shipped' } }),
        { timeoutMs: 10_000 },
      );
    } finally {
      await elsewhere.rollbackTransaction();
      await elsewhere.release();
      await told;
    }
  });

  it('is not asked for where the address lacks the secret, and nothing is known of what is no order', async () => {
    const order = await world.printedOrder();
    const asked = world.printful.seen.length;
    expect([(await world.tell(order, 'a-secret-that-was-made-up')).status, world.printful.seen.length]).toEqual([
      404,
      asked,
    ]);
    const bodies = [
      {},
      { data: { order: { external_id: 'not ours' } } },
      { data: { order: { external_id: '0'.repeat(32) } } },
    ];
    for (const body of bodies) expect((await world.tellOf(body)).status).toBe(200);
    expect(world.printful.seen).toHaveLength(asked);
  });

  it('is delivered again where Printful could not be asked', async () => {
    const order = await world.printedOrder();
    world.printful.faults.push({ status: 500, words: 'Something broke' });
    expect((await world.tell(order)).status).toBeGreaterThanOrEqual(500);
    expect((await world.tell(order)).status).toBe(200);
  });

  it('pays back what Printful cancels', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'canceled' });
    await world.tell(order);
    await eventually(async () =>
      expect(await world.orders.read(order)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
      }),
    );
    expect(await world.summaries(order)).toContain('The order was cancelled by the printer.');
  });

  it('is told to the admins where somebody has to see to it, and no longer once it goes on', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'onhold' });
    await world.tell(order);
    expect((await world.office.detail(order.id)).fulfilment?.reason).toBe('The printer has put this order on hold.');
    world.become(order, { status: 'inprocess' });
    await world.tell(order);
    expect((await world.office.detail(order.id)).fulfilment?.reason).toBeNull();
    world.become(order, { status: 'failed', error: 'The file is too small' });
    await world.tell(order);
    expect((await world.office.detail(order.id)).fulfilment?.reason).toBe(
      'The printer could not print this order. It says: The file is too small',
    );
  });

  it('is printed all the same where it was put back among the drafts there, but not at the word of a webhook', async () => {
    const order = await world.printedOrder();
    const unasked = () =>
      world.shop.rows(`UPDATE fulfilments SET asked_at = now() - interval '31 minutes' WHERE order_id = $1`, [
        order.id,
      ]);
    const reads = (reason: string | null) =>
      eventually(async () =>
        expect((await world.office.detail(order.id)).fulfilment).toMatchObject({ state: 'submitted', reason }),
      );
    world.become(order, { status: 'draft' });
    await world.tell(order);
    await reads('The printer has this order as a draft, and does not print it.');
    world.printful.refusal = { status: 402, words: 'The card of the shop was declined' };
    await unasked();
    await reads(
      'The printer has this order as a draft, and does not print it. It says: The card of the shop was declined',
    );
    world.printful.refusal = null;
    await unasked();
    await reads(null);
    expect(world.printful.find(order.id)?.status).toBe('pending');
  });

  it('is learned by asking where no webhook comes', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'fulfilled', shipments: [] });
    await world.shop.rows(`UPDATE fulfilments SET asked_at = now() - interval '31 minutes' WHERE order_id = $1`, [
      order.id,
    ]);
    await world.isStatus(order, 'shipped');
  });

  it('is no cancellation by an admin any more once it is printed', async () => {
    const [early, late] = [await world.printedOrder(), await world.printedOrder()];
    world.become(late, { status: 'inprocess' });
    expect((await world.office.move(late.id, 'cancelled')).text).toBe(
      'The printer has begun to print this order: it can no longer be cancelled.',
    );
    expect((await world.office.move(early.id, 'cancelled')).status).toBe(200);
    expect(world.printful.find(early.id)?.status).toBe('canceled');
  });

  it('is one cancellation and one refund where Printful tells of it before it answers the admin', async () => {
    const order = await world.printedOrder();
    world.printful.beforeCancelled = () => world.tell(order);
    expect((await world.office.move(order.id, 'cancelled')).status).toBe(200);
    await eventually(async () =>
      expect(await world.orders.read(order)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
        refunds: [{ amount: '35.91' }],
      }),
    );
    expect(await world.movesOf(order)).toBe(3);
  });
});

describe('an order that an admin ships by hand while Printful may have it', () => {
  const GOES_ON = 'This order was shipped by hand, and the printer goes on with it. Please cancel it there.';
  const ship = ({ id }: { id: string }) => world.office.move(id, 'shipped', { carrier: 'UPS', number: '1Z' });
  afterEach(() => {
    world.printful.outage = null;
    world.printful.beforeCancelled = () => Promise.resolve();
  });

  it('is taken back there, and keeps its money, also where Printful tells of that before it answers', async () => {
    const order = await world.unheardOrder();
    world.printful.beforeCancelled = () => world.tell(order);
    expect((await ship(order)).status).toBe(200);
    expect(world.printful.find(order.id)?.status).toBe('canceled');
    await world.tell(order);
    expect(await world.orders.read(order)).toMatchObject({
      order: { status: 'shipped', paymentStatus: 'paid' },
      refunds: [],
    });
    expect((await world.office.detail(order.id)).fulfilment).toMatchObject({ state: 'cancelled', reason: null });
  });

  it('is not shipped where Printful can’t be asked to leave it', async () => {
    const order = await world.unheardOrder();
    world.printful.outage = { status: 503, words: 'Maintenance' };
    const refused = await ship(order);
    expect([refused.status, refused.text]).toEqual([
      503,
      'The printer may have this order, and can’t be asked to leave it right now. Please try again in a moment.',
    ]);
    expect((await world.orders.read(order)).order.status).toBe('processing');
    world.printful.outage = null;
    expect((await ship(order)).status).toBe(200);
  });

  it('is an alarm where it arrives there all the same, until it is cancelled there', async () => {
    const order = await world.unheardOrder();
    const late = world.printful.find(order.id);
    world.printful.orders.delete(late?.external_id ?? '');
    expect((await ship(order)).status).toBe(200);
    if (late) world.printful.orders.set(late.external_id, late);
    await world.shop.rows('UPDATE fulfilments SET asked_at = NULL WHERE order_id = $1', [order.id]);
    await eventually(async () =>
      expect((await world.office.detail(order.id)).fulfilment).toMatchObject({ state: 'cancelled', reason: GOES_ON }),
    );
    world.become(order, { status: 'canceled' });
    await world.tell(order);
    expect((await world.office.detail(order.id)).fulfilment?.reason).toBeNull();
    expect(await world.orders.read(order)).toMatchObject({ order: { status: 'shipped', paymentStatus: 'paid' } });
  });
});
