import { jest } from '@jest/globals';
import { asGuest, asUser } from '@shop/testing';
import type { Intent } from '../src/payments/payment-provider.js';
import { SandboxProvider } from '../src/payments/sandbox/sandbox.provider.js';
import { Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

const CHANGED = [409, 'A price in your cart has changed. Please check it and try again.'];
const UNAVAILABLE = [409, 'Something in your cart is no longer available. Please remove it and try again.'];

describe('a price that changes while a product lies in the cart', () => {
  it('is shown and counted at once', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest, {}, { quantity: 2 });
    await shop.sells({ ...product, basePrice: '30.00' });
    expect(await shop.cart(guest)).toMatchObject({ subtotal: '60.00', items: [{ unitPrice: '30.00' }] });
  });

  it('is refused once at checkout where the cart has not told it, and goes through at the next call', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.sells({ ...product, basePrice: '30.00' });
    const refused = await shop.ship(guest);
    expect([refused.status, refused.text]).toEqual(CHANGED);
    expect(await shop.rows('SELECT 1 FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([]);

    const accepted = await shop.ship(guest);
    expect(accepted.status).toBe(200);
    expect(await shop.rows('SELECT total_cents FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([
      { total_cents: 3_000 + 999 + 240 },
    ]);
  });

  it('is charged without a word where the cart has told it', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.sells({ ...product, basePrice: '30.00' });
    await shop.cart(guest);
    expect((await shop.ship(guest)).status).toBe(200);
  });

  it("is told by any cart call's answer", async () => {
    const guest = asGuest();
    const { product, cart } = await shop.fillCart(guest);
    await shop.sells({ ...product, basePrice: '30.00' });
    await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, { as: guest, body: { quantity: 3 } });
    expect((await shop.ship(guest)).status).toBe(200);
  });

  it('is refused again at each further change', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    for (const basePrice of ['30.00', '31.00', '24.00']) {
      await shop.sells({ ...product, basePrice });
      expect((await shop.ship(guest)).status).toBe(409);
      expect((await shop.ship(guest)).status).toBe(200);
    }
  });

  it.each(['updateIntent', 'cancelIntent'] as const)(
    'is refused also where it changes during the shipping call, at %s',
    async (call) => {
      const guest = asGuest();
      const { product } = await shop.fillCart(guest);
      await shop.ship(guest);
      if (call === 'cancelIntent') await shop.fillCart(guest, { basePrice: '10.00' });
      const provider = shop.service.get(SandboxProvider);
      const ask = provider[call].bind(provider) as (...args: unknown[]) => Promise<Intent>;
      jest.spyOn(provider, call).mockImplementationOnce(async (...args: unknown[]) => {
        await shop.sells({ ...product, basePrice: '30.00' });
        return ask(...args);
      });
      const refused = await shop.ship(guest);
      expect([refused.status, refused.text]).toEqual(CHANGED);
      expect((await shop.ship(guest)).status).toBe(200);
    },
  );

  it('is told to each session of an account for itself', async () => {
    const [laptop, phone] = [asUser(), asUser()];
    phone.userId = laptop.userId;
    const { product } = await shop.fillCart(laptop);
    await shop.cart(phone);
    await shop.sells({ ...product, basePrice: '30.00' });
    await shop.cart(phone);
    const refused = await shop.ship(laptop);
    expect([refused.status, refused.text]).toEqual(CHANGED);
    expect((await shop.ship(phone)).status).toBe(200);
  });

  it('stays untold to one session when another puts an equal line in at the new price', async () => {
    const [laptop, phone] = [asUser(), asUser()];
    phone.userId = laptop.userId;
    const { product, cart } = await shop.fillCart(laptop);
    await shop.sells({ ...product, basePrice: '30.00' });
    await shop.add(phone, { productId: product.id, generatedImageId: cart.items[0]?.generatedImageId ?? '' });
    expect((await shop.ship(laptop)).status).toBe(409);
  });

  it('changes an order that is already placed only through a new shipping call', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.ship(guest);
    await shop.sells({ ...product, basePrice: '30.00' });
    expect((await shop.ship(guest)).status).toBe(409);
    expect(await shop.rows('SELECT total_cents FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([
      { total_cents: 3_591 },
    ]);
    await shop.ship(guest);
    expect(await shop.rows('SELECT total_cents FROM orders WHERE guest_id = $1', [guest.guestId])).toEqual([
      { total_cents: 4_239 },
    ]);
  });
});

