import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts/common';
import { cartSchema, orderSchema } from '@shop/contracts/order';
import { asGuest, asUser, signIdentityToken } from '@shop/testing';
import { extract } from 'tar-stream';
import { BackOffice } from './admin.js';
import { Shop } from './shop.js';

let shop: Shop;
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

/** The tar's files by their names. */
async function takeAlong(who: IdentityClaims): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL('/internal/personal-data', shop.service.url), {
    headers: { [IDENTITY_HEADER]: await signIdentityToken(who) },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
  const files: Record<string, unknown> = {};
  const tar = extract();
  tar.on('entry', ({ name }, body, next) => {
    void buffer(body).then((bytes) => {
      files[name] = JSON.parse(bytes.toString('utf8'));
      next();
    });
  });
  const whole = once(tar, 'finish');
  tar.end(Buffer.from(await answer.arrayBuffer()));
  await whole;
  return files;
}

describe('what somebody takes along', () => {
  it('is the cart, every order with its note and parcel, and nothing of anybody else', async () => {
    const user = asUser({ email: 'pat@example.org' });
    const [other, guest] = [asUser(), asGuest()];
    for (const who of [other, guest]) await shop.fillCart(who);
    const foreign = await office.paidOrder(other);
    const paid = await office.paidOrder(user);
    await office.note(paid.id, 'Rang twice 🐶');
    await office.move(paid.id, 'processing');
    await office.move(paid.id, 'shipped', { carrier: 'UPS', number: '1Z', url: null });
    await shop.fillCart(user);

    const files = await takeAlong(user);
    expect(Object.keys(files)).toEqual(['cart.json', `orders/${paid.orderNumber}.json`]);
    expect(cartSchema.parse(files['cart.json']).itemCount).toBe(1);
    const order = files[`orders/${paid.orderNumber}.json`];
    expect(orderSchema.parse(order)).toMatchObject({
      status: 'shipped',
      email: 'pat@example.org',
      shippingAddress: { name: 'Pat Doe' },
      items: [{ quantity: 1 }],
    });
    expect(order).toMatchObject({ note: 'Rang twice 🐶', tracking: { number: '1Z' }, paidAt: expect.any(String) });
    expect(JSON.stringify(files)).not.toContain(foreign.orderNumber);
    expect(JSON.stringify(files)).not.toMatch(/_secret_|admin@example\.com/);
  });

  it('has the orders that were never paid too, and the cart of somebody who has none', async () => {
    const user = asUser();
    const unpaid = await office.unpaidOrder(user);
    await shop.rows('DELETE FROM carts WHERE user_id = $1', [user.userId]);
    expect(await takeAlong(user)).toMatchObject({
      'cart.json': { items: [], itemCount: 0 },
      [`orders/${unpaid.orderNumber}.json`]: { status: 'created' },
    });
    expect(await takeAlong(asUser())).toEqual({ 'cart.json': { items: [], subtotal: '0.00', itemCount: 0 } });
  });

  it('holds what was still under the guest that signed in', async () => {
    const guest = asGuest();
    const { orderNumber } = await office.unpaidOrder(guest);
    const files = await takeAlong(asUser({ guestId: guest.guestId }));
    expect(Object.keys(files)).toEqual(['cart.json', `orders/${orderNumber}.json`]);
    expect(files['cart.json']).toMatchObject({ itemCount: 1 });
  });

  it('does not count as having been told a price', async () => {
    const user = asUser();
    const { product } = await shop.fillCart(user);
    await shop.sells({ ...product, basePrice: '30.00' });
    expect(await takeAlong(user)).toMatchObject({ 'cart.json': { subtotal: '30.00' } });
    expect((await shop.ship(user)).status).toBe(409);
  });

  it.each([undefined, asGuest()])('is for accounts only', async (who) => {
    const answer = await shop.service.call('GET', '/internal/personal-data', { as: who });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});
