import { randomUUID } from 'node:crypto';
import {
  adminOrderDetailSchema,
  NOTE_MAX,
  ORDER_STATUSES,
  orderStatusChanged,
  type AdminOrderDetail,
} from '@shop/contracts/order';
import { asUser, eventually, recordEvents, type EventRecorder } from '@shop/testing';
import { mayBeMovedByHand } from '../src/orders/order-status.rules.js';
import { PaymentSweep } from '../src/payments/payment-sweep.js';
import { admin, BackOffice } from './admin.js';
import { CARDS, Shop } from './shop.js';

let shop: Shop;
let heard: EventRecorder;
const office = new BackOffice(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
  heard = await recordEvents(shop.transport, ['order.status-changed']);
});
afterAll(async () => {
  await heard.stop();
  await shop.close();
});

const UPS = { carrier: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' };
const story = ({ timeline }: AdminOrderDetail) =>
  timeline.map(({ actor, summary }) => `${actor ?? 'the shop'}: ${summary}`);
const trailOf = (id: string) =>
  shop.rows('SELECT actor_id, actor, action, before, after FROM audit_entries WHERE subject_id = $1 ORDER BY at', [id]);

describe('one order', () => {
  it('fits the contract, with all that the drawer shows', async () => {
    const who = asUser({ email: 'pat@example.org' });
    const { id, intentId, orderNumber } = await office.paidOrder(who);
    const detail = await office.detail(id);
    expect(adminOrderDetailSchema.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      id,
      orderNumber,
      userId: who.userId,
      email: 'pat@example.org',
      status: 'paid',
      total: '35.91',
      shippingAddress: { name: 'Pat Doe', zip: '62701' },
      note: null,
      tracking: null,
      anonymisedAt: null,
      nextStatuses: ['processing', 'cancelled'],
      payment: { provider: 'sandbox', paymentIntentId: intentId, message: null, refunds: [] },
      items: [{ title: 'Classic T-shirt', quantity: 1, mockupUrl: null, printFile: null, printFileFailure: null }],
    });
    expect(detail.payment.paidAt).toBeTruthy();
    expect(JSON.stringify(detail)).not.toContain('_secret_');
  });

  it('tells its story from the events: placed, declined, paid, moved, refunded', async () => {
    const user = asUser();
    const { clientSecret, intentId } = await shop.checkOut(user);
    await shop.confirm(user, clientSecret, CARDS.declined);
    await eventually(async () => expect(await shop.placed(user, intentId)).toMatchObject({ state: 'failed' }));
    await shop.confirm(user, clientSecret);
    await eventually(async () => expect(await shop.orderRow(intentId)).toMatchObject({ status: 'paid' }));
    const id = (await shop.orderRow(intentId)).id as string;
    await office.move(id, 'processing');
    const cancelled = (await office.move(id, 'cancelled')).json<AdminOrderDetail>();
    expect(story(cancelled)).toEqual([
      'the shop: $35.91 went back to the customer.',
      'admin@example.com: Moved from processing to cancelled.',
      'admin@example.com: Moved from paid to processing.',
      'the shop: The order was paid: $35.91.',
      'the shop: A payment failed: Your card was declined.',
      'the shop: The order was placed: $35.91.',
    ]);
    expect(cancelled.payment.refunds).toMatchObject([
      { amount: '35.91', reason: 'cancelled by an admin', refundedAt: expect.any(String) },
    ]);
    expect(await shop.eventsOf(id)).toEqual([
      'order.placed',
      'order.payment-failed',
      'order.paid',
      'order.status-changed',
      'order.status-changed',
      'order.status-changed',
      'order.refunded',
    ]);
  });

  it('shows the whole total as given back where the version before wrote the refund', async () => {
    const { id } = await office.paidOrder();
    await shop.rows(`INSERT INTO refunds (order_id, reason) VALUES ($1, 'cancelled by an admin')`, [id]);
    expect((await office.detail(id)).payment.refunds).toMatchObject([{ amount: '35.91', refundedAt: null }]);
    await shop.service.get(PaymentSweep).run();
    expect(await office.detail(id)).toMatchObject({
      paymentStatus: 'refunded',
      payment: { refunds: [{ amount: '35.91', refundedAt: expect.any(String) }] },
    });
  });

  it.each([...ORDER_STATUSES])('that is %s says where it may go, and nowhere else', async (status) => {
    const { id } = await office.unpaidOrder();
    await shop.rows('UPDATE orders SET status = $2 WHERE id = $1', [id, status]);
    expect((await office.detail(id)).nextStatuses).toEqual(ORDER_STATUSES.filter((to) => mayBeMovedByHand(status, to)));
  });

  it.each([randomUUID(), 'first'])('%s is not found', async (id) => {
    expect((await office.call('GET', `/api/admin/orders/${id}`)).status).toBe(404);
  });
});

