import type { IdentityClaims } from '@shop/contracts-common';
import { type CustomerOrder, type Order, ORDER_IN_OTHER_ACCOUNT } from '@shop/contracts-order';
import { callerFromClaims } from '@shop/service-kit';
import { asGuest, asUser } from '@shop/testing';
import { hashSession } from '../src/guests/owner-ids.js';
import { OrderLinksService } from '../src/orders/order-links.service.js';
import { type PaidOrder, PaidOrders } from './support/paid-orders.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const orders = new PaidOrders(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
afterAll(() => shop.close());

describe('an order of a guest', () => {
  const sign = ({ id }: PaidOrder) =>
    shop.service.get(OrderLinksService).signKey({ id, emailVersion: 0, linkVersion: 0 });
  const add = (order: PaidOrder, who: ReturnType<typeof asUser>, key: string) =>
    orders.call('POST', order, `/account?key=${key}`, undefined, who);
  const listIds = async (path: string, as?: IdentityClaims) =>
    (await shop.service.call('GET', path, { as })).json<Order[]>().map(({ id }) => id);

  const listClaims = async (orderId: string) =>
    (
      await shop.query(
        `SELECT envelope->'data' AS data FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' = 'order.claimed'`,
        [`order/${orderId}`],
      )
    ).map(({ data }) => data);

  it('is listed to the guest’s session only', async () => {
    const guest = asGuest();
    const order = await orders.createPaidOrder({ who: guest });
    expect(await listIds('/api/guest/orders', guest)).toEqual([order.id]);
    expect(await listIds('/api/guest/orders', asGuest())).toEqual([]);
    expect(await listIds('/api/guest/orders')).toEqual([]);
    expect(await listIds('/api/guest/orders', asUser())).toEqual([]);
  });

  /** The session has entered the code that was sent to the order's address. */
  const enterCode = async ({ id }: Pick<PaidOrder, 'id'>, who: IdentityClaims) =>
    shop.query(
      `INSERT INTO order_codes (order_id, session, network, code_hash, expires_at, opens_until) VALUES ($1, $2, '', '', now(), now() + interval '1 hour')`,
      [id, hashSession(callerFromClaims(who))],
    );

  it('is added once to the account of a customer with its link and a code', async () => {
    const order = await orders.createPaidOrder({ who: asGuest() });
    const [customer, other, key] = [asUser(), asUser(), sign(order)];
    expect((await orders.getOrder(order)).isGuestOrder).toBe(true);
    expect((await add(order, customer, 'made.up')).status).toBe(404);
    for (const who of [customer, other]) await enterCode(order, who);
    const answers = await Promise.all([add(order, customer, key), add(order, customer, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json<CustomerOrder>().isGuestOrder).toBeUndefined();
    expect(await listIds('/api/orders', customer)).toEqual([order.id]);
    const refused = await add(order, other, key);
    expect([refused.status, refused.text]).toEqual([409, ORDER_IN_OTHER_ACCOUNT]);
    expect(await listIds('/api/orders', other)).toEqual([]);
    expect(await listClaims(order.id)).toEqual([{ orderId: order.id, userId: customer.userId }]);
  });

  it('belongs to the account of the guest who signs in, which is published once', async () => {
    const guest = asGuest();
    const order = await orders.createPaidOrder({ who: guest });
    const customer = asUser({ guestId: guest.guestId });
    expect(await listIds('/api/orders', customer)).toEqual([order.id]);
    expect(await listIds('/api/orders', customer)).toEqual([order.id]);
    expect(await listClaims(order.id)).toEqual([{ orderId: order.id, userId: customer.userId }]);
  });

  it('is not added before it is paid', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const { intentId } = await shop.openPaymentStep(guest);
    const { order } = await shop.getPlacedOrder(guest, intentId);
    const key = shop.service.get(OrderLinksService).signKey({ id: order.id, emailVersion: 0, linkVersion: 0 });
    const path = `/api/orders/${order.id}/account?key=${key}`;
    const customer = asUser();
    await enterCode(order, customer);
    expect((await shop.service.call('POST', path, { as: customer })).status).toBe(409);
  });
});
