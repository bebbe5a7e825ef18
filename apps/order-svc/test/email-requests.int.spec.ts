import { randomUUID } from 'node:crypto';
import { orderEmailRequested, type AdminOrderDetail } from '@shop/contracts-order';
import { asUser, type EventRecorder, recordEvents, waitFor } from '@shop/testing';
import { AdminActions } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
let events: EventRecorder;
const office = new AdminActions(() => shop);
const ann = asUser({ role: 'admin', email: 'ann@example.com' });
const UNTRUE = 'This email would be wrong now. Please look at the order again.';

beforeAll(async () => {
  shop = await TestShop.open();
  events = await recordEvents(shop.transport, [orderEmailRequested.type]);
});
afterAll(async () => {
  await events.stop();
  await shop.close();
});

const sendAgain = (id: string, body: object, headers: Record<string, string> = {}) =>
  shop.service.call('POST', `/api/admin/orders/${id}/emails`, {
    as: ann,
    body: { emailId: randomUUID(), ...body },
    headers,
  });
const listRequests = (id: string) =>
  events
    .list()
    .filter(({ subject }) => subject === `order/${id}`)
    .map(({ data }) => data);

describe('an email that an admin sends again', () => {
  it('is asked for once by a key, with the order as it is now, and is in the timeline', async () => {
    const { id } = await office.createPaidOrder();
    const [emailId, key] = [randomUUID(), { 'idempotency-key': randomUUID() }];
    await office.call('PATCH', `/api/admin/orders/${id}/email`, { email: 'right@example.com' });
    const sent = await sendAgain(id, { kind: 'order-confirmed', emailId }, key);
    expect([sent.status, sent.json<AdminOrderDetail>().timeline[0]]).toEqual([
      202,
      expect.objectContaining({
        actor: 'ann@example.com',
        summary: 'The email “Order confirmation” was sent again.',
        after: { requestId: key['idempotency-key'], kind: 'order-confirmed', emailId },
      }),
    ]);
    expect((await sendAgain(id, { kind: 'order-confirmed', emailId }, key)).status).toBe(202);
    expect((await sendAgain(id, { kind: 'order-confirmed' }, key)).status).toBe(409);
    await waitFor(() => expect(listRequests(id)).not.toEqual([]));
    expect(listRequests(id)).toEqual([
      expect.objectContaining({
        order: expect.objectContaining({ id, email: 'right@example.com', status: 'paid' }),
        ...{ emailId, requestId: key['idempotency-key'], kind: 'order-confirmed', about: null },
      }),
    ]);
  });

  it('names the changes, the open question and the refund that it is about', async () => {
    const { id, intentId } = await office.createPaidOrder();
    const address = {
      ...{ name: 'Pat', address: '2 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' },
    };
    await office.call('PATCH', `/api/admin/orders/${id}/address`, address);
    const asked = await office.call('POST', `/api/admin/orders/${id}/questions`, { question: 'Too dark?' });
    await office.requestRefund(id, '5.00');
    const refundId = await waitFor(async () => {
      const [row] = await shop.query(
        'SELECT refund_id AS id FROM order_refunds WHERE order_id = $1 AND refunded_at IS NOT NULL',
        [id],
      );
      if (!row) throw new Error(`no refund of ${intentId} yet`);
      return String(row.id);
    });
    const questionId = asked.json<AdminOrderDetail>().questions?.[0]?.id;
    const answers = [
      await sendAgain(id, { kind: 'order-question', about: questionId }),
      await sendAgain(id, { kind: 'order-question', about: randomUUID() }),
      await sendAgain(id, { kind: 'order-refunded' }),
      await sendAgain(id, { kind: 'order-refunded', about: refundId }),
    ];
    expect(answers.map(({ status, text }) => (status === 202 ? 202 : text))).toEqual([202, UNTRUE, UNTRUE, 202]);
    await waitFor(() => expect(listRequests(id)).toHaveLength(2));
    expect(listRequests(id)).toMatchObject([
      { kind: 'order-question', question: 'Too dark?', changes: [{ what: ['the delivery address'], isByAdmin: true }] },
      { kind: 'order-refunded', refund: { amount: '5.00', currency: 'usd' } },
    ]);
  });

  it('is refused where it would be wrong, or would go to an address that the admin has not seen', async () => {
    const { id } = await office.createPaidOrder();
    const { version, emailKinds } = await office.getOrder(id);
    expect(emailKinds).toEqual(['order-confirmed']);
    expect(await sendAgain(id, { kind: 'order-delivered' })).toMatchObject({ status: 409, text: UNTRUE });
    await office.call('PATCH', `/api/admin/orders/${id}/email`, { email: 'right@example.com' });
    const unseen = await sendAgain(id, { kind: 'order-confirmed' }, { 'if-match': `"${version}"` });
    expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('address of this order was changed')]);
    expect((await shop.listEventTypes(id)).includes(orderEmailRequested.type)).toBe(false);
  });

  it('is refused after the erasure of its customer', async () => {
    const { id } = await office.createPaidOrder();
    await shop.query('UPDATE orders SET anonymised_at = now(), email = NULL, user_id = NULL WHERE id = $1', [id]);
    expect((await office.getOrder(id)).emailKinds).toEqual([]);
    expect(await sendAgain(id, { kind: 'order-confirmed' })).toMatchObject({
      status: 409,
      text: 'The personal data of this order was removed: it has no email any more.',
    });
  });
});
