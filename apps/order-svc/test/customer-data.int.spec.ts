import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { artworkCompleted, printFileCompleted } from '@shop/contracts-art';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts-common';
import { guestClaimed, userErased, userErasureRequested, userRegistered } from '@shop/contracts-identity';
import { type AdminStats, type Cart, cartSchema, type Checkout, ERASED, orderSchema } from '@shop/contracts-order';
import {
  asGuest,
  asUser,
  type EventRecorder,
  waitFor,
  publishEvent,
  recordEvents,
  signIdentityToken,
} from '@shop/testing';
import { extract } from 'tar-stream';
import { GuestClaimsRepository } from '../src/guests/guest-claims.repository.js';
import { CleanupService } from '../src/customer-data/cleanup.service.js';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
});
afterAll(() => shop.close());

const office = new AdminActions(() => shop);

/** What the event handler does, without the message broker. */
const claimGuest = (guestId: string, userId: string) =>
  shop.dataSource.transaction((tx) => shop.service.get(GuestClaimsRepository).claimGuest(tx, guestId, userId));

/** A guest and the user after the sign-in. */
function createVisitor() {
  const guest = asGuest();
  const guestId = guest.guestId ?? '';
  return { guest, guestId, user: asUser({ guestId, email: 'pat@example.org' }) };
}

describe('signing in with a cart', () => {
  it("merges the guest's cart at once, before any event", async () => {
    const { guest, user } = createVisitor();
    const { cart } = await shop.fillCart(guest);
    expect(await shop.getCart(user)).toEqual(cart);
    expect(await shop.getCart({ ...user, guestId: undefined })).toEqual(cart);
  });

  it('accepts the line ids that the browser already knows', async () => {
    const { guest, user } = createVisitor();
    const { cart } = await shop.fillCart(guest);
    await shop.fillCart({ ...user, guestId: undefined });
    const answer = await shop.service.call('PATCH', `/api/cart/${cart.items[0]?.id}`, {
      as: user,
      body: { quantity: 4 },
    });
    expect([answer.status, answer.json<Cart>().itemCount]).toEqual([200, 5]);
  });

  it('gives a guest to the first account only', async () => {
    const { guest, guestId, user } = createVisitor();
    await shop.fillCart(guest);
    await claimGuest(guestId, user.userId ?? '');
    await shop.addArtwork(guest);
    await claimGuest(guestId, randomUUID());
    expect((await shop.getCart(user)).itemCount).toBe(1);
    expect(await shop.query('SELECT DISTINCT user_id FROM artworks WHERE user_id = $1', [user.userId])).toHaveLength(1);
  });
});

describe('signing in during checkout', () => {
  it('moves the open order to the account, which continues the checkout', async () => {
    const { guest, user } = createVisitor();
    const { intentId, clientSecret, orderNumber } = await shop.checkOut(guest);
    const again = await shop.submitShipping(user);
    expect(again.json()).toMatchObject({ clientSecret, orderNumber });
    expect(await shop.getOrderRow(intentId)).toMatchObject({
      user_id: user.userId,
      guest_id: null,
      email: 'pat@example.org',
    });
  });

  it("takes the account's email if the guest gave none", async () => {
    const { guest, guestId, user } = createVisitor();
    await shop.fillCart(guest);
    const { order } = (await shop.submitShipping(guest)).json<Checkout>();
    await shop.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [user.userId, 'pat@example.org']);
    await claimGuest(guestId, user.userId ?? '');
    expect(await shop.query('SELECT email FROM orders WHERE id = $1', [order.id])).toEqual([
      { email: 'pat@example.org' },
    ]);
  });
});

/** The lines of a cart before the sign-in: none, the line that both may have, or a line of its own. */
const CARTS = ['none', 'equal', 'other'] as const;

type CartBefore = (typeof CARTS)[number];

const QUANTITY = { guest: 2, account: 3 } as const;

/** Equal lines are added, the others stay. Line → quantity. */
const MERGED: Record<CartBefore, Record<CartBefore, Record<string, number>>> = {
  none: { none: {}, equal: { shared: 3 }, other: { account: 3 } },
  equal: { none: { shared: 2 }, equal: { shared: 5 }, other: { shared: 2, account: 3 } },
  other: { none: { guest: 2 }, equal: { guest: 2, shared: 3 }, other: { guest: 2, account: 3 } },
};

