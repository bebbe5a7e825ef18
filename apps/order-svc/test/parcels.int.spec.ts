import type { AdminOrder } from '@shop/contracts-order';
import { asUser } from '@shop/testing';
import { FulfilmentSchedule } from '../src/order-lifecycle/fulfilment.schedule.js';
import { MoneyPage } from './support/money-page.js';
import type { PaidOrder } from './support/paid-orders.js';
import { PrinterSetup } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { ADDRESS } from './support/test-shop.js';

let setup: PrinterSetup;
const moneyPage = new MoneyPage(() => setup.shop);
const parcel = { carrier: 'USPS', tracking_number: '9400', tracking_url: 'https://tools.usps.com/9400' };

beforeAll(async () => {
  setup = await PrinterSetup.open();
  await setup.shop.query(RECORD_PUBLISHED);
});
afterAll(() => setup.close());

/** The data of the events about the order's parcels, in order. */
const publishedParcels = async ({ id }: PaidOrder) =>
  (
    await setup.shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' LIKE 'order.parcel%' ORDER BY n`,
      [`order/${id}`],
    )
  ).map(({ data }) => data);

describe('the parcel of an order', () => {
  it('has the number that an admin corrected, in one email, while the printer reports the wrong one', async () => {
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, { ...parcel, isPartial: true });
    await setup.sendWebhook(order);
    const correct = () =>
      setup.adminActions.call('PATCH', `/api/admin/orders/${order.id}/tracking`, {
        carrier: 'USPS',
        number: '9500',
        replaces: '9400',
      });
    expect((await Promise.all([correct(), correct()])).map(({ status }) => status)).toEqual([200, 200]);
    await setup.sendParcel(order, { carrier: 'UPS', tracking_number: '1Z9' });
    await setup.sendWebhook(order);
    const { tracking } = await setup.orders.getOrder(order);
    expect(tracking).toMatchObject({ number: '9500', further: [{ number: '1Z9' }] });
    expect(await publishedParcels(order)).toMatchObject([
      { what: 'corrected', numbers: ['9500'] },
      { what: 'sent', numbers: ['1Z9'] },
    ]);
    const gone = await setup.adminActions.call('PATCH', `/api/admin/orders/${order.id}/tracking`, {
      carrier: 'USPS',
      number: '9600',
      replaces: '9400',
    });
    expect([gone.status, gone.text]).toEqual([
      409,
      'The tracking numbers of this order have changed in between. Please look at it again.',
    ]);
  });

  it('gets one number of two admins who have seen the same order', async () => {
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, parcel);
    await setup.sendWebhook(order);
    const { version } = await setup.adminActions.getOrder(order.id);
    const add = (email: string, number: string) =>
      setup.shop.service.call('PATCH', `/api/admin/orders/${order.id}/tracking`, {
        as: asUser({ role: 'admin', email }),
        headers: { 'if-match': `"${version}"` },
        body: { carrier: 'UPS', number },
      });
    expect((await add('ann@example.com', '1Z1')).status).toBe(200);
    expect(await add('ben@example.com', '1Z2')).toMatchObject({
      status: 409,
      text: 'ann@example.com has changed the tracking numbers of this order in between. Please look at it again.',
    });
    expect((await add('ben@example.com', '1Z1')).status).toBe(200);
  });

  it('is not assumed to be delivered while a parcel is back: its customer corrects the address, and it is sent again', async () => {
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, parcel);
    await setup.sendWebhook(order);
    const returnedParcel = await setup.returnParcel(order, 'The address does not exist');
    for (let times = 0; times < 2; times += 1) expect((await setup.sendWebhookBody(returnedParcel)).status).toBe(200);
    const back = { reason: 'The address does not exist' };
    expect(await setup.orders.getOrder(order)).toMatchObject({
      parcelReturn: back,
      tracking: { number: '9400', returned: back },
    });
    const listCards = async () =>
      (await setup.adminActions.getMoney()).discrepancies
        .filter(({ orderId, kind }) => orderId === order.id && kind === 'parcel-returned')
        .map(({ message }) => message);
    expect(await listCards()).toEqual([
      expect.stringMatching(/^A parcel of order PA-\w+ came back: The address does not exist\. Its customer was asked/),
    ]);

    await setup.shop.query(`UPDATE orders SET updated_at = now() - interval '46 days' WHERE id = $1`, [order.id]);
    await setup.shop.service.get(FulfilmentSchedule).assumeDelivered();
    expect((await setup.orders.getOrder(order)).order.status).toBe('shipped');
    const changeAddress = (address: object) => setup.orders.call('PATCH', order, '/address', address);
    expect((await changeAddress({ ...ADDRESS, address: '14 Elm Street' })).status).toBe(200);
    expect(await listCards()).toEqual([expect.stringContaining('It has another address since')]);

    await setup.sendParcel(order, { ...parcel, tracking_number: '9700', isReshipment: true });
    await setup.sendWebhook(order);
    await setup.sendWebhookBody(returnedParcel);
    const again = await setup.orders.getOrder(order);
    expect(again).toMatchObject({ tracking: { further: [{ number: '9700', isReshipment: true }] } });
    expect(again).not.toHaveProperty('parcelReturn');
    expect(await listCards()).toEqual([]);
    expect(await publishedParcels(order)).toMatchObject([
      { reason: 'The address does not exist' },
      { what: 'sent-again', numbers: ['9700'] },
    ]);
    expect((await changeAddress(ADDRESS)).status).toBe(409);
  });

  it('is back, and marked in the list of orders, until an admin settles it', async () => {
    const isMarked = async ({ id }: PaidOrder) =>
      (await setup.adminActions.call('GET', '/api/admin/orders'))
        .json<AdminOrder[]>()
        .some((listed) => listed.id === id && listed.hasReturnedParcel === true);
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, parcel);
    await setup.sendWebhook(order);
    await setup.sendWebhookBody(await setup.returnParcel(order, 'Refused'));
    expect(await isMarked(order)).toBe(true);
    const { id } = await moneyPage.getOnly('parcel-returned', order.id);
    expect(await moneyPage.resolve(id)).toEqual([
      200,
      expect.stringContaining('The parcel that came back is settled.'),
    ]);
    expect(await isMarked(order)).toBe(false);
    expect(await setup.adminActions.getOrder(order.id)).not.toHaveProperty('parcelReturn');
    await setup.sendWebhook(order);
    expect(await setup.adminActions.getOrder(order.id)).not.toHaveProperty('parcelReturn');
  });

  it('is not written into an order whose personal data was removed', async () => {
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, parcel);
    await setup.sendWebhook(order);
    await setup.adminActions.changeStatus(order.id, 'delivered');
    await setup.shop.query(
      `UPDATE orders SET user_id = NULL, guest_id = NULL, cart_id = NULL, email = NULL, tracking = NULL, anonymised_at = now() WHERE id = $1`,
      [order.id],
    );
    await setup.sendWebhookBody(await setup.returnParcel(order, 'Ada Lovelace has moved'));
    await setup.sendParcel(order, { ...parcel, tracking_number: '9800', isReshipment: true });
    await setup.sendWebhook(order);
    expect(await setup.adminActions.getOrder(order.id)).toMatchObject({ tracking: null });
    expect(await setup.shop.query(`SELECT returned_at, parcel_return FROM orders WHERE id = $1`, [order.id])).toEqual([
      { returned_at: null, parcel_return: null },
    ]);
    expect(await publishedParcels(order)).toEqual([]);
  });
});
