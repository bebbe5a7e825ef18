import { randomUUID } from 'node:crypto';
import { ORDER_CANCELLED } from '@shop/contracts/order';
import { eventually, recordEvents, type EventRecorder } from '@shop/testing';
import { BackOffice } from './admin.js';
import { PRODUCTION_BY_HAND } from './by-hand.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { PrintfulShop } from './printful-shop.js';
import { ADDRESS, Shop } from './shop.js';

let world: PrintfulShop;
let heard: EventRecorder;
beforeAll(async () => {
  world = await PrintfulShop.open();
  heard = await recordEvents(world.shop.transport, ['order.changed']);
});
afterAll(async () => {
  await heard.stop();
  await world.close();
});
afterEach(() => {
  world.printful.outage = null;
  world.printful.beforeTaken = () => Promise.resolve();
  world.printful.faults.length = 0;
});

const AT_PRINTER = 'The printer has this order already. Please change the address there, or cancel the order.';
const NEW = { ...ADDRESS, address: '7 Elm Street', city: 'Shelbyville' };
const change = ({ id }: { id: string }, address: unknown = NEW, office = world.office) =>
  office.call('PATCH', `/api/admin/orders/${id}/address`, address);
const answerTo = async (...given: Parameters<typeof change>) => {
  const { status, text } = await change(...given);
  return [status, text];
};
const changesOf = async ({ id }: HeldOrder) =>
  (await world.shop.eventsOf(id)).filter((type) => type === 'order.changed').length;
const trailOf = ({ id }: HeldOrder) =>
  world.shop.rows(`SELECT action, before, after FROM audit_entries WHERE subject_id = $1`, [id]);
const addressOf = async (order: HeldOrder) => (await world.orders.read(order)).order.shippingAddress;
const goesTo = (order: HeldOrder) => world.printful.find(order.id)?.recipient;

/** Nobody knows its country. */
async function refusedOrder(): Promise<HeldOrder> {
  const order = await world.readyOrder();
  await world.shop.rows(
    `UPDATE orders SET shipping_address = shipping_address || '{"country": "Freedonia"}' WHERE id = $1`,
    [order.id],
  );
  await world.orders.endHold(order);
  await world.waits(order, 'Printful needs the country of the address as two letters. It says: “Freedonia”');
  return order;
}

describe('an order that the printer refuses for its address', () => {
  it('is handed over, once, to the address that an admin gives it', async () => {
    const order = await refusedOrder();
    const before = world.printful.posted;
    expect((await world.office.detail(order.id)).canChangeAddress).toBe(true);
    const answer = await change(order);
    expect([answer.status, answer.json<{ shippingAddress: unknown }>().shippingAddress]).toEqual([200, NEW]);
    await world.isStatus(order, 'processing');
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ address1: '7 Elm Street', city: 'Shelbyville', country_code: 'US' });
    expect(world.printful.posted - before).toBe(1);
    expect(await world.office.detail(order.id)).toMatchObject({
      canChangeAddress: false,
      fulfilment: { reason: null },
    });
  });

  it('tells so: its customer that it was changed, the admins by whom, and the trail no address', async () => {
    const order = await refusedOrder();
    await change(order);
    const { data } = await heard.next('order.changed', ({ subject }) => subject === `order/${order.id}`);
    expect(data).toMatchObject({ what: ['the delivery address'], isByShop: true, order: { shippingAddress: NEW } });
    expect(await trailOf(order)).toEqual([
      { action: 'order.changed', before: null, after: { what: ['the delivery address'] } },
    ]);
    const { timeline } = await world.office.detail(order.id);
    expect(timeline.find(({ action }) => action === 'order.changed')).toMatchObject({
      actor: expect.stringContaining('@'),
      summary: 'Changed the delivery address.',
    });
    expect((await world.orders.read(order)).timeline).toContainEqual({
      at: expect.any(String),
      what: 'changed',
      detail: 'the delivery address',
    });
  });

  it('is not another order there where Printful itself had refused it', async () => {
    world.printful.faults.push(
      { status: 400, words: 'Recipient: state does not fit' },
      { status: 404, words: 'Not found' },
    );
    const order = await world.dueOrder();
    await world.waits(order, 'Printful refused this order. It says: Recipient: state does not fit');
    expect((await change(order)).status).toBe(200);
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ city: 'Shelbyville' });
  });

  it('stays as it is at the same address, and nobody is told or asked', async () => {
    const order = await refusedOrder();
    const asked = world.printful.seen.length;
    expect((await change(order, await addressOf(order))).status).toBe(200);
    expect([await changesOf(order), await trailOf(order), world.printful.seen.length - asked]).toEqual([0, [], 0]);
    expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  it('goes to one address, once, where two admins give it two at the same moment', async () => {
    const order = await refusedOrder();
    const before = world.printful.posted;
    const answers = await Promise.all([change(order), change(order, { ...NEW, city: 'Ogdenville' })]);
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(taken).toBeGreaterThan(0);
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ city: (await addressOf(order)).city });
    expect([world.printful.posted - before, await changesOf(order)]).toEqual([1, taken]);
  });
});

