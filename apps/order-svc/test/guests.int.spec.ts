import { randomUUID } from 'node:crypto';
import type { Cart, Order } from '@shop/contracts/order';
import { asGuest, asUser, eventually } from '@shop/testing';
import { ClaimGuest } from '../src/guests/claim-guest.js';
import { Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

/** What the event does, without the wire. */
const claim = (guestId: string, userId: string) =>
  shop.dataSource.transaction((manager) => shop.service.get(ClaimGuest).execute(manager, guestId, userId));

/** A guest and the user it becomes by signing in. */
function visitor() {
  const guest = asGuest();
  const guestId = guest.guestId ?? '';
  return { guest, guestId, user: asUser({ guestId, email: 'pat@example.org' }) };
}

describe('signing in with a cart', () => {
  it("takes the guest's cart along on sight, before any event", async () => {
    const { guest, user } = visitor();
    const { cart } = await shop.fillCart(guest);
    expect(await shop.cart(user)).toEqual(cart);
    expect(await shop.cart({ ...user, guestId: undefined })).toEqual(cart);
  });

  it('adds equal lines up, and keeps the others', async () => {
    const { guest, user } = visitor();
    const { product } = await shop.fillCart(guest);
    const generatedImageId = (await shop.cart(guest)).items[0]?.generatedImageId ?? '';
    await shop.add(guest, {
      productId: product.id,
      generatedImageId,
      designConfig: { x: 0, y: 0, scale: 50, rotation: 0 },
    });
    // The account already holds an equal line, from another device.
    await shop.rows('UPDATE artworks SET user_id = $2, guest_id = NULL WHERE id = $1', [generatedImageId, user.userId]);
    await shop.add({ ...user, guestId: undefined }, { productId: product.id, generatedImageId, quantity: 2 });

    const merged = await shop.cart(user);
    expect(merged).toMatchObject({ itemCount: 4, subtotal: '96.00' });
    expect(merged.items.map(({ quantity }) => quantity).sort()).toEqual([1, 3]);
  });

  it('merges once, however many tabs and events do it at the same time', async () => {
    const { guest, guestId, user } = visitor();
    await shop.fillCart(guest, {}, { quantity: 2 });
    await shop.fillCart({ ...user, guestId: undefined });
    const reading = () => shop.cart(user);
    await Promise.all([
      reading(),
      claim(guestId, user.userId ?? ''),
      reading(),
      reading(),
      claim(guestId, user.userId ?? ''),
      reading(),
      shop.ship(user),
    ]);
    expect(await shop.cart(user)).toMatchObject({ itemCount: 3, subtotal: '72.00' });
    expect(await shop.rows('SELECT 1 FROM carts WHERE guest_id = $1', [guestId])).toEqual([]);
  });

  it("loses nothing that a slow tab still puts into the guest's cart", async () => {
    const { guest, guestId, user } = visitor();
    const { product } = await shop.fillCart(guest);
    const generatedImageId = await shop.artworkOf(guest);
    const slow = Array.from({ length: 5 }, () => shop.add(guest, { productId: product.id, generatedImageId }));
    const [answers] = await Promise.all([Promise.all(slow), claim(guestId, user.userId ?? ''), shop.cart(user)]);
    const added = answers.filter(({ status }) => status === 200).length;
    // A call that came after the claim no longer finds its artwork; one that was taken counts.
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect((await shop.cart(user)).itemCount).toBe(1 + added);
  });

  it('lets the user go on with lines by the ids that the browser already knows', async () => {
    const { guest, user } = visitor();
    const { cart } = await shop.fillCart(guest);
    await shop.fillCart({ ...user, guestId: undefined });
    const answer = await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, {
      as: user,
      body: { quantity: 4 },
    });
    expect([answer.status, answer.json<Cart>().itemCount]).toEqual([200, 5]);
  });

  it("lets artworks of the guest be put into the user's cart at once", async () => {
    const { guest, user } = visitor();
    const sold = await shop.sells();
    const answer = await shop.add(user, { productId: sold.id, generatedImageId: await shop.artworkOf(guest) });
    expect(answer.status).toBe(200);
  });

  it('gives what one account has claimed to no other', async () => {
    const { guest, guestId, user } = visitor();
    await shop.fillCart(guest);
    await claim(guestId, user.userId ?? '');
    await shop.artworkOf(guest);
    await claim(guestId, randomUUID());
    expect((await shop.cart(user)).itemCount).toBe(1);
    expect(await shop.rows('SELECT DISTINCT user_id FROM artworks WHERE user_id = $1', [user.userId])).toHaveLength(1);
  });

  it('still says that a price has changed which only the guest was told', async () => {
    const { guest, user } = visitor();
    const { product } = await shop.fillCart(guest);
    await shop.sells({ ...product, basePrice: '30.00' });
    expect((await shop.ship(user)).status).toBe(409);
    expect((await shop.ship(user)).status).toBe(200);
  });
});

