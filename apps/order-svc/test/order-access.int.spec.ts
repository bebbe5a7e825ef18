import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';
import { type CustomerOrder, ORDER_CODE, orderCodeRequested, orderCodeSchema } from '@shop/contracts-order';
import * as orderRoutes from '@shop/contracts-order/routes';
import { decryptPayload } from '@shop/service-kit';
import {
  asAdmin,
  asGuest,
  asUser,
  type EventRecorder,
  recordEvents,
  TEST_EMAIL_SECRET,
  type TestResponse,
  waitFor,
} from '@shop/testing';
import { OrderCodesRepository } from '../src/orders/order-codes.repository.js';
import { OrderLinksService } from '../src/orders/order-links.service.js';
import { AdminActions } from './support/admin-actions.js';
import { openOrderStream } from './support/order-stream-client.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { ADDRESS, TestShop } from './support/test-shop.js';

let shop: TestShop;
let recorder: EventRecorder;
const orders = new PaidOrders(() => shop);
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  recorder = await recordEvents(shop.transport, ['order.code-requested']);
});
afterAll(async () => {
  await recorder.stop();
  await shop.close();
});

const PROBLEM = { accept: 'application/problem+json' };
const THIEVES_ADDRESS = { ...ADDRESS, city: 'Shelbyville' };
const CHANGES: Readonly<Record<string, unknown>> = {
  'PATCH /api/orders/:orderId/items/:itemId': { designConfig: { x: 40, y: 60, scale: 50, rotation: 90 } },
  'PATCH /api/orders/:orderId/address': THIEVES_ADDRESS,
  'POST /api/orders/:orderId/cancel': undefined,
  'POST /api/orders/:orderId/answer': { questionId: randomUUID(), answer: 'Yes' },
  'POST /api/orders/:orderId/problems': {
    kind: 'damaged',
    text: 'It has a hole.',
    items: [{ orderItemId: randomUUID(), quantity: 1 }],
  },
  'POST /api/orders/:orderId/account': undefined,
};
/** The link and the code may be in a wrong mailbox, which must not become the order's own. */
const NEVER_BY_LINK = 'PATCH /api/orders/:orderId/email';
const CODE_CALLS = ['POST /api/orders/:orderId/code', 'POST /api/orders/:orderId/code/confirm'];

/** A visitor who has only the link of an email. */
class LinkHolder {
  constructor(
    readonly order: PaidOrder,
    readonly who: IdentityClaims | undefined = asGuest(),
    readonly key = shop.service.get(OrderLinksService).signKey({ id: order.id, emailVersion: 0, linkVersion: 0 }),
  ) {}

  call(method: string, path = '', body?: unknown, headers: Record<string, string> = PROBLEM): Promise<TestResponse> {
    const address = `/api/orders/${this.order.id}${path}?key=${this.key}`;
    return shop.service.call(method, address, { as: this.who, body, headers });
  }

  async read(): Promise<CustomerOrder> {
    return (await this.call('GET')).json<CustomerOrder>();
  }

  /** The newest code in the mailbox. */
  async receiveCode(): Promise<string> {
    const sent = await this.call('POST', '/code');
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('expiresAt')]);
    const { expiresAt } = sent.json<{ expiresAt: string }>();
    const { data } = await recorder.waitForEvent(
      'order.code-requested',
      ({ subject, data }) =>
        subject === `order/${this.order.id}` && !READ.has(orderCodeRequested.schema.parse(data).encrypted),
    );
    const { encrypted } = orderCodeRequested.schema.parse(data);
    READ.add(encrypted);
    const secret = await decryptPayload(TEST_EMAIL_SECRET, orderCodeRequested.type, encrypted);
    expect(JSON.stringify(data)).not.toContain(orderCodeSchema.parse(secret).code);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(ORDER_CODE.validMinutes * 60_000);
    return orderCodeSchema.parse(secret).code;
  }

  enter(code: string): Promise<TestResponse> {
    return this.call('POST', '/code/confirm', { code });
  }

  changeAddress(): Promise<TestResponse> {
    return this.call('PATCH', '/address', THIEVES_ADDRESS);
  }
}

const READ = new Set<string>();
const toAnother = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const findCity = async (order: PaidOrder) => (await orders.getOrder(order)).order.shippingAddress.city;