describe('moving an order', () => {
  it('is written into the audit trail: who, what, before and after', async () => {
    const { id } = await office.paidOrder();
    await office.move(id, 'processing');
    expect(await trailOf(id)).toEqual([
      {
        actor_id: admin.userId,
        actor: admin.email,
        action: 'order.status-changed',
        before: { status: 'paid' },
        after: { status: 'processing' },
      },
    ]);
  });

  it('that is refused leaves no trace', async () => {
    const { id } = await office.paidOrder();
    expect((await office.move(id, 'delivered')).status).toBe(409);
    expect(await trailOf(id)).toEqual([]);
  });

  it('does not happen where it cannot be written down', async () => {
    const { id } = await office.paidOrder();
    const events = await shop.eventsOf(id);
    await shop.rows('ALTER TABLE audit_entries RENAME TO audit_entries_away');
    try {
      expect((await office.move(id, 'processing')).status).toBe(500);
      expect((await office.note(id, 'kept?')).status).toBe(500);
    } finally {
      await shop.rows('ALTER TABLE audit_entries_away RENAME TO audit_entries');
    }
    expect(await office.detail(id)).toMatchObject({ status: 'paid', note: null });
    expect(await shop.eventsOf(id)).toEqual(events);
  });

  it('that cancels an unpaid order names the admin; one that nobody paid for a day is cancelled by nobody', async () => {
    const [byHand, abandoned] = [await office.unpaidOrder(), await office.unpaidOrder()];
    const cancelled = (await office.move(byHand.id, 'cancelled')).json<AdminOrderDetail>();
    expect(story(cancelled)[0]).toBe('admin@example.com: Moved from created to cancelled.');
    await shop.rows(`UPDATE orders SET updated_at = now() - interval '25 hours' WHERE id = $1`, [abandoned.id]);
    await shop.service.get(PaymentSweep).run();
    expect(story(await office.detail(abandoned.id))[0]).toBe(
      'the shop: The order was cancelled, because it was not paid.',
    );
    expect(await trailOf(abandoned.id)).toEqual([]);
  });

  it('to shipped keeps where the parcel is, tells it, and keeps its number out of the trail', async () => {
    const { id } = await office.paidOrder(asUser({ email: 'pat@example.org' }));
    await office.move(id, 'processing');
    const shipped = await office.move(id, 'shipped', { ...UPS, carrier: '  UPS ' });
    expect(shipped.json()).toMatchObject({ status: 'shipped', tracking: UPS });
    const told = await heard.next(
      'order.status-changed',
      ({ subject, data }) => subject === `order/${id}` && (data as { to: string }).to === 'shipped',
    );
    expect(orderStatusChanged.schema.parse(told.data)).toMatchObject({
      from: 'processing',
      tracking: UPS,
      order: {
        status: 'shipped',
        email: 'pat@example.org',
        shippingAddress: { name: 'Pat Doe' },
        items: [{ quantity: 1 }],
      },
    });
    expect((await trailOf(id)).at(-1)).toMatchObject({ after: { status: 'shipped', carrier: 'UPS' } });
    expect(JSON.stringify(await trailOf(id))).not.toContain(UPS.number);
    expect((await office.move(id, 'delivered')).json()).toMatchObject({ status: 'delivered', tracking: UPS });
  });

  it('to shipped needs no tracking', async () => {
    const { id } = await office.paidOrder();
    await office.move(id, 'processing');
    expect((await office.move(id, 'shipped', null)).json()).toMatchObject({ status: 'shipped', tracking: null });
  });

  it.each([
    ['processing', UPS, 'Only a shipped order has a tracking number'],
    ['shipped', { ...UPS, carrier: ' ' }, 'Carrier is required'],
    ['shipped', { ...UPS, number: 'x'.repeat(101) }, 'Please use at most 100 characters for the tracking number'],
    ['shipped', { ...UPS, url: 'javascript:alert(1)' }, 'The tracking address must start with https://'],
    ['shipped', { ...UPS, url: 'http://ups.example' }, 'The tracking address must start with https://'],
    ['shipped', { carrier: 'UPS' }, 'Tracking number is required'],
  ])('to %s with %j is refused', async (status, tracking, sentence) => {
    const answer = await office.move(randomUUID(), status, tracking);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });
});

