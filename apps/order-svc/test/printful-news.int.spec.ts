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
    expect(await world.orders.read(order)).toMatchObject({ order: { status: 'shipped' }, tracking: { carrier: 'USPS', number: '9400', url: shipment.tracking_url } });
    expect(await world.movesOf(order)).toBe(3);
  });

  it('is not asked for where the address lacks the secret, and nothing is known of what is no order', async () => {
    const order = await world.printedOrder();
    const asked = world.printful.seen.length;
    expect([(await world.tell(order, 'a-secret-that-was-made-up')).status, world.printful.seen.length]).toEqual([404, asked]);
    const bodies = [{}, { data: { order: { external_id: 'not ours' } } }, { data: { order: { external_id: '0'.repeat(32) } } }];
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
    await eventually(async () => expect(await world.orders.read(order)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' } }));
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
    expect((await world.office.detail(order.id)).fulfilment?.reason).toBe('The printer could not print this order. It says: The file is too small');
  });

  it('is learned by asking where no webhook comes', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'fulfilled', shipments: [] });
    await world.shop.rows(`UPDATE fulfilments SET asked_at = now() - interval '31 minutes' WHERE order_id = $1`, [order.id]);
    await world.isStatus(order, 'shipped');
  });

  it('is no cancellation by an admin any more once it is printed', async () => {
    const [early, late] = [await world.printedOrder(), await world.printedOrder()];
    world.become(late, { status: 'inprocess' });
    expect((await world.office.move(late.id, 'cancelled')).text).toBe('The printer has begun to print this order: it can no longer be cancelled.');
    expect((await world.office.move(early.id, 'cancelled')).status).toBe(200);
    expect(world.printful.find(early.id)?.status).toBe('canceled');
  });

  it('is one cancellation and one refund where Printful tells of it before it answers the admin', async () => {
    const order = await world.printedOrder();
    world.printful.beforeCancelled = () => world.tell(order);
    expect((await world.office.move(order.id, 'cancelled')).status).toBe(200);
    await eventually(async () => expect(await world.orders.read(order)).toMatchObject({ order: { status: 'cancelled', paymentStatus: 'refunded' }, refunds: [{ amount: '35.91' }] }));
    expect(await world.movesOf(order)).toBe(3);
  });
});