describe('signing in during checkout', () => {
  it('carries the open order over to the account, and goes on with it', async () => {
    const { guest, user } = visitor();
    const { intentId, clientSecret, orderNumber } = await shop.checkOut(guest);
    const again = await shop.ship(user);
    expect(again.json()).toMatchObject({ clientSecret, orderNumber });
    expect(await shop.orderRow(intentId)).toMatchObject({
      user_id: user.userId,
      guest_id: null,
      email: 'pat@example.org',
    });
  });

  it('shows the placed order to the account on the return page, and in My Orders once tried', async () => {
    const { guest, user } = visitor();
    const { intentId, clientSecret, orderNumber } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret);
    await eventually(async () => expect(await shop.placed(user, intentId)).toMatchObject({ state: 'paid' }));
    const orders = (await shop.service.call('GET', '/api/orders', { as: user })).json<Order[]>();
    expect(orders.map((order) => order.orderNumber)).toEqual([orderNumber]);
  });

  it("goes on with the guest's order where the account has an older open one", async () => {
    const { guest, user } = visitor();
    const older = await shop.checkOut({ ...user, guestId: undefined });
    const current = await shop.checkOut(guest);
    const again = (await shop.ship(user)).json<{ orderNumber: string; clientSecret: string }>();
    expect(again.orderNumber).toBe(current.orderNumber);
    // Of both carts now: another intent, for another amount.
    expect(again.clientSecret).not.toBe(current.clientSecret);
    expect(await shop.rows('SELECT subtotal_cents FROM orders WHERE client_secret = $1', [again.clientSecret])).toEqual(
      [{ subtotal_cents: 4_800 }],
    );
    // The pieces of the older one are in this one, and it can't be paid any more.
    expect(
      await shop.rows('SELECT status, cart_id, payment_intent_id FROM orders WHERE order_number = $1', [
        older.orderNumber,
      ]),
    ).toEqual([{ status: 'created', cart_id: null, payment_intent_id: null }]);
  });

  it('and paying at the same moment makes one paid order of the account', async () => {
    const { guest, guestId, user } = visitor();
    const { intentId, clientSecret } = await shop.checkOut(guest);
    await Promise.all([
      shop.confirm(guest, clientSecret),
      claim(guestId, user.userId ?? ''),
      shop.cart(user),
      shop.placed(user, intentId),
      claim(guestId, user.userId ?? ''),
    ]);
    await eventually(async () =>
      expect(await shop.orderRow(intentId)).toMatchObject({ user_id: user.userId, status: 'paid' }),
    );
    expect((await shop.cart(user)).itemCount).toBe(0);
    const { id } = await shop.orderRow(intentId);
    expect((await shop.eventsOf(id as string)).filter((type) => type === 'order.paid')).toHaveLength(1);
  });

  it("takes the account's e-mail where the guest gave none", async () => {
    const { guest, guestId, user } = visitor();
    const { intentId } = await shop.checkOut(guest);
    await shop.rows('INSERT INTO accounts (id, email) VALUES ($1, $2)', [user.userId, 'pat@example.org']);
    await claim(guestId, user.userId ?? '');
    expect(await shop.orderRow(intentId)).toMatchObject({ email: 'pat@example.org' });
  });
});
