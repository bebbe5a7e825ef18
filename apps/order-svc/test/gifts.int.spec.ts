import type { CustomerOrder, Checkout } from '@shop/contracts-order';
import { asGuest } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { ADDRESS, TestShop } from './support/test-shop.js';

let shop: TestShop;
const office = new AdminActions(() => shop);
beforeAll(async () => void (shop = await TestShop.open()));
afterAll(() => shop.close());

const GIFT = 'Happy birthday, Sam!';
const send = (as: ReturnType<typeof asGuest>, giftMessage?: string) =>
  shop.service.call('POST', '/api/checkout/shipping', {
    as,
    body: { ...ADDRESS, ...(giftMessage && { giftMessage }) },
  });

describe('the message of a gift', () => {
  it('is in the order of its customer and of the shop, not in its address, lists and Stripe', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const { order } = (await send(guest, ` ${GIFT} `)).json<Checkout>();
    expect(order).toMatchObject({ giftMessage: GIFT, shippingAddress: ADDRESS });
    expect(order.shippingAddress).not.toHaveProperty('giftMessage');
    const own = await shop.service.call('GET', `/api/orders/${order.id}`, { as: guest });
    expect(own.json<CustomerOrder>().order).toHaveProperty('giftMessage', GIFT);
    expect(await office.getOrder(order.id)).toHaveProperty('giftMessage', GIFT);
    const [listed] = (await office.call('GET', '/api/admin/orders')).json<object[]>();
    expect(listed).not.toHaveProperty('giftMessage');
    const file = await office.call('GET', '/api/admin/orders.csv');
    expect(file.text).toContain(`,"${GIFT}"`);
  });

  it('changes what is paid for, and is gone when it is sent without', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const first = (await send(guest, GIFT)).json<Checkout>();
    const second = (await send(guest)).json<Checkout>();
    expect(second.orderNumber).toBe(first.orderNumber);
    expect(second.order).not.toHaveProperty('giftMessage');
    expect(second.revision).not.toBe(first.revision);
    expect((await send(guest, GIFT)).json<Checkout>().revision).toBe(first.revision);
  });

  it('is refused before the payment with the letters that can’t be printed', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const refused = await send(guest, 'Happy birthday 🎂🐶🎂');
    expect([refused.status, refused.text]).toEqual([
      422,
      'The packing slip can’t show 🎂 🐶. Please leave them out of the gift message.',
    ]);
    expect((await send(guest, 'Alles Gute, Ελένη, お誕生日おめでとう')).status).toBe(200);
  });
});
