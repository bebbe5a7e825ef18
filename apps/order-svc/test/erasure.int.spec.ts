import { randomUUID } from 'node:crypto';
import { artworkCompleted, printFileCompleted } from '@shop/contracts/art';
import type { IdentityClaims } from '@shop/contracts/common';
import { guestClaimed, userErased, userErasureRequested, userRegistered } from '@shop/contracts/identity';
import { ERASED, type AdminStats } from '@shop/contracts/order';
import {
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
} from '@shop/testing';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { SandboxProvider } from '../src/payments/sandbox/sandbox.provider.js';
import { Upkeep } from '../src/upkeep/upkeep.js';
import { BackOffice } from './admin.js';
import { Shop } from './shop.js';

describe.each(testTransports())('somebody asks to be forgotten, over $name', (transport) => {
  let shop: Shop;
  let heard: EventRecorder;
  const office = new BackOffice(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ transport });
    heard = await recordEvents(transport, ['orders.anonymised', 'order.status-changed']);
  });
  afterAll(async () => {
    await heard.stop();
    await shop.close();
  });

  /** Words that stand nowhere else, so that they can be looked for everywhere. */
  async function person() {
    const mark = `Zz${randomUUID().slice(0, 8)}`;
    const user = asUser({ email: `${mark.toLowerCase()}@example.org` });
    await publishEvent(transport, userRegistered, {
      subject: `user/${user.userId}`,
      data: {
        userId: user.userId ?? '',
        email: user.email ?? '',
        firstName: mark,
        role: 'user',
        registeredAt: new Date().toISOString(),
      },
    });
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM accounts WHERE id = $1', [user.userId])).toHaveLength(1),
    );
    return { mark, user, userId: user.userId ?? '' };
  }

  const orderOf = async (who: IdentityClaims, mark: string) => {
    const order = await office.paidOrder(who);
    await shop.rows(
      `UPDATE orders SET shipping_address = shipping_address || jsonb_build_object('name', $2::text, 'address', $2::text, 'city', $2::text, 'zip', $2::text) WHERE id = $1`,
      [order.id, mark],
    );
    await office.note(order.id, `${mark} rang twice`);
    return order;
  };
  const ask = (userId: string, id = randomUUID()) =>
    publishEvent(transport, userErasureRequested, {
      subject: `user/${userId}`,
      id,
      sequence: 2,
      data: { userId, email: 'gone@example.org', firstName: null, requestedAt: new Date().toISOString() },
    });
  const confirmations = (userId: string) =>
    heard.all('orders.anonymised').filter(({ data }) => (data as { userId: string }).userId === userId);
  const confirmed = (userId: string) => eventually(() => expect(confirmations(userId)).toHaveLength(1));
  const isAsked = (userId: string) =>
    eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM user_erasures WHERE user_id = $1', [userId])).toHaveLength(1),
    );

  /** Every table of the service in which these words stand. */
  async function tablesNaming(words: string): Promise<string[]> {
    const tables = await shop.rows(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await shop.rows(`SELECT 1 FROM "${name as string}" t WHERE t::text ILIKE $1 LIMIT 1`, [
        `%${words}%`,
      ]);
      if (rows.length > 0) found.push(name as string);
    }
    return found;
  }

  it('a delivered order keeps number, items, amounts and dates, and no person; nothing else remains', async () => {
    const { mark, user, userId } = await person();
    const order = await orderOf(user, mark);
    const before = await office.detail(order.id);
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
    await publishEvent(transport, printFileCompleted, {
      subject: `order-item/${itemId}`,
      data: { orderId: order.id, orderItemId: itemId, printFile, mockup: { id: mockupId, url: `/media/${mockupId}` } },
    });
    await eventually(async () => expect((await office.detail(order.id)).items[0]?.mockupUrl).toBeTruthy());
    await office.move(order.id, 'processing');
    await office.move(order.id, 'shipped', { carrier: 'UPS', number: `1Z-${mark}`, url: null });
    await office.move(order.id, 'delivered');
    await shop.fillCart(user);
    const stats = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();

    await ask(userId);
    await confirmed(userId);

    const after = await office.detail(order.id);
    expect(after).toMatchObject({
      email: null,
      userId: null,
      note: null,
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
      'Name, address and e-mail were removed: the customer asked to be forgotten.',
    );
    expect(after.timeline.find(({ action }) => action === 'order.note-changed')).toMatchObject({
      after: { note: 'Erased' },
    });

    // The outbox forgets what it has sent as well.
    await eventually(async () => expect(await tablesNaming(mark)).toEqual([]));
    for (const table of ['carts', 'artworks', 'orders'])
      expect(await shop.rows(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    const figures = (await office.call('GET', '/api/admin/stats')).json<AdminStats>();
    expect([figures.totalOrders, figures.totalRevenue, figures.totalUsers]).toEqual([
      stats.totalOrders,
      stats.totalRevenue,
      stats.totalUsers - 1,
    ]);
    expect((await office.note(order.id, 'who was it?')).status).toBe(409);
  });

  it('an order on its way keeps the address until it has arrived; only then it is confirmed, and once', async () => {
    const { mark, user, userId } = await person();
    const [arrived, onItsWay] = [await orderOf(user, mark), await orderOf(user, mark)];
    for (const status of ['processing', 'shipped', 'delivered']) await office.move(arrived.id, status);
    await office.move(onItsWay.id, 'processing');
    await ask(userId);
    await eventually(async () =>
      expect(await office.detail(arrived.id)).toMatchObject({ anonymisedAt: expect.any(String) }),
    );
    expect(await office.detail(onItsWay.id)).toMatchObject({
      email: user.email,
      shippingAddress: { name: mark },
      anonymisedAt: null,
    });
    expect(confirmations(userId)).toEqual([]);

    await office.move(onItsWay.id, 'shipped', { carrier: 'UPS', number: '1Z', url: null });
    await office.move(onItsWay.id, 'delivered');
    await confirmed(userId);
    // Whoever writes the last letter still has an address in the event.
    const told = await heard.next(
      'order.status-changed',
      ({ subject, data }) => subject === `order/${onItsWay.id}` && (data as { to: string }).to === 'delivered',
    );
    expect(told.data).toMatchObject({ order: { email: user.email } });
    expect(await office.detail(onItsWay.id)).toMatchObject({ email: null, shippingAddress: { name: ERASED } });
    await eventually(async () => expect(await tablesNaming(mark)).toEqual([]));
  });

  it('a cancelled order keeps the address until the money is back', async () => {
    const { mark, user, userId } = await person();
    const order = await orderOf(user, mark);
    const provider = shop.service.get(PaymentProviders).current;
    provider.refund = () => Promise.reject(new Error('no answer'));
    await office.move(order.id, 'cancelled');
    await ask(userId);
    await isAsked(userId);
    expect(await office.detail(order.id)).toMatchObject({ email: user.email, anonymisedAt: null });
    provider.refund = SandboxProvider.prototype.refund;
    await shop.service.get(PaymentSweep).run();
    await confirmed(userId);
    expect(await office.detail(order.id)).toMatchObject({ email: null, paymentStatus: 'refunded' });
  });

  it('an order that was never paid is cancelled with its intent, and forgotten', async () => {
    const { user, userId } = await person();
    const { intentId, clientSecret } = await shop.checkOut(user);
    await ask(userId);
    await confirmed(userId);
    expect(await shop.orderRow(intentId)).toMatchObject({
      status: 'cancelled',
      email: null,
      user_id: null,
      client_secret: null,
    });
    expect(await shop.rows('SELECT status FROM sandbox_intents WHERE id = $1', [intentId])).toEqual([
      { status: 'canceled' },
    ]);
    expect((await shop.confirm(user, clientSecret)).status).not.toBe(200);
  });

  it('told ten times it is done once, and one who asks again is answered again', async () => {
    const { userId } = await person();
    const id = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => ask(userId, id)));
    await confirmed(userId);
    const marker = await person();
    await ask(marker.userId);
    await confirmed(marker.userId);
    expect(confirmations(userId)).toHaveLength(1);
    await ask(userId);
    await eventually(() => expect(confirmations(userId)).toHaveLength(2));
  });

  it('at the moment of the delivery is never missed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { mark, user, userId } = await person();
      const order = await orderOf(user, mark);
      await office.move(order.id, 'processing');
      await office.move(order.id, 'shipped');
      await Promise.all([ask(userId), office.move(order.id, 'delivered')]);
      await confirmed(userId);
    }
  });

  it('leaves the orders, carts and artworks of others alone', async () => {
    const [{ userId }, other, guest] = [await person(), asUser(), asGuest()];
    const order = await office.paidOrder(other);
    for (const status of ['processing', 'shipped', 'delivered']) await office.move(order.id, status);
    await shop.fillCart(other);
    await shop.fillCart(guest);
    await ask(userId);
    await confirmed(userId);
    expect(await office.detail(order.id)).toMatchObject({
      email: other.email,
      userId: other.userId,
      anonymisedAt: null,
    });
    expect([(await shop.cart(other)).itemCount, (await shop.cart(guest)).itemCount]).toEqual([1, 1]);
  });

  it('brings nothing back when old news come late', async () => {
    const { user, userId, mark } = await person();
    const guest = asGuest();
    const guestId = guest.guestId ?? '';
    const late = await shop.fillCart(guest);
    await ask(userId);
    await confirmed(userId);
    await publishEvent(transport, userRegistered, {
      subject: `user/${userId}`,
      data: { userId, email: user.email ?? '', firstName: mark, role: 'user', registeredAt: new Date().toISOString() },
    });
    await publishEvent(transport, guestClaimed, { subject: `user/${userId}`, data: { guestId, userId } });
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guestId])).toHaveLength(1),
    );
    const imageId = randomUUID();
    await publishEvent(transport, artworkCompleted, {
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
    await eventually(async () =>
      expect(
        await shop.rows(`SELECT count(*)::int AS times FROM processed_events WHERE handler LIKE 'ArtworksConsumer.%'`),
      ).not.toEqual([{ times: 0 }]),
    );
    await publishEvent(transport, userErased, {
      subject: `user/${userId}`,
      sequence: 3,
      data: { userId, email: user.email ?? '', firstName: null },
    });
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM carts WHERE user_id = $1', [userId])).toEqual([]),
    );
    expect(late.cart.itemCount).toBe(1);
    expect(
      await shop.rows('SELECT 1 FROM accounts WHERE id = $1 UNION ALL SELECT 1 FROM artworks WHERE id = $2', [
        userId,
        imageId,
      ]),
    ).toEqual([]);
  });

  it('is finished by the upkeep where a session left something in its last minute', async () => {
    const { user, userId } = await person();
    await ask(userId);
    await confirmed(userId);
    const order = await office.paidOrder(user);
    await shop.fillCart(user);
    for (const status of ['processing', 'shipped']) await office.move(order.id, status);
    await shop.rows(`UPDATE orders SET status = 'delivered' WHERE id = $1`, [order.id]);
    await shop.service.get(Upkeep).run();
    expect(await office.detail(order.id)).toMatchObject({ email: null, userId: null });
    expect(await shop.rows('SELECT 1 FROM carts WHERE user_id = $1', [userId])).toEqual([]);
  });
});
