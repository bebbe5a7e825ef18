import { randomUUID } from 'node:crypto';
import { ORDER_BEING_PRINTED, type CustomerOrder } from '@shop/contracts/order';
import { asGuest, asUser, eventually, recordEvents, type EventRecorder } from '@shop/testing';
import { OrderLinks } from '../src/orders/order-links.js';
import { BackOffice } from './admin.js';
import { HeldOrders, type HeldOrder } from './held-orders.js';
import { ADDRESS, Shop } from './shop.js';

let shop: Shop;
let heard: EventRecorder;
const orders = new HeldOrders(() => shop);
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
  heard = await recordEvents(shop.transport, ['order.changed']);
});
afterAll(async () => {
  await heard.stop();
  await shop.close();
});

const placement = { x: 40, y: 60, scale: 50, rotation: 90 };
const sizes = [
  { name: 'S', printArea: { widthPx: 3450, heightPx: 4140, shape: 'rectangle' as const } },
  { name: 'L' },
  { name: '2XL', priceModifier: '3.00' },
  { name: 'Black', type: 'color' as const },
];
const changesOf = async ({ id }: HeldOrder) =>
  (await shop.eventsOf(id)).filter((type) => type === 'order.changed').length;
const lastChange = async ({ id }: HeldOrder) =>
  (await heard.next('order.changed', ({ subject }) => subject === `order/${id}`)).data;

