import { randomUUID } from 'node:crypto';
import { parseNextPageUrl } from '@shop/contracts-common';
import { type CustomerOrder, type Order, ORDER_BEING_PRINTED } from '@shop/contracts-order';
import { type TestResponse, asAdmin, asGuest, asUser, type EventRecorder, waitFor, recordEvents } from '@shop/testing';
import { FulfilmentSchedule } from '../src/order-lifecycle/fulfilment.schedule.js';
import { OrderLinksService } from '../src/orders/order-links.service.js';
import { AdminActions } from './support/admin-actions.js';
import { openOrderStream } from './support/order-stream-client.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { ADDRESS, CARDS, TestShop } from './support/test-shop.js';

let shop: TestShop;
let recorder: EventRecorder;
const orders = new PaidOrders(() => shop);
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
  recorder = await recordEvents(shop.transport, ['order.changed']);
});
afterAll(async () => {
  await recorder.stop();
  await shop.close();
});

const placement = { x: 40, y: 60, scale: 50, rotation: 90 };

const sizes = [
  { name: 'S', printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' as const } },
  { name: 'L' },
  { name: '2XL', priceModifier: '3.00' },
  { name: 'Black', type: 'color' as const },
  { name: 'White', type: 'color' as const, priceModifier: '-2.00', imageUrl: '/pictures/white.svg' },
];

const COSTS_MORE = 'This choice costs more than you paid. Only what costs the same or less can be chosen now.';
const NOT_AVAILABLE = 'This choice is not available for the product.';

const changesOf = async ({ id }: PaidOrder) =>
  (await shop.listEventTypes(id)).filter((type) => type === 'order.changed').length;

const lastChange = async ({ id }: PaidOrder) =>
  (await recorder.waitForEvent('order.changed', ({ subject }) => subject === `order/${id}`)).data;

describe('an order on its own page', () => {
  it('has its change window, its prints with their size, and its timeline', async () => {
    const order = await orders.createPaidOrder({
      product: { title: 'Tee' },
      line: { designConfig: { x: 50, y: 50, scale: 50, rotation: 0 } },
    });
    const read = await orders.getOrder(order);
    const leftMs = Date.parse(read.changeableUntil ?? '') - Date.now();
    expect(leftMs).toBeGreaterThan(59 * 60_000);
    expect(leftMs).toBeLessThan(60 * 60_000);
    expect(read.prints).toEqual([
      {
        orderItemId: order.itemId,
        state: 'making',
        fileUrl: null,
        mockupUrl: null,
        areaPx: { widthPx: 4500, heightPx: 5400 },
        areaInches: { width: 15, height: 18 },
        printedInches: { width: 7.5, height: 7.5 },
        dpi: null,
        product: {
          areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
          pictureUrl: '/pictures/tshirt.svg',
          pictureArea: order.product.pictureArea,
          overlayUrl: null,
        },
        isSold: true,
        choices: [{ selections: {}, refund: '0.00' }],
      },
    ]);
    expect(read.timeline.map(({ type, detail }) => [type, detail])).toEqual([
      ['placed', null],
      ['paid', '$35.91'],
    ]);
    expect(read).toMatchObject({ tracking: null, refunds: [], order: { id: order.id, status: 'paid' } });
  });

  it('shows the print file once it is made', async () => {
    const order = await orders.createPaidOrder();
    await orders.addPrintFiles(order);
    expect((await orders.getOrder(order)).prints[0]).toMatchObject({
      state: 'ready',
      fileUrl: '/media/view',
      dpi: 300,
    });
  });

  it('is read with the key of its emails until that expires, and no other order is', async () => {
    const [order, other] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    const links = shop.service.get(OrderLinksService);
    const getWithKey = (id: string, key: string) =>
      shop.service.call('GET', `/api/orders/${id}?key=${encodeURIComponent(key)}`);
    const key = links.signKey({ id: order.id, emailVersion: 0, linkVersion: 0 });
    expect((await getWithKey(order.id, key)).json<CustomerOrder>().order.id).toBe(order.id);
    const refused = [
      getWithKey(other.id, key),
      getWithKey(order.id, `${key.slice(0, -8)}AAAAAAAA`),
      getWithKey(
        order.id,
        links.signKey({ id: order.id, emailVersion: 0, linkVersion: 0 }, Date.now() - 91 * 86_400_000),
      ),
      getWithKey(order.id, ''),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('gets another email in the session that placed it, and by an admin; then the links of earlier emails end', async () => {
    const order = await orders.createPaidOrder();
    const links = shop.service.get(OrderLinksService);
    const keyOf = (emailVersion: number) => links.signKey({ id: order.id, emailVersion, linkVersion: 0 });
    const byLink = await shop.service.call('PATCH', `/api/orders/${order.id}/email?key=${keyOf(0)}`, {
      as: asGuest(),
      body: { email: 'thief@example.com' },
    });
    expect(byLink.status).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      const corrected = await orders.call('PATCH', order, '/email', { email: ' Right@Example.com' });
      expect(corrected.json<CustomerOrder>().order.email).toBe('right@example.com');
    }
    const read = (key: string) => shop.service.call('GET', `/api/orders/${order.id}?key=${key}`, { as: asGuest() });
    expect([(await read(keyOf(0))).status, (await read(keyOf(1))).status]).toEqual([404, 200]);

    await orders.endChangeWindow(order);
    expect((await orders.call('PATCH', order, '/email', { email: 'late@example.com' })).status).toBe(409);
    const byAdmin = await shop.service.call('PATCH', `/api/admin/orders/${order.id}/email`, {
      as: asAdmin(),
      body: { email: 'later@example.com' },
    });
    expect(byAdmin.json()).toMatchObject({ email: 'later@example.com' });
    expect((await read(keyOf(1))).status).toBe(404);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.email-changed')).toHaveLength(2);
  });

  it('is not found by any key once its customer was erased', async () => {
    const order = await orders.createPaidOrder();
    await shop.query('UPDATE orders SET anonymised_at = now(), user_id = NULL WHERE id = $1', [order.id]);
    const key = shop.service.get(OrderLinksService).signKey({ id: order.id, emailVersion: 0, linkVersion: 0 });
    expect((await shop.service.call('GET', `/api/orders/${order.id}?key=${key}`)).status).toBe(404);
  });
});

describe('an item of an order in its change window', () => {
  it('gets another placement once, and loses the former print file', async () => {
    const order = await orders.createPaidOrder({ product: { title: 'Tee' } });
    await orders.addPrintFiles(order);
    const answer = await orders.changePlacement(order, placement);
    expect(answer.json<CustomerOrder>()).toMatchObject({
      order: { items: [{ designConfig: placement }] },
      prints: [{ state: 'making', fileUrl: null, mockupUrl: null, dpi: null }],
    });
    expect((await orders.changePlacement(order, placement)).status).toBe(200);
    expect(await changesOf(order)).toBe(1);
    expect(await lastChange(order)).toMatchObject({
      what: ['Tee: placement'],
      order: { items: [{ id: order.itemId, revision: 2, designConfig: placement }] },
    });
    expect((await orders.getOrder(order)).timeline.at(-1)).toMatchObject({ type: 'changed', detail: 'Tee: placement' });
    expect((await office.getOrder(order.id)).timeline[0]).toMatchObject({
      summary: 'The customer changed Tee: placement.',
      actor: null,
    });
  });

  it('keeps the sense of its scale, and refuses a placement of which nothing would be printed', async () => {
    const order = await orders.createPaidOrder({
      product: { category: 'pet-tag', printArea: { widthPx: 300, heightPx: 300, shape: 'round' } },
    });
    const outside = await orders.changePlacement(order, { x: 0, y: 0, scale: 20, rotation: 0 });
    expect([outside.status, outside.text]).toEqual([
      422,
      'Your artwork lies outside the print area. Nothing of it would be printed.',
    ]);
    expect(await changesOf(order)).toBe(0);
    await shop.query(`UPDATE order_items SET scale_sense = 'area-width' WHERE order_id = $1`, [order.id]);
    const changed = await orders.changePlacement(order, placement);
    expect(changed.json<CustomerOrder>().order.items[0]).toMatchObject({
      designConfig: placement,
      scaleSense: 'area-width',
    });
  });

  it('does not get a size in whose area nothing would be printed', async () => {
    const areaPx = { widthPx: 300, heightPx: 300 };
    const order = await orders.createPaidOrder({
      product: { category: 'pet-tag', printArea: { ...areaPx, shape: 'rectangle' } },
      variants: [{ name: 'S', printArea: { ...areaPx, shape: 'round' } }, { name: 'L' }],
      line: { variantSelections: { size: 'L' }, designConfig: { x: 0, y: 0, scale: 20, rotation: 0 } },
    });
    expect((await orders.changeChoices(order, { size: 'S' })).status).toBe(422);
    expect(await changesOf(order)).toBe(0);
  });

  it('takes another size at the same price, and its print area', async () => {
    const order = await orders.createPaidOrder({
      product: { title: 'Tee' },
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' } },
    });
    expect((await orders.getOrder(order)).prints[0]?.choices).toEqual([
      { selections: { size: 'S', color: 'Black' }, refund: '0.00' },
      { selections: { size: 'S', color: 'White' }, refund: '2.16' },
      { selections: { size: 'L', color: 'Black' }, refund: '0.00' },
      { selections: { size: 'L', color: 'White' }, refund: '2.16' },
    ]);
    const changed = (await orders.changeChoices(order, { size: 'S', color: 'Black' })).json<CustomerOrder>();
    expect(changed.prints[0]).toMatchObject({ areaInches: { width: 11.5, height: 13.8 } });
    expect(changed.order).toMatchObject({
      total: (await orders.getOrder(order)).order.total,
      items: [{ variantSelections: { size: 'S', color: 'Black' } }],
    });
    expect(await lastChange(order)).toMatchObject({
      order: { items: [{ revision: 2, print: { areaPx: { widthPx: 3450 } } }] },
    });
  });

  it('takes another colour with its picture, and refunds the difference with its tax once', async () => {
    const order = await orders.createPaidOrder({
      product: { title: 'Tee' },
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' }, quantity: 2 },
    });
    const white = { size: 'L', color: 'White' };
    await Promise.all([orders.changeChoices(order, white), orders.changeChoices(order, white)]);
    await waitFor(async () =>
      expect((await orders.getOrder(order)).refunds).toMatchObject([{ amount: '4.32', state: 'back' }]),
    );
    const changed = await orders.getOrder(order);
    expect(changed.order).toMatchObject({
      paymentStatus: 'paid',
      items: [{ variantSelections: white, imageUrl: '/pictures/white.svg' }],
    });
    expect(changed.prints[0]?.choices).toEqual([
      { selections: { size: 'S', color: 'White' }, refund: '0.00' },
      { selections: white, refund: '0.00' },
    ]);
    expect(await lastChange(order)).toMatchObject({
      what: ['Tee: color White'],
      order: { items: [{ print: { pictureUrl: '/pictures/white.svg' } }] },
    });
    const back = await orders.changeChoices(order, { size: 'L', color: 'Black' });
    expect([back.status, back.text]).toEqual([409, COSTS_MORE]);
    const total = Number((await orders.getOrder(order)).order.total);
    expect((await orders.call('POST', order, '/cancel')).status).toBe(200);
    await waitFor(async () =>
      expect((await orders.getOrder(order)).refunds.map(({ amount }) => amount)).toEqual([
        '4.32',
        (total - 4.32).toFixed(2),
      ]),
    );
  });

  it('gives back at most what remains of the payment for a cheaper choice, and says so before', async () => {
    const order = await orders.createPaidOrder({
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' } },
    });
    const white = { size: 'L', color: 'White' };
    const total = Number((await orders.getOrder(order)).order.total);
    await office.requestRefund(order.id, (total - 1).toFixed(2));
    const { prints } = await orders.getOrder(order);
    expect(prints[0]?.choices).toContainEqual({ selections: white, refund: '1.00' });
    await orders.changeChoices(order, white);
    expect(await shop.query('SELECT price_back_cents FROM order_items WHERE order_id = $1', [order.id])).toEqual([
      { price_back_cents: 100 },
    ]);
    expect((await orders.getOrder(order)).refunds.map(({ amount }) => amount)).toEqual([
      (total - 1).toFixed(2),
      '1.00',
    ]);
  });

  it('of an order from before choices were required is marked, and gets them', async () => {
    const order = await orders.createPaidOrder({ product: { title: 'Case', category: 'phone-case' } });
    await shop.addProduct(order.product, sizes);
    const missingChoices = [
      { type: 'size', label: 'model' },
      { type: 'color', label: 'color' },
    ];
    expect((await orders.getOrder(order)).order.items).toMatchObject([{ category: 'phone-case', missingChoices }]);
    expect((await office.getOrder(order.id)).items).toMatchObject([{ missingChoices }]);
    const changed = (await orders.changeChoices(order, { size: 'S', color: 'Black' })).json<CustomerOrder>();
    expect(changed.order.items[0]).not.toHaveProperty('missingChoices');
    expect(await lastChange(order)).toMatchObject({
      what: ['Case: model S', 'Case: color Black'],
      order: { items: [{ variantSelections: { size: 'S', color: 'Black' }, print: { areaPx: { widthPx: 3450 } } }] },
    });
  });

  it.each([
    [{ size: '2XL', color: 'Black' }, COSTS_MORE],
    [{ size: 'XXS', color: 'Black' }, NOT_AVAILABLE],
    [{ color: 'Black' }, NOT_AVAILABLE],
    [{ size: 'S', color: 'Pink' }, NOT_AVAILABLE],
  ])('refuses %j', async (selections, message) => {
    const order = await orders.createPaidOrder({
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' } },
    });
    const answer = await orders.changeChoices(order, selections);
    expect([answer.status, answer.text]).toEqual([409, message]);
    expect(await changesOf(order)).toBe(0);
  });

  it('keeps its size once the price changed or the product is gone, and can still be moved', async () => {
    const order = await orders.createPaidOrder({
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' } },
    });
    await shop.addProduct({ ...order.product, basePrice: '30.00' }, sizes);
    expect((await orders.changeChoices(order, { size: 'S', color: 'Black' })).text).toBe(COSTS_MORE);
    await shop.deleteProduct(order.product.id);
    expect((await orders.changeChoices(order, { size: 'S', color: 'Black' })).text).toMatch(/no longer sold/);
    expect((await orders.getOrder(order)).prints[0]).toMatchObject({
      isSold: false,
      product: { pictureUrl: '/pictures/tshirt.svg' },
      choices: [{ selections: { size: 'L', color: 'Black' }, refund: '0.00' }],
    });
    expect((await orders.changePlacement(order, placement)).status).toBe(200);
  });

  it('is not one of another order', async () => {
    const [order, other] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    expect((await orders.call('PATCH', order, `/items/${other.itemId}`, { designConfig: placement })).status).toBe(404);
    expect((await orders.call('PATCH', order, `/items/${randomUUID()}`, { designConfig: placement })).status).toBe(404);
  });
});

describe('the address of an order in its change window', () => {
  it('is changed once', async () => {
    const order = await orders.createPaidOrder();
    const address = { ...ADDRESS, address: '2 Side St' };
    expect(
      (await orders.call('PATCH', order, '/address', address)).json<CustomerOrder>().order.shippingAddress,
    ).toEqual(address);
    await orders.call('PATCH', order, '/address', address);
    expect(await changesOf(order)).toBe(1);
    expect(await lastChange(order)).toMatchObject({
      what: ['the delivery address'],
      order: { shippingAddress: address },
    });
  });

  it('is stored with the code of its country, and refused if no parcel can be sent there', async () => {
    const order = await orders.createPaidOrder();
    const change = (given: object) => orders.call('PATCH', order, '/address', { ...ADDRESS, ...given });
    const moved = await change({ country: 'Allemagne', state: '-', zip: '80331' });
    expect(moved.json<CustomerOrder>().order.shippingAddress).toMatchObject({
      country: 'DE',
      state: '',
      zip: '80331',
    });
    expect(await change({ country: 'Cuba' })).toMatchObject({
      status: 422,
      text: 'We can’t deliver to Cuba. Please give an address in another country.',
    });
    expect(await changesOf(order)).toBe(1);
  });
});

describe('an order in its change window', () => {
  it('is cancelled and refunded once, however many tabs ask', async () => {
    const order = await orders.createPaidOrder();
    const answers = await Promise.all(Array.from({ length: 4 }, () => orders.call('POST', order, '/cancel')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await waitFor(async () => {
      const read = await orders.getOrder(order);
      expect(read).toMatchObject({
        changeableUntil: null,
        order: { status: 'cancelled', paymentStatus: 'refunded' },
        refunds: [{ amount: read.order.total, refundedAt: expect.any(String) }],
      });
      expect(read.timeline.map(({ type }) => type)).toEqual(['placed', 'paid', 'cancelled', 'refunded']);
    });
    expect(await orders.getFulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
    expect((await office.getOrder(order.id)).timeline.map(({ summary }) => summary)).toContain(
      'The order was cancelled by the customer.',
    );
  });

  it('cannot be changed after the change window', async () => {
    const order = await orders.createPaidOrder();
    await orders.endChangeWindow(order);
    const answers = await Promise.all([
      orders.changePlacement(order, placement),
      orders.call('PATCH', order, '/address', { ...ADDRESS, city: 'Elsewhere' }),
      orders.call('POST', order, '/cancel'),
    ]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 3 }, () => [409, ORDER_BEING_PRINTED]),
    );
    expect((await orders.getOrder(order)).changeableUntil).toBeNull();
  });

  it('cannot be cancelled before it is paid', async () => {
    const who = asUser();
    const { intentId } = await shop.checkOut(who);
    const { id } = await shop.getOrderRow(intentId);
    const answer = await shop.service.call('POST', `/api/orders/${String(id)}/cancel`, { as: who });
    expect([answer.status, answer.text]).toEqual([
      409,
      'This order is not paid yet. Change it in your cart and at the checkout.',
    ]);
  });
});

const PAID = { status: 'paid', payment_status: 'paid' };

const expectOrderRow = (intentId: string, expected: Record<string, unknown>) =>
  waitFor(async () => expect(await shop.getOrderRow(intentId)).toMatchObject(expected));

/** One call of each route that finds carts, checkouts and orders by their owner. */
const OWNED: [string, string, (own: Owned) => [path: string, body?: unknown]][] = [
  ['PATCH', 'a line of a cart', ({ lineId }) => [`/api/cart/${lineId}`, { quantity: 9 }]],
  ['PUT', 'a line of a cart', ({ lineId }) => [`/api/cart/${lineId}`, { quantity: 9 }]],
  ['DELETE', 'a line of a cart', ({ lineId }) => [`/api/cart/${lineId}`]],
  ['GET', 'a placed order', ({ intentId }) => [`/api/checkout/orders/${intentId}`]],
  [
    'POST',
    'the payment of a checkout',
    ({ orderNumber, revision }) => ['/api/checkout/payment', { orderNumber, revision, email: 'thief@example.com' }],
  ],
  [
    'POST',
    'the email of a checkout',
    ({ clientSecret }) => ['/api/checkout/email', { clientSecret, email: 'thief@example.com' }],
  ],
  ['GET', 'an order', ({ order }) => [`/api/orders/${order.id}`]],
  ['GET', 'the changes of an order', ({ order }) => [`/api/orders/${order.id}/live`]],
  [
    'PATCH',
    'an item of an order',
    ({ order }) => [`/api/orders/${order.id}/items/${order.itemId}`, { designConfig: placement }],
  ],
  ['PATCH', 'the address of an order', ({ order }) => [`/api/orders/${order.id}/address`, ADDRESS]],
  ['POST', 'the cancellation of an order', ({ order }) => [`/api/orders/${order.id}/cancel`]],
];

async function createOwnedData() {
  const guest = asGuest();
  const checkout = await shop.checkOut(guest);
  const lineId = (await shop.getCart(guest)).items[0]?.id;
  return { ...checkout, guest, lineId, order: await orders.createPaidOrder() };
}
type Owned = Omit<Awaited<ReturnType<typeof createOwnedData>>, 'order'> & { order: PaidOrder };

describe('data of another customer', () => {
  let own: Owned;
  beforeAll(async () => {
    own = await createOwnedData();
  });

  it.each(OWNED)('is not found: %s %s', async (method, _, call) => {
    for (const as of [asGuest(), asUser()]) {
      await shop.fillCart(as);
      const [path, body] = call(own);
      const answer = await shop.service.call(method, path, { as, body });
      expect([answer.status, answer.text]).toEqual([404, 'Not found']);
    }
    expect((await shop.getCart(own.guest)).items).toMatchObject([{ id: own.lineId, quantity: 1 }]);
    expect(await orders.getOrder(own.order)).toMatchObject({ order: { status: 'paid', shippingAddress: ADDRESS } });
  });

  it('is not in the list of orders', async () => {
    expect((await shop.service.call('GET', '/api/orders', { as: asUser() })).json()).toEqual([]);
  });

  it.each(['unknown', '%00', '%27%20OR%201=1'])('is not found by an invalid id such as %s', async (id) => {
    const as = asUser();
    await shop.fillCart(as);
    const answers = [
      await shop.service.call('DELETE', `/api/cart/${id}`, { as }),
      await shop.service.call('GET', `/api/checkout/orders/${id}`, { as }),
      await shop.service.call('GET', `/api/orders/${id}`, { as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('My Orders', () => {
  const listOrders = async (who: ReturnType<typeof asUser>) =>
    (await shop.service.call('GET', '/api/orders', { as: who })).json<Order[]>();

  it('shows orders with a payment attempt, newest first', async () => {
    const user = asUser();
    const first = await shop.checkOut(user);
    expect(await listOrders(user)).toEqual([]);
    await shop.payByCard(first.intentId);
    await expectOrderRow(first.intentId, PAID);
    const second = await shop.checkOut(user);
    await shop.payByCard(second.intentId, CARDS.declined);
    await expectOrderRow(second.intentId, { payment_status: 'failed' });

    const orders = await listOrders(user);
    expect(orders.map(({ orderNumber, paymentStatus, items }) => [orderNumber, paymentStatus, items.length])).toEqual([
      [second.orderNumber, 'failed', 1],
      [first.orderNumber, 'paid', 1],
    ]);
  });

  it('is paged by the Link header, with each order once', async () => {
    const user = asUser();
    const paid: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      const { intentId, orderNumber } = await shop.checkOut(user);
      await shop.payByCard(intentId);
      await expectOrderRow(intentId, PAID);
      paid.unshift(orderNumber);
    }
    // Orders of the same moment are ordered by their ids.
    await shop.query(
      'UPDATE orders SET created_at = (SELECT max(created_at) FROM orders WHERE user_id = $1) WHERE order_number = ANY($2)',
      [user.userId, paid.slice(0, 2)],
    );
    const whole = (await listOrders(user)).map(({ orderNumber }) => orderNumber);
    expect(whole.slice(2)).toEqual(paid.slice(2));

    const seen: string[][] = [];
    let address: string | null = '/api/orders?limit=2';
    while (address) {
      const answer: TestResponse = await shop.service.call('GET', address, { as: user });
      seen.push(answer.json<Order[]>().map(({ orderNumber }) => orderNumber));
      address = parseNextPageUrl(answer.headers.get('link'));
    }
    expect(seen).toEqual([whole.slice(0, 2), whole.slice(2, 4), whole.slice(4)]);
  });
});

const assumeDelivered = () => shop.service.get(FulfilmentSchedule).assumeDelivered();

const getStatus = async ({ id }: PaidOrder) => (await office.getOrder(id)).status;

const setShippedAgo = ({ id }: PaidOrder, age: string) =>
  shop.query(`UPDATE orders SET status = 'shipped', updated_at = now() - $2::interval WHERE id = $1`, [id, age]);

/** An order that was shipped some time ago; `how`: who printed it. */
async function createShippedOrder(age: string, how: string): Promise<PaidOrder> {
  const order = await orders.createPaidOrder();
  await shop.query(`UPDATE fulfilments SET attempts = 1, submitted_at = now(), ${how} WHERE order_id = $1`, [order.id]);
  await setShippedAgo(order, age);
  return order;
}

const AT_PRINTFUL = `state = 'submitted', provider = 'printful'`;

describe('a parcel without updates', () => {
  it('counts as delivered once after 45 days, in the event and in the timeline', async () => {
    const [silent, recent] = [
      await createShippedOrder('45 days 1 hour', AT_PRINTFUL),
      await createShippedOrder('44 days 23 hours', AT_PRINTFUL),
    ];
    await Promise.all([assumeDelivered(), assumeDelivered(), assumeDelivered()]);
    await assumeDelivered();
    expect([await getStatus(silent), await getStatus(recent)]).toEqual(['delivered', 'shipped']);
    const { timeline } = await office.getOrder(silent.id);
    expect(timeline.filter(({ summary }) => summary === 'No news for 45 days: taken as delivered.')).toHaveLength(1);
    const published = await shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'subject' = $1 AND envelope->'data'->>'to' = 'delivered'`,
      [`order/${silent.id}`],
    );
    expect(published).toMatchObject([{ data: { from: 'shipped', to: 'delivered', isAssumed: true } }]);
    expect((await orders.getOrder(silent)).timeline.at(-1)).toMatchObject({
      type: 'delivered',
      detail: 'no news of the parcel for 45 days',
    });
  });

  it('no longer delays an erasure', async () => {
    const order = await createShippedOrder('46 days', AT_PRINTFUL);
    await shop.query('INSERT INTO user_erasures (user_id, requested_at) VALUES ($1, now())', [order.who.userId]);
    await assumeDelivered();
    await waitFor(async () => expect((await office.getOrder(order.id)).anonymisedAt).not.toBeNull());
  });
});

describe('the live updates of an order', () => {
  it('contain each change of this order, and none of others', async () => {
    const [order, foreign] = [await orders.createPaidOrder(), await orders.createPaidOrder()];
    const watching = await openOrderStream(shop.service, order);
    const { updates } = watching;
    await waitFor(() => expect(updates).toHaveLength(1));
    await orders.changePlacement(foreign, { x: 10, y: 20, scale: 30, rotation: 45 });
    await orders.changePlacement(order, { x: 10, y: 20, scale: 30, rotation: 45 });
    await waitFor(() => expect(updates.at(-1)?.order.items[0]?.designConfig).toMatchObject({ x: 10 }));
    await orders.addPrintFiles(order);
    await waitFor(() => expect(updates.at(-1)?.prints[0]?.state).toBe('ready'));
    await orders.call('POST', order, '/cancel');
    await waitFor(() =>
      expect(updates.at(-1)?.order).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' }),
    );
    expect(new Set(updates.map(({ order: { id } }) => id))).toEqual(new Set([order.id]));
    watching.stop();
  });
});
