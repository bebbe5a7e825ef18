import type { Cart, Checkout } from '@shop/contracts/order';
import { asGuest, eventually } from '@shop/testing';
import { intentOf, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

/** Two tags at 24.00 and a mug at 10.00, shown with their sum at the payment step of the first tab. */
async function atPayment() {
  const guest = asGuest();
  const { product: tag } = await shop.fillCart(guest, { title: 'Tag' }, { quantity: 2 });
  const { product: mug, cart } = await shop.fillCart(guest, { title: 'Mug', basePrice: '10.00' });
  const { clientSecret } = (await shop.ship(guest)).json<Checkout>();
  const lineOf = (productId: string) => cart.items.find((item) => item.productId === productId)!;
  const pay = async () => {
    expect((await shop.confirm(guest, clientSecret)).status).toBe(200);
    await eventually(async () => expect(await shop.placed(guest, intentOf(clientSecret))).toMatchObject({ state: 'paid' }));
    return (await shop.placed(guest, intentOf(clientSecret))).order;
  };
  return { guest, tag, mug, tagLine: lineOf(tag.id), mugLine: lineOf(mug.id), pay };
}

const SHOWN = { subtotal: '58.00', total: '72.63', items: [{ title: 'Mug', quantity: 1, unitPrice: '10.00' }, { title: 'Tag', quantity: 2, unitPrice: '24.00' }] };
const taken = async () => (await shop.rows(`SELECT amount_cents FROM sandbox_intents WHERE status = 'succeeded' ORDER BY updated_at DESC LIMIT 1`))[0]?.amount_cents;

describe('a cart that is changed in a second tab after the shipping step', () => {
  it('is paid as it was shown, and keeps what is new', async () => {
    const { guest, tag, tagLine, pay } = await atPayment();
    await shop.add(guest, { productId: tag.id, generatedImageId: tagLine.generatedImageId });
    const { product: poster } = await shop.fillCart(guest, { title: 'Poster' });
    expect(await pay()).toMatchObject(SHOWN);
    const left = (await shop.cart(guest)).items.map(({ productId, quantity }) => [productId, quantity]);
    expect(left).toEqual([[poster.id, 1], [tag.id, 1]]);
  });

  it('is paid as it was shown where something was taken out, which does not come back', async () => {
    const { guest, mugLine, tagLine, pay } = await atPayment();
    await shop.service.call('DELETE', `/api/cart/${mugLine.id}`, { as: guest });
    await shop.service.call('PATCH', `/api/cart/${tagLine.id}`, { as: guest, body: { quantity: 1 } });
    expect(await pay()).toMatchObject(SHOWN);
    expect((await shop.cart(guest)).items).toEqual([]);
  });

  it('is another order once that tab has been shown it, of the whole cart', async () => {
    const { guest, pay } = await atPayment();
    await shop.fillCart(guest, { title: 'Poster', basePrice: '1.00' });
    await shop.ship(guest);
    expect(await pay()).toMatchObject({ subtotal: '59.00', items: [{ title: 'Poster' }, { title: 'Mug' }, { title: 'Tag' }] });
  });
});

describe('a price that changes after the shipping step', () => {
  it('is not charged: what was shown is', async () => {
    const { tag, pay } = await atPayment();
    await shop.sells({ ...tag, basePrice: '99.00' });
    expect(await pay()).toMatchObject(SHOWN);
    expect(await taken()).toBe(7_263);
  });

  it('is told before it can be paid, where the shipping step is made again', async () => {
    const { guest, tag, pay } = await atPayment();
    await shop.sells({ ...tag, basePrice: '30.00' });
    const refused = await shop.ship(guest);
    expect([refused.status, refused.text]).toEqual([409, 'A price in your cart has changed. Please check it and try again.']);
    expect((await shop.service.call('GET', '/api/cart', { as: guest })).json<Cart>()).toMatchObject({ subtotal: '70.00' });
    expect((await shop.ship(guest)).status).toBe(200);
    expect(await pay()).toMatchObject({ subtotal: '70.00', total: '85.59' });
    expect(await taken()).toBe(8_559);
  });

  it('of a product that is gone since leaves the order as it was shown', async () => {
    const { mug, pay } = await atPayment();
    await shop.deletes(mug.id);
    expect(await pay()).toMatchObject(SHOWN);
  });
});