describe('an order on its own page', () => {
  it('says until when it may be changed, what is printed of it and how large, and what happened', async () => {
    const order = await orders.make({
      product: { title: 'Tee' },
      line: { designConfig: { x: 50, y: 50, scale: 50, rotation: 0 } },
    });
    const read = await orders.read(order);
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
        sizes: [{ selections: {}, label: 'One size' }],
      },
    ]);
    expect(read.timeline.map(({ what, detail }) => [what, detail])).toEqual([
      ['placed', null],
      ['paid', '$35.91'],
    ]);
    expect(read).toMatchObject({ tracking: null, refunds: [], order: { id: order.id, status: 'paid' } });
  });

  it('counts to its printed size only what lies within the print area', async () => {
    const order = await orders.make({ line: { designConfig: { x: 0, y: 50, scale: 50, rotation: 0 } } });
    const [print] = (await orders.read(order)).prints;
    expect([print?.printedInches?.width, print?.printedInches?.height].map((size) => Number(size?.toFixed(6)))).toEqual(
      [3.75, 7.5],
    );
  });

  it('shows the file that is printed once it is made', async () => {
    const order = await orders.make();
    await orders.drawFiles(order);
    expect((await orders.read(order)).prints[0]).toMatchObject({ state: 'ready', fileUrl: '/media/view', dpi: 300 });
  });

  it('is not found by anybody else, and cannot be changed by them either', async () => {
    const order = await orders.make();
    for (const as of [undefined, asGuest(), asUser()]) {
      const answers = await Promise.all([
        shop.service.call('GET', `/api/orders/${order.id}`, { as }),
        shop.service.call('GET', `/api/orders/${order.id}/live`, { as }),
        shop.service.call('PATCH', `/api/orders/${order.id}/items/${order.itemId}`, {
          as,
          body: { designConfig: placement },
        }),
        shop.service.call('PATCH', `/api/orders/${order.id}/address`, { as, body: ADDRESS }),
        shop.service.call('POST', `/api/orders/${order.id}/cancel`, { as }),
      ]);
      expect(answers.map(({ status, text }) => [status, text])).toEqual(
        Array.from({ length: 5 }, () => [404, 'Not found']),
      );
    }
    expect((await orders.read(order)).order.status).toBe('paid');
  });

  it('is seen and changed by whoever has the key of its letters, until that ends, and is no key to another', async () => {
    const [order, other] = [await orders.make(), await orders.make()];
    const links = shop.service.get(OrderLinks);
    const byKey = (id: string, key: string) =>
      shop.service.call('GET', `/api/orders/${id}?key=${encodeURIComponent(key)}`);
    const key = links.sign(order.id);
    expect((await byKey(order.id, key)).json<CustomerOrder>().order.id).toBe(order.id);
    const moved = await shop.service.call('PATCH', `/api/orders/${order.id}/address?key=${key}`, {
      body: { ...ADDRESS, city: 'Shelbyville' },
    });
    expect(moved.json<CustomerOrder>().order.shippingAddress.city).toBe('Shelbyville');
    const refused = [
      byKey(other.id, key),
      byKey(order.id, `${key.slice(0, -8)}AAAAAAAA`),
      byKey(order.id, links.sign(order.id, Date.now() - 91 * 86_400_000)),
      byKey(order.id, ''),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('names nobody any more once its person was forgotten, whatever letters are still about', async () => {
    const order = await orders.make();
    await shop.rows('UPDATE orders SET anonymised_at = now(), user_id = NULL WHERE id = $1', [order.id]);
    const key = shop.service.get(OrderLinks).sign(order.id);
    expect((await shop.service.call('GET', `/api/orders/${order.id}?key=${key}`)).status).toBe(404);
  });

  it('is marked in My Orders', async () => {
    const order = await orders.make();
    const [own] = (await shop.service.call('GET', '/api/orders', { as: order.who })).json<CustomerOrder[]>();
    expect(own).toMatchObject({ changeableUntil: (await orders.read(order)).changeableUntil, tracking: null });
  });
});

describe('an item of an order on hold', () => {
  it('is placed otherwise, once however often it is asked, and what was made of it is no longer its own', async () => {
    const order = await orders.make({ product: { title: 'Tee' } });
    await orders.drawFiles(order);
    const answer = await orders.place(order, placement);
    expect(answer.json<CustomerOrder>()).toMatchObject({
      order: { items: [{ designConfig: placement }] },
      prints: [{ state: 'making', fileUrl: null, mockupUrl: null, dpi: null }],
    });
    expect((await orders.place(order, placement)).status).toBe(200);
    expect(await changesOf(order)).toBe(1);
    expect(await lastChange(order)).toMatchObject({
      what: ['Tee: placement'],
      order: { items: [{ id: order.itemId, revision: 2, designConfig: placement }] },
    });
    expect((await orders.read(order)).timeline.at(-1)).toMatchObject({ what: 'changed', detail: 'Tee: placement' });
    expect((await office.detail(order.id)).timeline[0]).toMatchObject({
      summary: 'The customer changed Tee: placement.',
      actor: null,
    });
  });

  it('takes another size at the same price, and its print area', async () => {
    const order = await orders.make({
      product: { title: 'Tee' },
      variants: sizes,
      line: { variantSelections: { size: 'L', color: 'Black' } },
    });
    expect((await orders.read(order)).prints[0]?.sizes).toEqual([
      { selections: { size: 'S', color: 'Black' }, label: 'S' },
      { selections: { size: 'L', color: 'Black' }, label: 'L' },
    ]);
    const changed = (await orders.resize(order, { size: 'S', color: 'Black' })).json<CustomerOrder>();
    expect(changed.prints[0]).toMatchObject({ areaInches: { width: 11.5, height: 13.8 } });
    expect(changed.order).toMatchObject({
      total: (await orders.read(order)).order.total,
      items: [{ variantSelections: { size: 'S', color: 'Black' } }],
    });
    expect(await lastChange(order)).toMatchObject({
      order: { items: [{ revision: 2, print: { areaPx: { widthPx: 3450 } } }] },
    });
  });

  it.each([
    [
      { size: '2XL', color: 'Black' },
      'This size has another price. Only sizes at the price you paid can be chosen now.',
    ],
    [{ size: 'XXS', color: 'Black' }, 'This size is not available for the product.'],
    [{ color: 'Black' }, 'This size is not available for the product.'],
    [{ size: 'S', color: 'White' }, 'Only the size can be changed now, not the colour.'],
  ])('refuses %j', async (selections, sentence) => {
    const order = await orders.make({ variants: sizes, line: { variantSelections: { size: 'L', color: 'Black' } } });
    const answer = await orders.resize(order, selections);
    expect([answer.status, answer.text]).toEqual([409, sentence]);
    expect(await changesOf(order)).toBe(0);
  });

  it('keeps its size where the price has changed since, or the product is gone, but may still be placed otherwise', async () => {
    const order = await orders.make({ variants: sizes, line: { variantSelections: { size: 'L' } } });
    await shop.sells({ ...order.product, basePrice: '30.00' }, sizes);
    expect((await orders.resize(order, { size: 'S' })).text).toMatch(/another price/);
    await shop.deletes(order.product.id);
    expect((await orders.resize(order, { size: 'S' })).text).toMatch(/no longer sold/);
    expect((await orders.read(order)).prints[0]).toMatchObject({
      isSold: false,
      product: { pictureUrl: '/pictures/tshirt.svg' },
      sizes: [{ selections: { size: 'L' }, label: 'L' }],
    });
    expect((await orders.place(order, placement)).status).toBe(200);
  });

  it.each([
    [{ designConfig: { ...placement, scale: 201 } }],
    [{ designConfig: { ...placement, x: -1 } }],
    [{ designConfig: { x: 50, y: 50 } }],
    [{}],
  ])('refuses %j as invalid', async (body) => {
    const order = await orders.make();
    expect((await orders.call('PATCH', order, `/items/${order.itemId}`, body)).status).toBe(400);
  });

  it('is not one of another order', async () => {
    const [order, other] = [await orders.make(), await orders.make()];
    expect((await orders.call('PATCH', order, `/items/${other.itemId}`, { designConfig: placement })).status).toBe(404);
    expect((await orders.call('PATCH', order, `/items/${randomUUID()}`, { designConfig: placement })).status).toBe(404);
  });
});

describe('the address of an order on hold', () => {
  it('is changed, once however often it is asked', async () => {
    const order = await orders.make();
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

  it('is checked as at the checkout', async () => {
    const order = await orders.make();
    const answer = await orders.call('PATCH', order, '/address', { ...ADDRESS, zip: ' ' });
    expect([answer.status, answer.text]).toEqual([400, 'ZIP code is required']);
  });
});

describe('an order on hold', () => {
  it('is cancelled with the whole amount back, once however many tabs ask', async () => {
    const order = await orders.make();
    const answers = await Promise.all(Array.from({ length: 4 }, () => orders.call('POST', order, '/cancel')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eventually(async () => {
      const read = await orders.read(order);
      expect(read).toMatchObject({
        changeableUntil: null,
        order: { status: 'cancelled', paymentStatus: 'refunded' },
        refunds: [{ amount: read.order.total, refundedAt: expect.any(String) }],
      });
      expect(read.timeline.map(({ what }) => what)).toEqual(['placed', 'paid', 'cancelled', 'refunded']);
    });
    expect(await orders.fulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
    expect((await office.detail(order.id)).timeline.map(({ summary }) => summary)).toContain(
      'The order was cancelled by the customer.',
    );
  });

  it('takes no change any more once the hold is over', async () => {
    const order = await orders.make();
    await orders.endHold(order);
    const answers = await Promise.all([
      orders.place(order, placement),
      orders.call('PATCH', order, '/address', { ...ADDRESS, city: 'Elsewhere' }),
      orders.call('POST', order, '/cancel'),
    ]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 3 }, () => [409, ORDER_BEING_PRINTED]),
    );
    expect((await orders.read(order)).changeableUntil).toBeNull();
  });

  it('takes none either once an admin has moved it on, or it was cancelled', async () => {
    const [moved, cancelled] = [await orders.make(), await orders.make()];
    await office.move(moved.id, 'processing');
    await office.move(cancelled.id, 'cancelled');
    expect((await orders.place(moved, placement)).text).toBe(ORDER_BEING_PRINTED);
    expect((await orders.place(cancelled, placement)).text).toBe(
      'This order was cancelled and can no longer be changed.',
    );
    expect((await orders.read(moved)).timeline.map(({ what }) => what)).toEqual(['placed', 'paid', 'processing']);
  });

  it('is not one before it is paid', async () => {
    const who = asUser();
    const { intentId } = await shop.checkOut(who);
    const { id } = await shop.orderRow(intentId);
    const answer = await shop.service.call('POST', `/api/orders/${String(id)}/cancel`, { as: who });
    expect([answer.status, answer.text]).toEqual([
      409,
      'This order is not paid yet. Change it in your cart and at the checkout.',
    ]);
  });
});
