import { type CustomerOrder, estimateArrival, type Shop } from '@shop/contracts-order';
import { asGuest, type EventRecorder, recordEvents } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { ADDRESS, TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
const days = (min: number, max: number) => ({ min, max });
const DELIVERY_DAYS = {
  production: days(2, 4),
  us: days(3, 5),
  canada: days(5, 8),
  europe: days(6, 10),
  rest: null,
};

let recorder: EventRecorder;
beforeAll(async () => {
  shop = await TestShop.open();
  recorder = await recordEvents(shop.transport, ['order.paid']);
});
afterAll(async () => {
  await recorder.stop();
  await shop.close();
});

const saveDeliveryDays = async (deliveryDays: Shop['deliveryDays']): Promise<void> => {
  expect((await office.call('PUT', '/api/admin/shop', { deliveryDays })).status).toBe(200);
};
const estimate = (region: 'us' | 'europe', deliveryDays: Shop['deliveryDays'] = DELIVERY_DAYS) =>
  estimateArrival({ deliveryDays, timeZone: 'UTC', holiday: null }, region, new Date());

describe('the estimated arrival of an order', () => {
  const guest = asGuest();
  const getOrder = async (id: string) =>
    (await shop.service.call('GET', `/api/orders/${id}`, { as: guest })).json<CustomerOrder>().order;
  const changeCountry = (id: string, country: string) =>
    shop.service.call('PATCH', `/api/orders/${id}/address`, {
      as: guest,
      body: { ...ADDRESS, country, ...(country === 'DE' && { state: '', zip: '10115' }) },
    });

  it('is absent while the shop estimates nothing', async () => {
    const { id } = await shop.createPaidOrder(guest);
    expect(await getOrder(id)).not.toHaveProperty('arrival');
  });

  it('is stored and published at the payment, and does not move with the settings', async () => {
    await saveDeliveryDays(DELIVERY_DAYS);
    const checkout = await shop.checkOut(guest);
    expect(checkout.order).not.toHaveProperty('arrival');
    await shop.payByCard(checkout.intentId);
    const { id } = checkout.order;
    const arrival = estimate('us');
    expect(await getOrder(id)).toMatchObject({ arrival });
    const event = await recorder.waitForEvent('order.paid', ({ subject }) => subject === `order/${id}`);
    expect(event.data).toMatchObject({ order: { arrival } });
    await saveDeliveryDays({ ...DELIVERY_DAYS, us: days(20, 30) });
    expect(await getOrder(id)).toMatchObject({ arrival });
    expect((await changeCountry(id, 'DE')).status).toBe(200);
    expect(await getOrder(id)).toMatchObject({ arrival: estimate('europe') });
  });
});
