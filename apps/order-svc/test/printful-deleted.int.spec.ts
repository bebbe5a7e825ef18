import { eventually } from '@shop/testing';
import type { HeldOrder } from './held-orders.js';
import { Bookkeeper } from './money.js';
import { PrintfulShop } from './printful-shop.js';

const GONE = 'The printer does not have this order any more: it was deleted there.';

let world: PrintfulShop;
beforeAll(async () => {
  world = await PrintfulShop.open();
});
afterAll(() => world.close());

const books = new Bookkeeper(() => world.shop);

const askNow = ({ id }: HeldOrder) =>
  world.shop.rows(`UPDATE fulfilments SET asked_at = now() - interval '31 minutes' WHERE order_id = $1`, [id]);
const reasonOf = async ({ id }: HeldOrder) => (await world.office.detail(id)).fulfilment?.reason;

async function deletedOrder(): Promise<HeldOrder> {
  const order = await world.printedOrder();
  world.remove(order);
  expect((await world.tell(order)).status).toBe(200);
  return order;
}

describe('an order that somebody deletes at Printful', () => {
  it('is an alarm with its reason and a row in the timeline, once, when the webhook comes', async () => {
    const order = await deletedOrder();
    await world.tell(order);
    const { order: told } = await world.orders.read(order);
    expect(await books.theOne('not-printed', order.id)).toMatchObject({
      sentence: `Order ${told.orderNumber} is paid, and not printed: ${GONE}`,
      remedy: { label: 'Hand it over again', warning: expect.stringContaining('cancel the order instead') },
    });
    expect((await world.summaries(order)).filter((summary) => summary.endsWith(GONE))).toHaveLength(1);
    expect(told).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
  });

  it('is learned by asking where no webhook comes, and is none any more where it is there again', async () => {
    const order = await world.printedOrder();
    const kept = world.printful.find(order.id);
    world.remove(order);
    await askNow(order);
    await eventually(async () => expect(await reasonOf(order)).toBe(GONE));
    if (kept) world.printful.orders.set(kept.external_id, kept);
    await askNow(order);
    await eventually(async () => expect(await reasonOf(order)).toBeNull());
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is handed over again at the press of its button, once', async () => {
    const order = await deletedOrder();
    const { id } = await books.theOne('not-printed', order.id);
    const posted = world.printful.posted;
    const answers = await Promise.all([books.mended(id), books.mended(id)]);
    expect(answers).toContainEqual([200, '{"sentence":"The printer is being tried again."}']);
    await world.isSubmitted(order);
    expect([world.printful.posted, await reasonOf(order), await books.differencesOf(order.id)]).toEqual([
      posted + 1,
      null,
      [],
    ]);
  });

  it('can be cancelled instead, and its money goes back', async () => {
    const order = await deletedOrder();
    expect((await world.office.move(order.id, 'cancelled')).status).toBe(200);
    await eventually(async () =>
      expect(await world.orders.read(order)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
      }),
    );
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is no alarm any more where the printer was to leave it alone', async () => {
    const order = await world.printedOrder();
    await world.shop.rows(
      `UPDATE fulfilments SET state = 'cancelled', reason = 'The printer goes on with it.' WHERE order_id = $1`,
      [order.id],
    );
    await books.theOne('printed-although', order.id);
    world.remove(order);
    await world.tell(order);
    expect(await books.differencesOf(order.id)).toEqual([]);
  });

  it('is no alarm where its parcel is on its way', async () => {
    const order = await world.printedOrder();
    world.become(order, { status: 'fulfilled' });
    await world.tell(order);
    world.remove(order);
    await world.tell(order);
    expect(await books.differencesOf(order.id)).toEqual([]);
  });
});