describe('a visitor in another browser with the link of an email', () => {
  it('sees the order, which says that changes need a code', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    for (const who of [undefined, asGuest(), asUser()])
      expect(await new LinkHolder(order, who).read()).toMatchObject({ order: { id: order.id }, canChange: false });
    expect((await orders.getOrder(order)).canChange).toBe(true);
    // The same browser, by the link.
    expect((await new LinkHolder(order, order.who).read()).canChange).toBe(true);
  });

  it('changes nothing, by whatever call', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const routes = Object.values<Route>(orderRoutes).filter(
      ({ method, path }) => path.startsWith('/api/orders/:orderId') && method !== 'GET',
    );
    const calls = routes.map(({ method, path }) => `${method} ${path}`);
    expect([...Object.keys(CHANGES), NEVER_BY_LINK, ...CODE_CALLS].sort()).toEqual(calls.sort());
    for (const [call, body] of Object.entries(CHANGES)) {
      const [method = '', path = ''] = call.split(' ');
      const visitor = new LinkHolder(order, asUser());
      const refused = await visitor.call(
        method,
        path.replace('/api/orders/:orderId', '').replace(':itemId', order.itemId),
        body,
      );
      expect([call, refused.status, refused.json<{ code: string }>().code]).toEqual([call, 403, 'ORDER_CODE_REQUIRED']);
    }
    expect((await new LinkHolder(order).call('PATCH', '/email', { email: 'thief@example.com' })).status).toBe(404);
    expect(await orders.getOrder(order)).toMatchObject({
      order: { status: 'paid', email: expect.not.stringContaining('thief'), shippingAddress: ADDRESS },
    });
  });

  it('changes the order for an hour with the code that was sent to its address, in that browser only', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const [visitor, other] = [new LinkHolder(order), new LinkHolder(order)];
    const code = await visitor.receiveCode();
    expect((await other.enter(code)).json()).toMatchObject({ status: 422, code: 'CODE_MISSING' });
    const entered = await visitor.enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(entered.json()).toMatchObject({ order: { id: order.id }, canChange: true });
    expect((await visitor.changeAddress()).json()).toMatchObject({ canChange: true });
    expect(await findCity(order)).toBe('Shelbyville');
    expect((await other.changeAddress()).status).toBe(403);
    expect((await visitor.call('PATCH', '/email', { email: 'thief@example.com' })).status).toBe(404);
    expect((await visitor.enter(code)).json()).toMatchObject({ code: 'CODE_MISSING' });
    expect((await office.getOrder(order.id)).timeline.map(({ action }) => action)).toContain('order.code-entered');

    await shop.query(`UPDATE order_codes SET opens_until = now() - interval '1 second' WHERE order_id = $1`, [
      order.id,
    ]);
    expect((await visitor.changeAddress()).status).toBe(403);
    expect((await visitor.read()).canChange).toBe(false);
  });

  it('adds the order to an account only with a code', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const visitor = new LinkHolder(order, asUser());
    expect((await visitor.call('POST', '/account')).status).toBe(403);
    await visitor.enter(await visitor.receiveCode());
    expect((await visitor.call('POST', '/account')).json()).toMatchObject({ order: { id: order.id } });
  });
});

