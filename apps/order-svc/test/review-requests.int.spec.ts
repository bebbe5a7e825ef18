import { randomUUID } from 'node:crypto';
import { orderReviewDue, reviewLinkSchema } from '@shop/contracts-order';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import { waitFor } from '@shop/testing';
import type { Config } from '../src/config.js';
import { requestReview, ReviewRequestsService } from '../src/review-requests/review-requests.service.js';
import type { PaidOrder } from './support/paid-orders.js';
import { PrinterSetup } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { SentOrders } from './support/sent-orders.js';

let setup: PrinterSetup;
const sent = new SentOrders(() => setup);
beforeAll(async () => {
  setup = await PrinterSetup.open();
  await setup.shop.query(RECORD_PUBLISHED);
});
afterAll(() => setup.close());

const DAY_MS = 86_400_000;
const JOB = `SELECT run_at AS "runAt" FROM graphile_worker.jobs WHERE key = 'orders.request-review:' || $1`;

const findJob = async ({ id }: PaidOrder): Promise<Date | null> => {
  const [job] = await setup.shop.query(JOB, [id]);
  return (job?.runAt as Date | undefined) ?? null;
};
const listRequests = async ({ id }: PaidOrder) =>
  (
    await setup.shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'subject' = $1 AND envelope->>'type' = 'order.review-due'`,
      [`order/${id}`],
    )
  ).map(({ data }) => orderReviewDue.schema.parse(data));

async function createDeliveredOrder(): Promise<PaidOrder> {
  const order = await sent.createShippedOrder();
  const answer = await setup.adminActions.call('PATCH', `/api/admin/orders/${order.id}/status`, {
    status: 'delivered',
  });
  expect(answer.status).toBe(200);
  await waitFor(async () => expect(await findJob(order)).not.toBeNull());
  return order;
}

/** As after two weeks. */
const runJob = (order: PaidOrder, daysAgo = 15) =>
  setup.shop.service
    .get(ReviewRequestsService)
    .requestReview({ orderId: order.id, deliveredAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString() });
const ageDelivery = ({ id }: PaidOrder) =>
  setup.shop.query(`UPDATE fulfilments SET ended_at = now() - interval '15 days' WHERE order_id = $1`, [id]);

it('is published once, two weeks after the delivery, with a link that only support-svc can read', async () => {
  const order = await createDeliveredOrder();
  const dueInMs = ((await findJob(order))?.getTime() ?? 0) - Date.now();
  expect(Math.round(dueInMs / DAY_MS)).toBe(14);
  await setup.shop.startJobs(requestReview, order.id);
  await waitFor(async () => expect(((await findJob(order))?.getTime() ?? 0) - Date.now()).toBeGreaterThan(DAY_MS));
  expect(await listRequests(order)).toEqual([]);
  await ageDelivery(order);
  await Promise.all([runJob(order), runJob(order), runJob(order)]);
  const [request, ...more] = await listRequests(order);
  expect(more).toEqual([]);
  expect(request).toMatchObject({
    ...{ order: { id: order.id }, firstName: 'Pat', version: 0, linkVersion: 0 },
    products: [{ productId: expect.any(String), title: expect.any(String) }],
    keyHash: expect.stringMatching(/^[\w-]{43}$/),
  });
  const secret = setup.shop.service.get<Config>(CONFIG).EMAIL_SECRET;
  const link = reviewLinkSchema.parse(await decryptPayload(secret, orderReviewDue.type, request?.encrypted ?? ''));
  expect(link.key).toMatch(/^[\w-]{22}$/);
  const { timeline } = await setup.adminActions.getOrder(order.id);
  expect(timeline.map(({ summary }) => summary)).toContain('The customer was asked for a review by email.');
});

it('waits while a problem is open, and is not published when all of the money went back', async () => {
  const order = await createDeliveredOrder();
  await ageDelivery(order);
  const reported = await setup.shop.service.call('POST', `/api/orders/${order.id}/problems`, {
    as: order.who,
    body: { kind: 'damaged', text: 'A hole', items: [{ orderItemId: order.itemId, quantity: 1 }] },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(reported.status).toBe(201);
  await runJob(order);
  expect(((await findJob(order))?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6 * DAY_MS);
  await setup.shop.query('UPDATE problem_reports SET closed_at = now() WHERE order_id = $1', [order.id]);
  const { total } = await setup.adminActions.getOrder(order.id);
  await setup.adminActions.call('POST', `/api/admin/orders/${order.id}/refunds`, { amount: total, reason: 'A hole' });
  await runJob(order);
  expect(await listRequests(order)).toEqual([]);
});