describe('merging a guest into an account', () => {
  /** A guest and a user before the sign-in, and the lines of this test by name. */
  async function createPeople() {
    const guest = asGuest();
    const guestId = guest.guestId ?? '';
    const user = asUser({ email: 'pat@example.org' });
    const lines = await Promise.all(
      ['shared', 'guest', 'account'].map(
        async (name) =>
          [name, { productId: (await shop.addProduct()).id, generatedImageId: await shop.addArtwork(guest) }] as const,
      ),
    );
    return { guest, guestId, user, userId: user.userId ?? '', lines: new Map(lines) };
  }
  type People = Awaited<ReturnType<typeof createPeople>>;

  /** Adds the line, whether the artwork is the guest's or not: on another device it may already be the account's. */
  async function fillCart(
    { lines }: People,
    who: IdentityClaims,
    before: CartBefore,
    own: 'guest' | 'account',
  ): Promise<string | null> {
    if (before === 'none') return null;
    const line = lines.get(before === 'equal' ? 'shared' : own);
    if (!line) throw new Error('no such line');
    const owner = `UPDATE artworks SET user_id = $2, guest_id = $3 WHERE id = $1`;
    const [artwork] = await shop.query('SELECT user_id, guest_id FROM artworks WHERE id = $1', [line.generatedImageId]);
    await shop.query(owner, [line.generatedImageId, who.userId ?? null, who.userId ? null : who.guestId]);
    const answer = await shop.addToCart(who, { ...line, quantity: QUANTITY[own] });
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    await shop.query(owner, [line.generatedImageId, artwork?.user_id, artwork?.guest_id]);
    return (await shop.openPaymentStep(who)).intentId;
  }

  const quantities = (cart: Cart, { lines }: People): Record<string, number> =>
    Object.fromEntries(
      cart.items.map(({ productId, quantity }) => [
        [...lines].find(([, line]) => line.productId === productId)?.[0] ?? 'unknown',
        quantity,
      ]),
    );

  /** Publishes the same claim repeatedly, with one event id and with others, while tabs read the cart. */
  async function signIn({ guest, guestId, user, userId }: People): Promise<void> {
    const data = { guestId, userId };
    const ids = [...Array.from({ length: 4 }, () => 'same'), 'other', 'third'];
    const same = randomUUID();
    const tab = { ...user, guestId };
    await Promise.all([
      ...ids.map((id) =>
        publishEvent(shop.transport, guestClaimed, {
          subject: `user/${userId}`,
          id: id === 'same' ? same : randomUUID(),
          data,
        }),
      ),
      ...Array.from({ length: 4 }, () => shop.getCart(tab)),
      shop.service.call('GET', '/api/orders', { as: tab }),
      shop.getCart(guest),
    ]);
    await waitFor(async () => {
      const processed = await shop.query(
        `SELECT count(*)::int AS times FROM processed_events p WHERE p.handler LIKE 'GuestsConsumer.%' AND p.event_id = $1`,
        [same],
      );
      expect(processed).toEqual([{ times: 1 }]);
    });
  }

  const PAIRS = CARTS.flatMap((guestCart) =>
    CARTS.map((accountCart): [CartBefore, CartBefore] => [guestCart, accountCart]),
  );
  it.each(PAIRS)(
    "the guest's cart: %s, the account's: %s: merged once, with its orders",
    async (guestCart, accountCart) => {
      const all = await createPeople();
      const guestIntent = await fillCart(all, all.guest, guestCart, 'guest');
      const accountIntent = await fillCart(all, all.user, accountCart, 'account');
      await signIn(all);

      const merged = await shop.getCart(all.user);
      expect(quantities(merged, all)).toEqual(MERGED[guestCart][accountCart]);
      expect(merged.itemCount).toBe(
        Object.values(MERGED[guestCart][accountCart]).reduce((sum, quantity) => sum + quantity, 0),
      );
      expect((await shop.getCart(all.guest)).items).toEqual([]);
      expect(await shop.query('SELECT 1 FROM carts WHERE guest_id = $1', [all.guestId])).toEqual([]);
      expect(await shop.query('SELECT 1 FROM artworks WHERE guest_id = $1', [all.guestId])).toEqual([]);

      // The guest's open order continues as the account's, and an older one of the account is detached.
      const orders = await shop.query(
        'SELECT i.intent_id AS intent, user_id, cart_id IS NOT NULL AS "goesOn" FROM orders o LEFT JOIN payment_intents i ON i.order_id = o.id AND i.n = o.canceled_intents WHERE user_id = $1 OR guest_id = $2',
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
});

/** The files of the tar archive by name. */
async function downloadPersonalData(who: IdentityClaims): Promise<Record<string, unknown>> {
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

describe('the personal data of an account', () => {
  it('is the cart and every order with its note and tracking, and nothing of others', async () => {
    const user = asUser({ email: 'pat@example.org' });
    const [other, guest] = [asUser(), asGuest()];
    for (const who of [other, guest]) await shop.fillCart(who);
    const foreign = await office.createPaidOrder(other);
    const further = { address2: 'Apt 4', phone: '+1 217 555 0100' };
    const paid = await office.createPaidOrder(user, further);
    await office.changeNote(paid.id, 'Rang twice 🐶');
    await office.askAndClose(paid.id, 'Is this your cat?');
    await office.changeStatus(paid.id, 'processing');
    await office.changeStatus(paid.id, 'shipped', { carrier: 'UPS', number: '1Z', url: null });
    await shop.fillCart(user);

    const files = await downloadPersonalData(user);
    expect(Object.keys(files)).toEqual(['cart.json', `orders/${paid.orderNumber}.json`]);
    expect(cartSchema.parse(files['cart.json']).itemCount).toBe(1);
    const order = files[`orders/${paid.orderNumber}.json`];
    expect(orderSchema.parse(order)).toMatchObject({
      status: 'shipped',
      email: 'pat@example.org',
      shippingAddress: { name: 'Pat Doe', ...further },
      items: [{ quantity: 1 }],
    });
    expect(order).toMatchObject({ note: 'Rang twice 🐶', tracking: { number: '1Z' }, paidAt: expect.any(String) });
    expect(order).toMatchObject({ questions: [{ text: 'Is this your cat?', answer: null }] });
    expect(JSON.stringify(files)).not.toContain(foreign.orderNumber);
    expect(JSON.stringify(files)).not.toMatch(/_secret_|admin@example\.com/);
  });

  it('includes unpaid orders, and an empty cart if there is none', async () => {
    const user = asUser();
    const unpaid = await office.createUnpaidOrder(user);
    await shop.query('DELETE FROM carts WHERE user_id = $1', [user.userId]);
    expect(await downloadPersonalData(user)).toMatchObject({
      'cart.json': { items: [], itemCount: 0 },
      [`orders/${unpaid.orderNumber}.json`]: { status: 'created' },
    });
    expect(await downloadPersonalData(asUser())).toEqual({
      'cart.json': { items: [], subtotal: '0.00', itemCount: 0 },
    });
  });

  it('includes what belonged to the guest that signed in', async () => {
    const guest = asGuest();
    const { orderNumber } = await office.createUnpaidOrder(guest);
    const files = await downloadPersonalData(asUser({ guestId: guest.guestId }));
    expect(Object.keys(files)).toEqual(['cart.json', `orders/${orderNumber}.json`]);
    expect(files['cart.json']).toMatchObject({ itemCount: 1 });
  });

  it('does not confirm a price', async () => {
    const user = asUser();
    const { product } = await shop.fillCart(user);
    await shop.addProduct({ ...product, basePrice: '30.00' });
    expect(await downloadPersonalData(user)).toMatchObject({ 'cart.json': { subtotal: '30.00' } });
    expect((await shop.submitShipping(user)).status).toBe(409);
  });
});

describe('the erasure of an account', () => {
  let recorder: EventRecorder;
  beforeAll(async () => {
    recorder = await recordEvents(shop.transport, ['order.anonymised', 'orders.anonymised', 'order.status-changed']);
  });
  afterAll(() => recorder.stop());

  /** Texts that occur nowhere else, so that every table can be searched for them. */
  async function createPerson() {
    const mark = `Zz${randomUUID().slice(0, 8)}`;
    const user = asUser({ email: `${mark.toLowerCase()}@example.org` });
    await publishEvent(shop.transport, userRegistered, {
      subject: `user/${user.userId}`,
      data: {
        userId: user.userId ?? '',
        email: user.email ?? '',
        firstName: mark,
        role: 'user',
        registeredAt: new Date().toISOString(),
      },
    });
    await waitFor(async () =>
      expect(await shop.query('SELECT 1 FROM accounts WHERE id = $1', [user.userId])).toHaveLength(1),
    );
    return { mark, user, userId: user.userId ?? '' };
  }

  const createPaidOrder = async (who: IdentityClaims, mark: string) => {
    const address = { name: mark, address: mark, address2: mark, city: mark, phone: mark, giftMessage: mark };
    const order = await office.createPaidOrder(who, address);
    await office.changeNote(order.id, `${mark} rang twice`);
    return order;
  };
  const requestErasure = (userId: string, id = randomUUID()) =>
    publishEvent(shop.transport, userErasureRequested, {
      subject: `user/${userId}`,
      id,
      sequence: 2,
      data: { userId, email: 'gone@example.org', firstName: null, requestedAt: new Date().toISOString() },
    });
  const confirmations = (userId: string) =>
    recorder.list('orders.anonymised').filter(({ data }) => (data as { userId: string }).userId === userId);
  const expectConfirmed = (userId: string) => waitFor(() => expect(confirmations(userId)).toHaveLength(1));
  const expectRequested = (userId: string) =>
    waitFor(async () =>
      expect(await shop.query('SELECT 1 FROM user_erasures WHERE user_id = $1', [userId])).toHaveLength(1),
    );

  /** Every table of the service that contains these texts. */
  async function findTablesContaining(text: string): Promise<string[]> {
    const tables = await shop.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await shop.query(`SELECT 1 FROM "${name as string}" t WHERE t::text ILIKE $1 LIMIT 1`, [
        `%${text}%`,
      ]);
      if (rows.length > 0) found.push(name as string);
    }
    return found;
  }

  it('leaves number, items, amounts and dates of a delivered order, and no personal data in any table', async () => {
    const { mark, user, userId } = await createPerson();
    const order = await createPaidOrder(user, mark);
    const before = await office.getOrder(order.id);
    const itemId = before.items[0]?.id ?? '';
    const [fileId, mockupId] = [randomUUID(), randomUUID()];
    const printFile = {
      id: fileId,
      url: `/api/admin/print-files/${fileId}`,
      widthPx: 10,
      heightPx: 10,
      bleedPx: 0,
      dpi: 300,
      sha256: 'ab'.repeat(32),
    };
    await publishEvent(shop.transport, printFileCompleted, {
      subject: `order-item/${itemId}`,
      data: { orderId: order.id, orderItemId: itemId, printFile, mockup: { id: mockupId, url: `/media/${mockupId}` } },
    });
    await waitFor(async () => expect((await office.getOrder(order.id)).items[0]?.mockupUrl).toBeTruthy());
    await office.askAndClose(order.id, `Is this ${mark}?`);
    await office.changeStatus(order.id, 'processing');
    await office.changeStatus(order.id, 'shipped', { carrier: 'UPS', number: `1Z-${mark}`, url: null });
    const parcels = [{ orderNumber: before.orderNumber, carrier: 'UPS', number: `2Z-${mark}` }];
    await office.call('POST', '/api/admin/orders/bulk-actions', { kind: 'set-tracking', parcels });
    const readRows = () => shop.query('SELECT state FROM bulk_action_rows WHERE order_id = $1', [order.id]);
    await waitFor(async () => expect(await readRows()).toEqual([{ state: 'skipped' }]));
    await office.changeStatus(order.id, 'delivered');
    await shop.fillCart(user);
    const stats = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();

    await requestErasure(userId);
    await expectConfirmed(userId);

    const after = await office.getOrder(order.id);
    expect(after).toMatchObject({
      email: null,
      userId: null,
      note: null,
      questions: [],
      tracking: null,
      status: 'delivered',
      paymentStatus: 'paid',
      anonymisedAt: expect.any(String),
    });
    expect(after.shippingAddress).toEqual({
      name: ERASED,
      address: ERASED,
      city: ERASED,
      state: 'IL',
      zip: ERASED,
      country: 'US',
    });
    const { orderNumber, createdAt, subtotal, shipping, tax, total, payment } = before;
    expect(after).toMatchObject({
      orderNumber,
      createdAt,
      subtotal,
      shipping,
      tax,
      total,
      payment: { paidAt: payment.paidAt, paymentIntentId: payment.paymentIntentId },
    });
    expect(after.items).toMatchObject([
      {
        title: 'Classic T-shirt',
        quantity: 1,
        unitPrice: '24.00',
        generatedImage: null,
        mockupUrl: null,
        printFile: null,
      },
    ]);
    expect(after.timeline[0]?.summary).toBe(
      'Name, address and email were removed: the customer asked to be forgotten.',
    );
    expect(after.timeline.find(({ action }) => action === 'order.note-changed')).toMatchObject({
      after: { note: 'Erased' },
    });

    // The outbox deletes sent events as well.
    await waitFor(async () => expect(await findTablesContaining(mark)).toEqual([]));
    for (const table of ['carts', 'artworks', 'orders'])
      expect(await shop.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    const figures = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();
    expect([figures.totalOrders, figures.totalRevenue, figures.totalUsers]).toEqual([
      stats.totalOrders,
      stats.totalRevenue,
      stats.totalUsers - 1,
    ]);
    expect((await office.changeNote(order.id, 'who was it?')).status).toBe(409);
    expect(recorder.list('order.anonymised').filter(({ subject }) => subject === `order/${order.id}`)).toHaveLength(1);
  });

  it('waits for an order on its way, and is confirmed once it is delivered', async () => {
    const { mark, user, userId } = await createPerson();
    const [arrived, onItsWay] = [await createPaidOrder(user, mark), await createPaidOrder(user, mark)];
    for (const status of ['processing', 'shipped', 'delivered']) await office.changeStatus(arrived.id, status);
    await office.changeStatus(onItsWay.id, 'processing');
    await requestErasure(userId);
    await waitFor(async () =>
      expect(await office.getOrder(arrived.id)).toMatchObject({ anonymisedAt: expect.any(String) }),
    );
    expect(await office.getOrder(onItsWay.id)).toMatchObject({
      email: user.email,
      shippingAddress: { name: mark },
      anonymisedAt: null,
    });
    expect(confirmations(userId)).toEqual([]);

    await office.changeStatus(onItsWay.id, 'shipped', { carrier: 'UPS', number: '1Z', url: null });
    await office.changeStatus(onItsWay.id, 'delivered');
    await expectConfirmed(userId);
    // The event still has the address, because the last email needs it.
    const published = await recorder.waitForEvent(
      'order.status-changed',
      ({ subject, data }) => subject === `order/${onItsWay.id}` && (data as { to: string }).to === 'delivered',
    );
    expect(published.data).toMatchObject({ order: { email: user.email } });
    expect(await office.getOrder(onItsWay.id)).toMatchObject({ email: null, shippingAddress: { name: ERASED } });
    await waitFor(async () => expect(await findTablesContaining(mark)).toEqual([]));
  });

  it('waits for the refund of a cancelled order', async () => {
    const { mark, user, userId } = await createPerson();
    const order = await createPaidOrder(user, mark);
    shop.stripe.faults.failingPath = '/v1/refunds';
    await office.changeStatus(order.id, 'cancelled');
    await requestErasure(userId);
    await expectRequested(userId);
    expect(await office.getOrder(order.id)).toMatchObject({ email: user.email, anonymisedAt: null });
    shop.stripe.faults.failingPath = null;
    await shop.reconcilePayments();
    await expectConfirmed(userId);
    expect(await office.getOrder(order.id)).toMatchObject({ email: null, paymentStatus: 'refunded' });
  });

  it('cancels an unpaid order with its intent', async () => {
    const { user, userId } = await createPerson();
    const { intentId } = await shop.checkOut(user);
    await requestErasure(userId);
    await expectConfirmed(userId);
    expect(await shop.getOrderRow(intentId)).toMatchObject({
      status: 'cancelled',
      email: null,
      user_id: null,
      client_secret: null,
    });
    expect(await shop.stripe.getIntent(intentId)).toMatchObject({ status: 'canceled' });
  });

  it('takes effect once for ten deliveries, and is confirmed again for another request', async () => {
    const { userId } = await createPerson();
    const id = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => requestErasure(userId, id)));
    await expectConfirmed(userId);
    const marker = await createPerson();
    await requestErasure(marker.userId);
    await expectConfirmed(marker.userId);
    expect(confirmations(userId)).toHaveLength(1);
    await requestErasure(userId);
    await waitFor(() => expect(confirmations(userId)).toHaveLength(2));
  });

  it('leaves the orders, carts and artworks of others', async () => {
    const [{ userId }, other, guest] = [await createPerson(), asUser(), asGuest()];
    const order = await office.createPaidOrder(other);
    for (const status of ['processing', 'shipped', 'delivered']) await office.changeStatus(order.id, status);
    await shop.fillCart(other);
    await shop.fillCart(guest);
    await requestErasure(userId);
    await expectConfirmed(userId);
    expect(await office.getOrder(order.id)).toMatchObject({
      email: other.email,
      userId: other.userId,
      anonymisedAt: null,
    });
    expect([(await shop.getCart(other)).itemCount, (await shop.getCart(guest)).itemCount]).toEqual([1, 1]);
  });

  it('is not undone by events that arrive late', async () => {
    const { user, userId, mark } = await createPerson();
    const guest = asGuest();
    const guestId = guest.guestId ?? '';
    const late = await shop.fillCart(guest);
    await requestErasure(userId);
    await expectConfirmed(userId);
    await publishEvent(shop.transport, userRegistered, {
      subject: `user/${userId}`,
      data: { userId, email: user.email ?? '', firstName: mark, role: 'user', registeredAt: new Date().toISOString() },
    });
    await publishEvent(shop.transport, guestClaimed, { subject: `user/${userId}`, data: { guestId, userId } });
    await waitFor(async () =>
      expect(await shop.query('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guestId])).toHaveLength(1),
    );
    const imageId = randomUUID();
    await publishEvent(shop.transport, artworkCompleted, {
      subject: `artwork/${imageId}`,
      data: {
        jobId: randomUUID(),
        imageId,
        url: `/media/${imageId}`,
        width: 10,
        height: 10,
        styleKey: 'modern',
        petName: mark,
        watched: true,
        userId: null,
        guestId,
      },
    });
    await waitFor(async () =>
      expect(
        await shop.query(`SELECT count(*)::int AS times FROM processed_events WHERE handler LIKE 'ArtworksConsumer.%'`),
      ).not.toEqual([{ times: 0 }]),
    );
    await publishEvent(shop.transport, userErased, {
      subject: `user/${userId}`,
      sequence: 3,
      data: { userId, email: user.email ?? '', firstName: null },
    });
    await waitFor(async () => expect(await shop.query('SELECT 1 FROM carts WHERE user_id = $1', [userId])).toEqual([]));
    expect(late.cart.itemCount).toBe(1);
    const left = 'SELECT 1 FROM accounts WHERE id = $1 UNION ALL SELECT 1 FROM artworks WHERE id = $2';
    expect(await shop.query(left, [userId, imageId])).toEqual([]);
  });

  it('is finished by the cleanup if a session added data in its last minute', async () => {
    const { user, userId } = await createPerson();
    await requestErasure(userId);
    await expectConfirmed(userId);
    const order = await office.createPaidOrder(user);
    await shop.fillCart(user);
    for (const status of ['processing', 'shipped']) await office.changeStatus(order.id, status);
    await shop.query(`UPDATE orders SET status = 'delivered' WHERE id = $1`, [order.id]);
    await shop.service.get(CleanupService).runCleanup();
    expect(await office.getOrder(order.id)).toMatchObject({ email: null, userId: null });
    expect(await shop.query('SELECT 1 FROM carts WHERE user_id = $1', [userId])).toEqual([]);
  });
});
