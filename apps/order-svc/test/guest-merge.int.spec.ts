import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import type { Cart, Checkout } from '@shop/contracts/order';
import { asGuest, asUser, eventually, publishEvent, testTransports } from '@shop/testing';
import { CARDS, intentOf, Shop } from './shop.js';

/** What lies in a cart before the sign-in: nothing, the line that both may hold, or a line of one's own. */
const CARTS = ['none', 'equal', 'other'] as const;
type CartBefore = (typeof CARTS)[number];

const QUANTITY = { guest: 2, account: 3 } as const;

/** D39: equal lines add up, the others stay. Line → quantity. */
const MERGED: Record<CartBefore, Record<CartBefore, Record<string, number>>> = {
  none: { none: {}, equal: { shared: 3 }, other: { account: 3 } },
  equal: { none: { shared: 2 }, equal: { shared: 5 }, other: { shared: 2, account: 3 } },
  other: { none: { guest: 2 }, equal: { guest: 2, shared: 3 }, other: { guest: 2, account: 3 } },
};

describe.each(testTransports())('a guest signs in, told over $name', (transport) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open({ transport });
  });
  afterAll(() => shop.close());

  /** Two who are about to be one, and the lines of this test by name. */
  async function people() {
    const guest = asGuest();
    const guestId = guest.guestId ?? '';
    const user = asUser({ email: 'pat@example.org' });
    const lines = await Promise.all(
      ['shared', 'guest', 'account'].map(
        async (name) =>
          [name, { productId: (await shop.sells()).id, generatedImageId: await shop.artworkOf(guest) }] as const,
      ),
    );
    return { guest, guestId, user, userId: user.userId ?? '', lines: new Map(lines) };
  }
  type People = Awaited<ReturnType<typeof people>>;

  /** Puts the line in, whoever the artwork belongs to: on another device it may be the account's already. */
  async function fill(
    { lines }: People,
    who: IdentityClaims,
    before: CartBefore,
    own: 'guest' | 'account',
  ): Promise<string | null> {
    if (before === 'none') return null;
    const line = lines.get(before === 'equal' ? 'shared' : own);
    if (!line) throw new Error('no such line');
    const owner = `UPDATE artworks SET user_id = $2, guest_id = $3 WHERE id = $1`;
    const [artwork] = await shop.rows('SELECT user_id, guest_id FROM artworks WHERE id = $1', [line.generatedImageId]);
    await shop.rows(owner, [line.generatedImageId, who.userId ?? null, who.userId ? null : who.guestId]);
    const answer = await shop.add(who, { ...line, quantity: QUANTITY[own] });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    await shop.rows(owner, [line.generatedImageId, artwork?.user_id, artwork?.guest_id]);
    const shipped = await shop.ship(who);
    return intentOf(shipped.json<{ clientSecret: string }>().clientSecret);
  }

  const quantities = (cart: Cart, { lines }: People): Record<string, number> =>
    Object.fromEntries(
      cart.items.map(({ productId, quantity }) => [
        [...lines].find(([, line]) => line.productId === productId)?.[0] ?? 'unknown',
        quantity,
      ]),
    );

  /** The same fact told again and again, under one id and under others, beside tabs that look at the cart. */
  async function signIn({ guest, guestId, user, userId }: People): Promise<void> {
    const data = { guestId, userId };
    const ids = [...Array.from({ length: 4 }, () => 'same'), 'other', 'third'];
    const same = randomUUID();
    const tab = { ...user, guestId };
    await Promise.all([
      ...ids.map((id) =>
        publishEvent(transport, guestClaimed, {
          subject: `user/${userId}`,
          id: id === 'same' ? same : randomUUID(),
          data,
        }),
      ),
      ...Array.from({ length: 4 }, () => shop.cart(tab)),
      shop.service.call('GET', '/api/orders', { as: tab }),
      shop.cart(guest),
    ]);
    await eventually(async () => {
      const heard = await shop.rows(
        `SELECT count(*)::int AS times FROM processed_events p WHERE p.handler LIKE 'GuestsConsumer.%' AND p.event_id = $1`,
        [same],
      );
      expect(heard).toEqual([{ times: 1 }]);
    });
  }

  const PAIRS = CARTS.flatMap((guestCart) =>
    CARTS.map((accountCart): [CartBefore, CartBefore] => [guestCart, accountCart]),
  );
  it.each(PAIRS)(
    "the guest's cart: %s, the account's: %s: merged once, with its orders",
    async (guestCart, accountCart) => {
      const all = await people();
      const guestIntent = await fill(all, all.guest, guestCart, 'guest');
      const accountIntent = await fill(all, all.user, accountCart, 'account');
      await signIn(all);

      const merged = await shop.cart(all.user);
      expect(quantities(merged, all)).toEqual(MERGED[guestCart][accountCart]);
      expect(merged.itemCount).toBe(
        Object.values(MERGED[guestCart][accountCart]).reduce((sum, quantity) => sum + quantity, 0),
      );
      expect((await shop.cart(all.guest)).items).toEqual([]);
      expect(await shop.rows('SELECT 1 FROM carts WHERE guest_id = $1', [all.guestId])).toEqual([]);
      expect(await shop.rows('SELECT 1 FROM artworks WHERE guest_id = $1', [all.guestId])).toEqual([]);

      // The order in the guest's checkout goes on as the account's (D40); an older one of the account is let go, and none is doubled.
      const orders = await shop.rows(
        'SELECT payment_intent_id AS intent, user_id, cart_id IS NOT NULL AS "goesOn" FROM orders WHERE user_id = $1 OR guest_id = $2',
        [all.userId, all.guestId],
      );
      const expected = [
        ...(guestIntent ? [{ intent: guestIntent, user_id: all.userId, goesOn: true }] : []),
        ...(accountIntent ? [{ intent: accountIntent, user_id: all.userId, goesOn: guestIntent === null }] : []),
      ];
      expect(orders).toHaveLength(expected.length);
      expect(orders).toEqual(expect.arrayContaining(expected));
    },
  );

  /** A checkout open on either side; here it goes on with all pieces, there the page still shows the account's. */
  async function twoCheckouts() {
    const all = await people();
    await fill(all, all.guest, 'other', 'guest');
    await fill(all, all.user, 'other', 'account');
    const there = (await shop.ship(all.user)).json<Checkout>();
    await signIn(all);
    return { ...all, there };
  }

  it('with a checkout open on either side: once all pieces are brought to the checkout, the older page is told to look anew, and its secret pays nothing', async () => {
    const { user, there, lines } = await twoCheckouts();
    const here = (await shop.ship(user)).json<Checkout>();
    expect((await shop.aboutToPay(user, there)).status).toBe(409);
    expect((await shop.confirm(user, there.clientSecret)).status).toBe(409);

    // Looked at anew, it is the one checkout of all.
    const anew = (await shop.ship(user)).json<Checkout>();
    expect(anew).toMatchObject({ orderNumber: here.orderNumber, clientSecret: here.clientSecret });
    await shop.confirm(user, anew.clientSecret);
    await eventually(async () =>
      expect(await shop.placed(user, intentOf(anew.clientSecret))).toMatchObject({ state: 'paid' }),
    );
    expect((await shop.cart(user)).items).toEqual([]);
    const paid = await shop.rows(
      `SELECT i.product_id, i.quantity FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.user_id = $1 AND o.paid_at IS NOT NULL ORDER BY i.quantity`,
      [user.userId],
    );
    expect(paid).toEqual([
      { product_id: lines.get('guest')?.productId, quantity: QUANTITY.guest },
      { product_id: lines.get('account')?.productId, quantity: QUANTITY.account },
    ]);
  });

  it('with a checkout open on either side: what the older page has paid is not in the other any more', async () => {
    const all = await twoCheckouts();
    const { user, there } = all;
    await shop.confirm(user, there.clientSecret);
    // Also where nobody has told of it yet.
    const here = (await shop.ship(user)).json<Checkout>();
    expect(await shop.placed(user, intentOf(there.clientSecret))).toMatchObject({ state: 'paid' });
    expect(quantities(await shop.cart(user), all)).toEqual({ guest: QUANTITY.guest });
    expect(here.order.items.map(({ quantity }) => quantity)).toEqual([QUANTITY.guest]);
  });

  it('with a checkout open on either side: what a bank works on waits for it, and what else is in the cart can be checked out', async () => {
    const { user, there, lines } = await twoCheckouts();
    await shop.confirm(user, there.clientSecret, CARDS.slow);
    const refused = await shop.ship(user);
    expect([refused.status, refused.text]).toEqual([409, 'Your payment is being confirmed. Please wait a moment.']);
    const line = (await shop.cart(user)).items.find(({ productId }) => productId === lines.get('account')?.productId);
    await shop.service.call('DELETE', `/api/cart/${line?.id ?? ''}`, { as: user });
    expect((await shop.ship(user)).json<Checkout>().order.items.map(({ quantity }) => quantity)).toEqual([
      QUANTITY.guest,
    ]);
  });

  it('a checkout that the account was just opening as the guest signed in gets no intent any more', async () => {
    const all = await people();
    await fill(all, all.guest, 'other', 'guest');
    await fill(all, all.user, 'other', 'account');
    // As if the provider had not answered yet.
    await shop.rows('UPDATE orders SET payment_intent_id = NULL, client_secret = NULL WHERE user_id = $1', [
      all.userId,
    ]);
    await signIn(all);
    expect(
      await shop.rows('SELECT intents_ended AS ended FROM orders WHERE user_id = $1 AND cart_id IS NULL', [all.userId]),
    ).toEqual([{ ended: 1 }]);
  });
});
