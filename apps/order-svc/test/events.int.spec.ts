import { randomUUID } from 'node:crypto';
import { artworkCompleted } from '@shop/contracts/art';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import { guestClaimed, userRegistered } from '@shop/contracts/identity';
import { orderPaid, orderPaymentFailed, orderPlaced, orderStatusChanged, type AdminStats } from '@shop/contracts/order';
import {
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
} from '@shop/testing';
import { CARDS, product, Shop, variant } from './shop.js';

describe.each(testTransports())('over $name', (transport) => {
  let shop: Shop;
  let heard: EventRecorder | undefined;
  beforeAll(async () => {
    shop = await Shop.open({ transport });
    heard = await recordEvents(transport, [
      'order.placed',
      'order.paid',
      'order.payment-failed',
      'order.status-changed',
    ]);
  });
  afterAll(async () => {
    await heard?.stop();
    await shop.close();
  });

  const saved = (sold: ReturnType<typeof product>, variants: ReturnType<typeof variant>[] = [], sequence = 1) =>
    publishEvent(transport, productSaved, {
      subject: `product/${sold.id}`,
      sequence,
      data: { product: sold, variants },
    });
  const drawn = (imageId: string, owner: { userId?: string; guestId?: string }) =>
    publishEvent(transport, artworkCompleted, {
      subject: `artwork/${imageId}`,
      data: {
        jobId: randomUUID(),
        imageId,
        url: `/media/${imageId}`,
        width: 1024,
        height: 768,
        styleKey: 'modern',
        petName: null,
        watched: true,
        userId: owner.userId ?? null,
        guestId: owner.guestId ?? null,
      },
    });
  const stats = async () => (await shop.service.call('GET', '/api/admin/stats', { as: asAdmin() })).json<AdminStats>();

  it('sells what the catalogue and the art service have told of', async () => {
    const [guest, sold, imageId] = [asGuest(), product(), randomUUID()];
    await saved(sold, [variant(sold.id, { name: 'XL', priceModifier: '2.00' })]);
    await drawn(imageId, { guestId: guest.guestId });
    await eventually(async () => {
      const answer = await shop.add(guest, {
        productId: sold.id,
        generatedImageId: imageId,
        variantSelections: { size: 'XL' },
      });
      expect(answer.status).toBe(200);
    });
    expect(await shop.cart(guest)).toMatchObject({
      subtotal: '26.00',
      items: [{ generatedImage: { url: `/media/${imageId}` } }],
    });
  });

  it('hears an artwork within the call that already uses it', async () => {
    const guest = asGuest();
    const sold = await shop.sells();
    // A busy machine may take longer to publish than the call waits; a new artwork is then raced again.
    await eventually(async () => {
      const imageId = randomUUID();
      const [answer] = await Promise.all([
        shop.add(guest, { productId: sold.id, generatedImageId: imageId }),
        drawn(imageId, { guestId: guest.guestId }),
      ]);
      expect(answer.status).toBe(200);
    });
  });

  it('keeps the newest state of a product when its events come out of order', async () => {
    const [guest, sold] = [asGuest(), product({ basePrice: '20.00' })];
    const imageId = await shop.artworkOf(guest);
    await saved({ ...sold, basePrice: '25.00' }, [], 3);
    await eventually(async () =>
      expect((await shop.add(guest, { productId: sold.id, generatedImageId: imageId })).status).toBe(200),
    );
    await saved(sold, [], 2);
    await saved({ ...sold, id: randomUUID() });
    await eventually(async () => expect((await stats()).totalProducts).toBeGreaterThan(1));
    expect((await shop.cart(guest)).items[0]).toMatchObject({ unitPrice: '25.00' });
  });

  it('does not bring a deleted product back when an older event comes late', async () => {
    const [guest, sold] = [asGuest(), product()];
    const imageId = await shop.artworkOf(guest);
    await saved(sold);
    await eventually(async () =>
      expect((await shop.add(guest, { productId: sold.id, generatedImageId: imageId })).status).toBe(200),
    );
    await publishEvent(transport, productDeleted, {
      subject: `product/${sold.id}`,
      sequence: 3,
      data: { productId: sold.id },
    });
    await eventually(async () =>
      expect((await shop.cart(guest)).items[0]).toMatchObject({ available: false, product: { title: sold.title } }),
    );
    await saved(sold, [], 2);
    const marker = product();
    await saved(marker);
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM catalogue_products WHERE id = $1', [marker.id])).toHaveLength(1),
    );
    expect((await shop.cart(guest)).items[0]).toMatchObject({ available: false });
  });

  it('counts an account once, however often it is told', async () => {
    const before = await stats();
    const [userId, id] = [randomUUID(), randomUUID()];
    const data = {
      userId,
      email: 'new@example.com',
      firstName: null,
      role: 'user' as const,
      registeredAt: '2026-11-20T10:00:00.000Z',
    };
    for (let time = 0; time < 3; time += 1)
      await publishEvent(transport, userRegistered, { subject: `user/${userId}`, id, data });
    await eventually(async () => expect((await stats()).totalUsers).toBe(before.totalUsers + 1));
  });

  it('merges a guest cart once, told ten times', async () => {
    const [guest, user] = [asGuest(), asUser()];
    await shop.fillCart(guest, {}, { quantity: 2 });
    await shop.fillCart(user);
    const data = { guestId: guest.guestId ?? '', userId: user.userId ?? '' };
    const id = randomUUID();
    await Promise.all(
      Array.from({ length: 10 }, () =>
        publishEvent(transport, guestClaimed, { subject: `user/${data.userId}`, id, data }),
      ),
    );
    await eventually(async () => expect(await shop.cart(user)).toMatchObject({ itemCount: 3 }));
    expect((await shop.cart(guest)).itemCount).toBe(0);
  });

  it('gives an artwork that was finished after the sign-in to the user', async () => {
    const [guest, user, imageId] = [asGuest(), asUser(), randomUUID()];
    const sold = await shop.sells();
    await publishEvent(transport, guestClaimed, {
      subject: `user/${user.userId}`,
      data: { guestId: guest.guestId ?? '', userId: user.userId ?? '' },
    });
    await eventually(async () =>
      expect(await shop.rows('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guest.guestId])).toHaveLength(1),
    );
    await drawn(imageId, { guestId: guest.guestId });
    await eventually(async () =>
      expect((await shop.add(user, { productId: sold.id, generatedImageId: imageId })).status).toBe(200),
    );
  });

  it('tells the story of an order: placed, declined, paid', async () => {
    const told = heard as EventRecorder;
    const user = asUser();
    const { clientSecret, intentId, orderNumber } = await shop.checkOut(user);
    await shop.confirm(user, clientSecret, CARDS.declined);
    await eventually(async () => expect(await shop.placed(user, intentId)).toMatchObject({ state: 'failed' }));
    await shop.confirm(user, clientSecret);
    const { id } = await shop.orderRow(intentId);
    const isOurs = ({ subject }: { subject: string }) => subject === `order/${id as string}`;

    const paid = await told.next('order.paid', isOurs);
    expect(orderPaid.schema.parse(paid.data)).toMatchObject({
      userId: user.userId,
      order: { orderNumber, status: 'paid', paymentStatus: 'paid', total: '35.91', items: [{ quantity: 1 }] },
    });
    const changed = await told.next('order.status-changed', isOurs);
    expect(orderStatusChanged.schema.parse(changed.data)).toMatchObject({ from: 'created', to: 'paid' });
    const story = told
      .all()
      .filter(isOurs)
      .sort((one, other) => one.sequence - other.sequence);
    expect(story.map(({ type }) => type)).toEqual([
      'order.placed',
      'order.payment-failed',
      'order.paid',
      'order.status-changed',
    ]);
    expect(orderPlaced.schema.parse(story[0]?.data).order.items).toHaveLength(1);
    expect(orderPaymentFailed.schema.parse(story[1]?.data)).toMatchObject({ message: 'Your card was declined.' });
  });
});