describe('an order that may be at the printer', () => {
  it('keeps its address where a try came in that nobody had heard of, and is heard of now', async () => {
    world.printful.faults.push('hang up after');
    const order = await world.dueOrder();
    await world.waits(order, null);
    expect(await answerTo(order)).toEqual([409, AT_PRINTER]);
    await world.isStatus(order, 'processing');
    expect([await addressOf(order), goesTo(order)?.city, await changesOf(order)]).toEqual([ADDRESS, ADDRESS.city, 0]);
  });

  it('keeps its address while the printer can’t be asked, and takes another once it can', async () => {
    world.printful.outage = 'hang up';
    const order = await world.dueOrder();
    await world.waits(order, null);
    expect(await answerTo(order)).toEqual([
      503,
      'The printer may have this order, and can’t be asked about it right now. Please try again in a moment.',
    ]);
    expect(await addressOf(order)).toEqual(ADDRESS);
    world.printful.outage = null;
    expect((await change(order)).status).toBe(200);
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ city: 'Shelbyville' });
  });

  it('keeps it where it lies there as a draft', async () => {
    world.printful.faults.push('unconfirmed');
    const order = await world.dueOrder();
    await world.waits(order, null);
    expect(await answerTo(order)).toEqual([409, AT_PRINTER]);
    expect([world.printful.find(order.id)?.status, await addressOf(order)]).toEqual(['draft', ADDRESS]);
  });

  it('keeps it where it was cancelled there: it is not taken again', async () => {
    world.printful.faults.push('hang up after');
    const order = await world.dueOrder();
    await world.waits(order, null);
    world.become(order, { status: 'canceled' });
    expect(await answerTo(order)).toEqual([
      409,
      'This order was cancelled at the printer, which can’t take it again. Please cancel it here too.',
    ]);
    expect((await world.office.move(order.id, 'cancelled')).status).toBe(200);
  });

  it('keeps it where the printer has it, also where that is being told right now', async () => {
    const [told, waited] = [await world.printedOrder(), await world.readyOrder()];
    expect(await answerTo(told)).toEqual([409, AT_PRINTER]);
    const release = world.printful.hold();
    await world.orders.endHold(waited);
    await eventually(async () =>
      expect(await world.orders.fulfilment(waited)).toMatchObject([{ state: 'submitting' }]),
    );
    expect((await world.office.detail(waited.id)).canChangeAddress).toBe(false);
    const lookedAgain = world.lookedAgain();
    const answer = answerTo(waited);
    await lookedAgain();
    release();
    expect(await answer).toEqual([409, AT_PRINTER]);
    expect(goesTo(waited)).toMatchObject({ city: ADDRESS.city });
  });

  it('takes another where the printer has lost it, and goes there once more', async () => {
    const order = await world.printedOrder();
    world.remove(order);
    await world.tell(order);
    await eventually(async () => expect((await world.office.detail(order.id)).canChangeAddress).toBe(true));
    expect((await change(order)).status).toBe(200);
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ city: 'Shelbyville' });
  });
});

describe('an order on hold', () => {
  it('stays on hold at its new address, and goes there once that is over', async () => {
    const order = await world.readyOrder();
    expect((await change(order)).status).toBe(200);
    expect(await world.orders.fulfilment(order)).toMatchObject([{ state: 'held', attempts: 0 }]);
    expect((await world.orders.read(order)).changeableUntil).not.toBeNull();
    await world.orders.endHold(order);
    await world.isSubmitted(order);
    expect(goesTo(order)).toMatchObject({ city: 'Shelbyville' });
  });
});

describe('an order whose address is no admin’s to change', () => {
  it('is one that is not paid, was cancelled or sent, or is none', async () => {
    const [unpaid, cancelled, sent] = [
      await world.office.unpaidOrder(),
      await world.readyOrder(),
      await world.printedOrder(),
    ];
    await world.office.move(cancelled.id, 'cancelled');
    await world.office.move(sent.id, 'shipped');
    expect(await answerTo(unpaid)).toEqual([
      409,
      'This order is not paid yet: its customer changes the address at the checkout.',
    ]);
    expect(await answerTo(cancelled)).toEqual([409, ORDER_CANCELLED]);
    expect(await answerTo(sent)).toEqual([409, 'This order has been sent already, to the address it has.']);
    expect(await answerTo({ id: randomUUID() })).toEqual([404, 'Not found']);
    for (const { id } of [unpaid, cancelled, sent])
      expect((await world.office.detail(id)).canChangeAddress).toBe(false);
  });

  it.each([
    [{ ...NEW, city: ' ' }, 'City is required'],
    [{ ...NEW, zip: undefined }, 'zip is missing or not valid'],
    [{ ...NEW, name: 'x'.repeat(201) }, 'Please use at most 200 characters'],
  ])('%j is no address', async (address, sentence) => {
    const order = await world.readyOrder();
    const answer = await change(order, address);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)]);
    expect(await addressOf(order)).toEqual(ADDRESS);
  });
});

describe('an order that an admin prints', () => {
  let shop: Shop;
  const orders = new HeldOrders(() => shop);
  const office = new BackOffice(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ env: PRODUCTION_BY_HAND });
  });
  afterAll(() => shop.close());

  it('goes elsewhere until it is sent, also one of before there were holds', async () => {
    const [order, old] = [await orders.make(), await orders.make()];
    await shop.rows('DELETE FROM fulfilments WHERE order_id = $1', [old.id]);
    for (const { id } of [order, old]) {
      await office.move(id, 'processing');
      expect(await answerTo({ id }, NEW, office)).toEqual([200, expect.stringContaining('Shelbyville')]);
      expect((await office.detail(id)).status).toBe('processing');
      await office.move(id, 'shipped');
      expect((await change({ id }, ADDRESS, office)).status).toBe(409);
    }
    expect(await orders.fulfilment(order)).toMatchObject([{ state: 'submitted', provider: 'by-hand' }]);
  });
});