describe('a product that is no longer sold while it lies in the cart', () => {
  const ENDINGS: [
    string,
    (id: string, product: Awaited<ReturnType<Shop['fillCart']>>['product']) => Promise<unknown>,
  ][] = [
    ['deleted', (id) => shop.deletes(id)],
    ['deactivated', (_, product) => shop.sells({ ...product, active: false })],
  ];

  it.each(ENDINGS)('is shown as unavailable and counts nowhere once it is %s', async (_, end) => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest, { title: 'Mug' });
    await shop.fillCart(guest);
    await end(product.id, product);
    const cart = await shop.cart(guest);
    expect(cart).toMatchObject({ subtotal: '24.00', itemCount: 1 });
    expect(cart.items[1]).toMatchObject({ available: false, unitPrice: '24.00', product: { title: 'Mug' } });
  });

  it.each(ENDINGS)('stops the checkout until it is removed, once it is %s', async (_, end) => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.fillCart(guest);
    await end(product.id, product);
    const refused = await shop.ship(guest);
    expect([refused.status, refused.text]).toEqual(UNAVAILABLE);

    const line = (await shop.cart(guest)).items.find(({ productId }) => productId === product.id);
    await shop.service.call('DELETE', `/api/cart/${line?.id}`, { as: guest });
    expect((await shop.ship(guest)).status).toBe(200);
  });

  it('includes a line whose size is no longer sold', async () => {
    const guest = asGuest();
    const sold = await shop.sells({}, [{ name: 'XL', priceModifier: '2.00' }]);
    await shop.add(guest, {
      productId: sold.id,
      generatedImageId: await shop.artworkOf(guest),
      variantSelections: { size: 'XL' },
    });
    await shop.sells(sold, [{ name: 'XL', priceModifier: '2.00', active: false }]);
    expect(await shop.cart(guest)).toMatchObject({
      subtotal: '0.00',
      itemCount: 0,
      items: [{ available: false, unitPrice: '26.00' }],
    });
    expect((await shop.ship(guest)).text).toBe(UNAVAILABLE[1]);
  });

  it('comes back with the product', async () => {
    const guest = asGuest();
    const { product } = await shop.fillCart(guest);
    await shop.sells({ ...product, active: false });
    expect(await shop.cart(guest)).toMatchObject({ itemCount: 0 });
    await shop.sells({ ...product, active: true });
    expect(await shop.cart(guest)).toMatchObject({ itemCount: 1, items: [{ available: true }] });
  });

  it('can still be made less of, and be removed', async () => {
    const guest = asGuest();
    const { product, cart } = await shop.fillCart(guest, {}, { quantity: 3 });
    await shop.deletes(product.id);
    const answer = await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, {
      as: guest,
      body: { quantity: 2 },
    });
    expect(answer.json()).toMatchObject({ items: [{ quantity: 2, available: false }] });
    expect((await shop.service.call('DELETE', `/api/cart/${cart.items[0]?.id}`, { as: guest })).status).toBe(200);
  });
});

describe('an order that was placed', () => {
  it('keeps title, picture and price of a product that was deleted since', async () => {
    const user = asUser();
    const { intentId, clientSecret } = await shop.checkOut(user);
    const before = (await shop.placed(user, intentId)).order;
    await shop.deletes(before.items[0]?.productId ?? '');
    await shop.confirm(user, clientSecret);
    expect((await shop.placed(user, intentId)).order.items).toEqual(before.items);
    expect(before.items).toMatchObject([
      {
        title: 'Classic T-shirt',
        imageUrl: '/pictures/tshirt.svg',
        unitPrice: '24.00',
        subtotal: '24.00',
        quantity: 1,
      },
    ]);
  });
});