describe('the note', () => {
  it('is written, changed and removed, and each of it is told with the words before and after', async () => {
    const { id } = await office.paidOrder();
    expect((await office.note(id, '  Leave it at the door 🐶  ')).json()).toMatchObject({
      note: 'Leave it at the door 🐶',
    });
    await office.note(id, 'Ring twice');
    const removed = (await office.note(id, '   ')).json<AdminOrderDetail>();
    expect(removed.note).toBeNull();
    expect(removed.timeline.slice(0, 3)).toMatchObject([
      { actor: admin.email, summary: 'The note was removed.', before: { note: 'Ring twice' }, after: { note: null } },
      { summary: 'The note was changed.', before: { note: 'Leave it at the door 🐶' }, after: { note: 'Ring twice' } },
      { summary: 'The note was written.', before: { note: null }, after: { note: 'Leave it at the door 🐶' } },
    ]);
  });

  it('keeps its words out of the audit trail, which forgets nothing', async () => {
    const { id } = await office.paidOrder();
    await office.note(id, 'Mr. Secretive called');
    expect(JSON.stringify(await trailOf(id))).not.toContain('Secretive');
    expect(await trailOf(id)).toMatchObject([
      { action: 'order.note-changed', before: { noteId: null }, after: { noteId: expect.any(String) } },
    ]);
  });

  it.each(['the same words', null])('sent twice (%s) is one change', async (note) => {
    const { id } = await office.paidOrder();
    await office.note(id, 'something else');
    await Promise.all([office.note(id, note), office.note(id, note), office.note(id, note)]);
    expect(await trailOf(id)).toHaveLength(2);
  });

  it('may be as long as promised, and no longer', async () => {
    const { id } = await office.paidOrder();
    expect((await office.note(id, 'x'.repeat(NOTE_MAX))).status).toBe(200);
    const answer = await office.note(id, 'x'.repeat(NOTE_MAX + 1));
    expect([answer.status, answer.text]).toEqual([400, 'Please use at most 2,000 characters for the note']);
  });

  it.each([
    [randomUUID(), { note: 'x' }, 404],
    ['first', { note: 'x' }, 404],
    [randomUUID(), { note: 7 }, 400],
    [randomUUID(), {}, 400],
    [randomUUID(), { note: 'half a surrogate \ud800' }, 400],
  ])('of %s with %j is answered %i', async (id, body, status) => {
    expect((await office.call('PATCH', `/api/admin/orders/${id}/note`, body)).status).toBe(status);
  });
});