describe('a code', () => {
  it('ends after five wrong ones, also if they come at once', async () => {
    const visitor = new LinkHolder(await orders.createPaidOrder({ who: asGuest() }));
    const code = await visitor.receiveCode();
    expect((await visitor.enter(toAnother(code))).text).toContain('You have 4 tries left.');
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.enter(toAnother(code))));
    const codes = answers.map((answer) => answer.json<{ code: string }>().code);
    expect(codes.filter((reason) => reason === 'CODE_WRONG')).toHaveLength(3);
    expect(codes.filter((reason) => reason === 'CODE_TRIES_USED_UP')).toHaveLength(3);
    expect((await visitor.enter(code)).json()).toMatchObject({ status: 422, code: 'CODE_TRIES_USED_UP' });
    expect((await visitor.changeAddress()).status).toBe(403);
    expect((await visitor.enter(await visitor.receiveCode())).status).toBe(200);
  });

  it('ends after ten minutes, and when the next one is sent', async () => {
    const visitor = new LinkHolder(await orders.createPaidOrder({ who: asGuest() }));
    const first = await visitor.receiveCode();
    const second = await visitor.receiveCode();
    if (first !== second) expect((await visitor.enter(first)).json()).toMatchObject({ code: 'CODE_WRONG' });
    await shop.query('UPDATE order_codes SET expires_at = now() WHERE order_id = $1', [visitor.order.id]);
    expect((await visitor.enter(second)).json()).toMatchObject({ status: 422, code: 'CODE_EXPIRED' });
  });

  it('opens the changes once, however often it is entered at the same time', async () => {
    const visitor = new LinkHolder(await orders.createPaidOrder({ who: asGuest() }));
    const code = await visitor.receiveCode();
    await Promise.all(Array.from({ length: 4 }, () => visitor.enter(code)));
    const { timeline } = await office.getOrder(visitor.order.id);
    expect(timeline.filter(({ action }) => action === 'order.code-entered')).toHaveLength(1);
  });

  it('is not stored in plain text', async () => {
    const visitor = new LinkHolder(await orders.createPaidOrder({ who: asGuest() }));
    const code = await visitor.receiveCode();
    const stored = await shop.query('SELECT * FROM order_codes WHERE order_id = $1', [visitor.order.id]);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored[0])).not.toContain(code);
  });

  it('is sent five times an hour for a network, and twenty times a day for an order', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const send = (network: string) =>
      new LinkHolder(order).call('POST', '/code', undefined, { ...PROBLEM, 'x-client-network': `${network}.0.0.0/24` });
    const statuses = [];
    for (let sent = 0; sent < 22; sent += 1) statuses.push((await send(String(Math.floor(sent / 5)))).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    await shop.query(`UPDATE order_codes SET created_at = created_at - interval '61 minutes' WHERE order_id = $1`, [
      order.id,
    ]);
    const refused = await send('9');
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('in 23 hours')]);
    await shop.query(`UPDATE order_codes SET created_at = created_at - interval '1 day' WHERE order_id = $1`, [
      order.id,
    ]);
    for (let sent = 0; sent < 5; sent += 1) expect((await send('0')).status).toBe(200);
    const sixth = await send('0');
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^3[56]\d\d$/)]);
    expect((await send('1')).status).toBe(200);
  });

  it('is deleted after a day', async () => {
    const visitor = new LinkHolder(await orders.createPaidOrder({ who: asGuest() }));
    await visitor.receiveCode();
    const count = async () =>
      (await shop.query('SELECT FROM order_codes WHERE order_id = $1', [visitor.order.id])).length;
    await shop.service.get(OrderCodesRepository).deleteOld();
    expect(await count()).toBe(1);
    await shop.query(`UPDATE order_codes SET created_at = created_at - interval '25 hours' WHERE order_id = $1`, [
      visitor.order.id,
    ]);
    await shop.service.get(OrderCodesRepository).deleteOld();
    expect(await count()).toBe(0);
  });

  it('is not found without the link', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const stranger = new LinkHolder(order, asGuest(), 'made.up');
    expect([(await stranger.call('POST', '/code')).status, (await stranger.enter('123456')).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('the links of an order', () => {
  const endLinks = async (order: PaidOrder) => {
    const { version } = await office.getOrder(order.id);
    return shop.service.call('POST', `/api/admin/orders/${order.id}/end-links`, {
      as: asAdmin(),
      headers: { 'if-match': `"${version}"` },
    });
  };

  it('are ended by an admin, with what they opened', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const visitor = new LinkHolder(order);
    await visitor.enter(await visitor.receiveCode());
    const stream = await openOrderStream(shop.service, { id: order.id, who: asGuest() }, visitor.key);
    await waitFor(() => expect(stream.updates).toHaveLength(1));
    const ended = await endLinks(order);
    expect(ended.json<{ timeline: unknown[] }>().timeline[0]).toMatchObject({
      action: 'order.links-ended',
      summary: 'The links in all emails of the order were ended.',
    });
    expect([(await visitor.call('GET')).status, (await visitor.changeAddress()).status]).toEqual([404, 404]);
    await orders.call('PATCH', order, '/address', { ...ADDRESS, city: 'Ogdenville' });
    expect([await stream.over, stream.updates.length]).toEqual(['ended', 1]);
    expect((await orders.getOrder(order)).canChange).toBe(true);

    const links = shop.service.get(OrderLinksService);
    const newKey = links.signKey({ id: order.id, emailVersion: 0, linkVersion: 1 });
    const withNewLink = new LinkHolder(order, visitor.who, newKey);
    expect((await withNewLink.read()).canChange).toBe(false);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.links-ended')).toHaveLength(1);
  });

  it('are not ended for an admin who has not seen the present address, nor for an erased customer', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const { version } = await office.getOrder(order.id);
    await orders.call('PATCH', order, '/address', THIEVES_ADDRESS);
    const path = `/api/admin/orders/${order.id}/end-links`;
    const refused = await shop.service.call('POST', path, { as: asAdmin(), headers: { 'if-match': `"${version}"` } });
    expect([refused.status, refused.text]).toEqual([
      409,
      'The address of this order was changed in between. Please look at it again.',
    ]);
    await shop.query('UPDATE orders SET anonymised_at = now(), guest_id = NULL WHERE id = $1', [order.id]);
    expect((await shop.service.call('POST', path, { as: asAdmin() })).status).toBe(409);
    expect((await shop.listEventTypes(order.id)).filter((type) => type === 'order.links-ended')).toHaveLength(0);
  });

  it('and the codes end when the email address is corrected', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const visitor = new LinkHolder(order);
    await visitor.enter(await visitor.receiveCode());
    expect((await orders.call('PATCH', order, '/email', { email: 'right@example.com' })).status).toBe(200);
    expect((await visitor.changeAddress()).status).toBe(404);
    expect(await shop.query('SELECT FROM order_codes WHERE order_id = $1', [order.id])).toEqual([]);
  });
});
