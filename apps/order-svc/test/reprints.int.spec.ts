import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { userErasureRequested } from '@shop/contracts-identity';
import { publishEvent, waitFor } from '@shop/testing';
import { type AdminOrder, type AdminOrderDetail, ERASED } from '@shop/contracts-order';
import { ReprintPrintingService } from '../src/reprints/reprint-printing.service.js';
import { REPRINT_OBSTACLES } from '../src/reprints/reprint.rules.js';
import { ReprintSchedule } from '../src/reprints/reprint.schedule.js';
import { PrinterEventsService } from '../src/order-lifecycle/printer-events.service.js';
import { RefundsService } from '../src/order-lifecycle/refunds.service.js';
import { ReprintSubmissionService } from '../src/order-lifecycle/reprint-submission.service.js';
import { StripeAccountService } from '../src/payments/stripe/stripe-account.service.js';
import { admin } from './support/admin-actions.js';
import { MoneyPage } from './support/money-page.js';
import type { PaidOrder } from './support/paid-orders.js';
import { PrinterSetup, toReference } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { REPRINT_FILE, SentOrders } from './support/sent-orders.js';
import { ADDRESS } from './support/test-shop.js';

let setup: PrinterSetup;
const sent = new SentOrders(() => setup);
const moneyPage = new MoneyPage(() => setup.shop);

beforeAll(async () => {
  setup = await PrinterSetup.open();
  await setup.shop.query(RECORD_PUBLISHED);
});
afterEach(() => {
  jest.restoreAllMocks();
  return setup.reset();
});
afterAll(() => setup.close());

const ON_HOLD_AT_PRINTER = {
  externalId: '1',
  status: 'on-hold',
  tracking: null,
  returned: [],
  costs: null,
} as const;

const listEvents = async ({ id }: PaidOrder) =>
  (
    await setup.shop.query(
      `SELECT envelope->>'type' AS type, envelope->'data' AS data FROM published
       WHERE envelope->>'subject' = $1 AND envelope->>'type' LIKE 'order.reprint%' ORDER BY n`,
      [`order/${id}`],
    )
  ).map(({ type, data }) => ({ type, ...(data as object) }));
const readAttempts = async (id: string) =>
  (
    await setup.shop.query(
      `SELECT state, attempts, due_at > now() + interval '40 seconds' AS "isLater" FROM reprints WHERE id = $1`,
      [id],
    )
  )[0];
const statusAndText = ({ status, text }: { status: number; text: string }) => [status, text];
const ship = async (id: string, number: string) => {
  await setup.sendParcel({ id }, { carrier: 'UPS', tracking_number: number });
  await setup.sendWebhook({ id });
};

describe('items that are sent again', () => {
  it('are printed once with their own number at the printer, sent, delivered, and counted as costs', async () => {
    const order = await sent.createShippedOrder();
    const before = await setup.adminActions.getMoney();
    const key = randomUUID();
    const answers = await Promise.all([sent.request(order, { key }), sent.request(order, { key })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await listEvents(order)).toMatchObject([
      { type: 'order.reprint-requested', reprintId: key, items: [{ orderItemId: order.itemId, quantity: 1 }] },
    ]);
    await setup.shop.service.get(ReprintSubmissionService).submitReprint({ reprintId: key });
    expect(await sent.isAtPrinter(key)).toBe(false);

    await sent.confirmFile(order);
    await sent.expectReprint(order, key, { state: 'submitted', cost: { amount: '16.44', currency: 'usd' } });
    const printed = await setup.getAtPrinter({ id: key });
    expect(printed).toMatchObject({ recipient: { name: 'Pat Doe' }, items: [{ quantity: 1 }] });
    expect(printed.items[0]?.files[0]?.url).toContain(REPRINT_FILE);
    expect(printed.items[0]?.external_id).not.toBe(toReference({ id: order.itemId }).slice(1));

    await ship(key, '1Z9');
    await ship(key, '1Z10');
    await sent.expectReprint(order, key, {
      state: 'shipped',
      tracking: { number: '1Z9', further: [{ number: '1Z10' }] },
    });
    await setup.sandbox.printer.deliverParcels(toReference({ id: key }));
    await setup.sendWebhook({ id: key });
    await sent.expectReprint(order, key, { state: 'delivered', problem: null });
    expect(await listEvents(order)).toMatchObject([
      { type: 'order.reprint-requested' },
      { type: 'order.reprint-sent', what: 'sent', numbers: ['1Z9'] },
      { type: 'order.reprint-sent', what: 'sent', numbers: ['1Z10'] },
      { type: 'order.reprint-ended', state: 'delivered', isLast: true },
    ]);
    const view = await setup.orders.getOrder(order);
    expect(view).toMatchObject({ order: { status: 'shipped' }, tracking: { number: '9400' } });
    expect(view.reprints).toMatchObject([{ state: 'delivered', tracking: { number: '1Z9' } }]);
    expect(view.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['reprint-requested', 'reprint-sent', 'reprint-delivered']),
    );
    const after = await setup.adminActions.getMoney();
    expect(after.reprints).toEqual({
      count: (before.reprints?.count ?? 0) + 1,
      costs: (Number(before.reprints?.costs) + 16.44).toFixed(2),
    });
    expect([after.received, after.refunded]).toEqual([before.received, before.refunded]);
  });

  it('are not printed of an order that was paid with test keys, once the shop has live ones', async () => {
    const order = await sent.createShippedOrder();
    jest.spyOn(setup.shop.service.get(StripeAccountService), 'livemode', 'get').mockReturnValue(true);
    expect(statusAndText(await sent.request(order))).toEqual([409, REPRINT_OBSTACLES['paid-in-test']]);
    expect((await setup.adminActions.getOrder(order.id)).canBeReprinted).toBe(false);
  });

  it('go to another address, while the order keeps its own', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order, { address: { ...ADDRESS, address: '14 Elm Street' } });
    await sent.confirmFile(order);
    await waitFor(async () =>
      expect((await setup.getAtPrinter({ id })).recipient).toMatchObject({ address1: '14 Elm Street' }),
    );
    expect((await setup.orders.getOrder(order)).order.shippingAddress.address).toBe(ADDRESS.address);
    const nowhere = await sent.request(order, { address: { ...ADDRESS, zip: 'nowhere' }, repeats: [id] });
    expect(nowhere.status).toBe(422);
  });

  it('are counted as delivered after 45 days, and end with the parcel’s return only by an admin', async () => {
    const order = await sent.createShippedOrder();
    const { reprint } = await sent.createReprintAtPrinter(order);
    await ship(reprint.id, '');
    await setup.sendWebhookBody(await setup.returnParcel(reprint, 'Refused'));
    await sent.expectReprint(order, reprint.id, {
      state: 'shipped',
      problem: 'A parcel of it came back. It says: Refused',
    });
    await setup.sendWebhook(reprint);
    const listed = (await setup.adminActions.call('GET', '/api/admin/orders')).json<AdminOrder[]>();
    expect(listed.find(({ id }) => id === order.id)).toMatchObject({ hasReturnedParcel: true });
    expect((await listEvents(order)).filter(({ type }) => type === 'order.reprint-returned')).toMatchObject([
      { reprintId: reprint.id, reason: 'Refused' },
    ]);
    const age = () =>
      setup.shop.query(`UPDATE reprints SET shipped_at = now() - interval '46 days' WHERE id = $1`, [reprint.id]);
    await age();
    await setup.shop.service.get(ReprintSchedule).assumeDelivered();
    await sent.expectReprint(order, reprint.id, { state: 'shipped' });
    const { reprints } = await setup.adminActions.getMoney();
    expect((await sent.call(order, reprint.id, 'cancel')).status).toBe(200);
    await setup.sendWebhook(reprint);
    await sent.expectReprint(order, reprint.id, { state: 'cancelled', problem: null });
    expect((await setup.adminActions.getMoney()).reprints).toEqual(reprints);

    const second = await sent.createReprintAtPrinter(order);
    await ship(second.reprint.id, '1Z11');
    await setup.shop.query(`UPDATE reprints SET shipped_at = now() - interval '46 days' WHERE id = $1`, [
      second.reprint.id,
    ]);
    await setup.shop.service.get(ReprintSchedule).assumeDelivered();
    await sent.expectReprint(order, second.reprint.id, { state: 'delivered' });
  });
});

it('an erasure waits for items that are sent again, and removes what names the customer', async () => {
  const order = await sent.createShippedOrder();
  const userId = order.who.userId ?? '';
  const { id } = await sent.createReprint(order, { note: 'Pat sent a photo', photos: [randomUUID()] });
  expect((await setup.adminActions.changeStatus(order.id, 'delivered')).status).toBe(200);
  await publishEvent(setup.shop.transport, userErasureRequested, {
    subject: `user/${userId}`,
    data: { userId, email: 'pat@example.com', firstName: null, requestedAt: new Date().toISOString() },
  });
  await waitFor(async () =>
    expect(await setup.shop.query('SELECT FROM user_erasures WHERE user_id = $1', [userId])).toHaveLength(1),
  );
  expect(await setup.adminActions.getOrder(order.id)).toMatchObject({
    anonymisedAt: null,
    reprints: [{ note: 'Pat sent a photo', shippingAddress: ADDRESS }],
  });
  expect((await sent.call(order, id, 'cancel')).status).toBe(200);
  await waitFor(async () =>
    expect(await setup.adminActions.getOrder(order.id)).toMatchObject({
      canBeReprinted: false,
      anonymisedAt: expect.any(String),
      reprints: [{ note: null, photoUrls: [], shippingAddress: { name: ERASED, address: ERASED, state: 'IL' } }],
    }),
  );
});

it('what the printer says after an erasure is not stored, only what the shop makes of it', async () => {
  const order = await sent.createShippedOrder();
  const { reprint } = await sent.createReprintAtPrinter(order);
  await setup.shop.query(`UPDATE reprints SET state = 'cancelled', ended_at = now() WHERE id = $1`, [reprint.id]);
  await setup.shop.query(
    `UPDATE orders SET status = 'cancelled', user_id = NULL, guest_id = NULL, email = NULL, anonymised_at = now() WHERE id = $1`,
    [order.id],
  );
  await setup.shop.query(`UPDATE fulfilments SET state = 'cancelled' WHERE order_id = $1`, [order.id]);
  const printed = { ...ON_HOLD_AT_PRINTER, reason: 'No street for Pat Doe' };
  await setup.shop.service.get(ReprintPrintingService).applyUpdate(reprint.id, printed);
  await setup.shop.service.get(PrinterEventsService).applyUpdate(order.id, printed);
  const problem = 'The printer goes on with this order, although it was cancelled. Please cancel it there.';
  expect(await setup.shop.query('SELECT problem FROM reprints WHERE id = $1', [reprint.id])).toEqual([{ problem }]);
  expect(await setup.orders.getFulfilment(order)).toMatchObject([{ reason: problem }]);
});

describe('an attempt to have items printed again', () => {
  it('that was interrupted finds what the printer has', async () => {
    const order = await sent.createShippedOrder();
    const { reprint, printed } = await sent.createReprintAtPrinter(order);
    await setup.shop.query(
      `UPDATE reprints SET state = 'submitting', external_id = NULL, submitted_at = NULL WHERE id = $1`,
      [reprint.id],
    );
    const { creationCount } = setup;
    await setup.shop.service.get(ReprintSchedule).resumeWaiting();
    await sent.expectReprint(order, reprint.id, { state: 'submitted', externalId: String(printed.id) });
    expect(setup.creationCount).toBe(creationCount);
  });

  it('that fails is repeated, and the admins see why on the Money card', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    setup.sandbox.faults.planFault('POST /orders?confirm=1', {
      status: 400,
      body: JSON.stringify({ code: 400, result: 'No such street', error: { message: 'No such street' } }),
    });
    await sent.confirmFile(order);
    await sent.expectReprint(order, id, {
      state: 'waiting',
      problem: 'Printful refused this order. It says: No such street',
    });
    const { id: discrepancyId, message } = await moneyPage.getOnly('not-reprinted', order.id);
    expect(message).toMatch(/^What is sent again for order PA-\w+ does not go on: Printful refused this order\./);
    setup.sandbox.faults.clear();
    expect(await moneyPage.resolve(discrepancyId)).toEqual([200, expect.anything()]);
    await sent.expectReprint(order, id, { state: 'submitted', problem: null });
    expect((await setup.listTimeline(order)).filter((line) => line.includes('No such street'))).toEqual([]);
  });

  it('waits for a print file that can’t be made', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    await sent.failFile(order);
    await sent.makeDue(id);
    await sent.expectReprint(order, id, { state: 'waiting', problem: 'There is no print file of Tee.' });
    expect((await sent.call(order, id, 'printing')).status).toBe(200);
    expect((await listEvents(order)).filter(({ type }) => type === 'order.reprint-requested')).toMatchObject([
      {},
      { isRetry: true },
    ]);
    await sent.confirmFile(order);
    await sent.expectReprint(order, id, { state: 'submitted', problem: null });
  });

  it.each([
    [
      'dispute',
      (intentId: string) => setup.shop.stripe.control.openDispute(intentId, 'fraudulent'),
      REPRINT_OBSTACLES.disputed,
    ],
    ['refund', (intentId: string) => setup.shop.stripe.control.refund(intentId), REPRINT_OBSTACLES['money-gone']],
  ])('asks the payment provider first, and finds the %s whose webhook was lost', async (_, change, problem) => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    await change(await setup.orders.getIntentId(order));
    // Jobs of other reprints may ask as well.
    setup.sandbox.faults.planFault('GET /v1/refunds', 'hang-up', null);
    await sent.confirmFile(order);
    await waitFor(async () => expect(await readAttempts(id)).toEqual({ state: 'waiting', attempts: 0, isLater: true }));
    setup.sandbox.faults.clear();
    await sent.makeDue(id);
    await sent.expectReprint(order, id, { state: 'waiting', problem });
    expect(await sent.isAtPrinter(id)).toBe(false);
    const rows = await moneyPage.listByOrder(order.id);
    const isRetryOffered = problem === REPRINT_OBSTACLES.disputed;
    expect(rows.filter(({ kind }) => kind === 'not-reprinted').map(({ action }) => action !== null)).toEqual([
      isRetryOffered,
    ]);
  });

  it('is on the Money card after half an hour in which the payment provider can’t be asked, and goes on then', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    await setup.shop.query(
      `UPDATE reprints SET requested_at = now() - interval '30 minutes'
       FROM (SELECT id FROM orders WHERE id = $2 FOR UPDATE) locked WHERE reprints.id = $1`,
      [id, order.id],
    );
    // Jobs of other reprints may ask as well.
    setup.sandbox.faults.planFault('GET /v1/refunds', 'hang-up', null);
    await sent.confirmFile(order);
    const problem = 'The payment provider can’t be asked about the payment. It is asked again every minute.';
    await sent.expectReprint(order, id, { state: 'waiting', problem });
    const { id: discrepancyId, message } = await moneyPage.getOnly('not-reprinted', order.id);
    expect(message).toContain(`does not go on: ${problem}`);
    expect((await setup.listTimeline(order)).filter((line) => line.includes(problem))).toHaveLength(1);
    setup.sandbox.faults.clear();
    expect(await moneyPage.resolve(discrepancyId)).toEqual([200, expect.anything()]);
    await sent.expectReprint(order, id, { state: 'submitted', problem: null });
  });

  it('waits a minute each time if a report of the payment provider can’t be applied', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    await setup.shop.stripe.refund(await setup.orders.getIntentId(order), 1_000);
    jest.spyOn(setup.shop.service.get(RefundsService), 'applyRefund').mockRejectedValue(new Error('no connection'));
    await sent.confirmFile(order);
    await waitFor(async () => expect(await readAttempts(id)).toEqual({ state: 'waiting', attempts: 0, isLater: true }));
  });

  it('waits while the card’s bank warns of fraud, before or after the order was sent, until an admin decides', async () => {
    const warned = await sent.createShippedOrder();
    const { id } = await sent.createReprint(warned);
    const intentId = await setup.orders.getIntentId(warned);
    await setup.shop.reporting(() => setup.shop.stripe.control.warnOfFraud(intentId));
    await sent.confirmFile(warned);
    await sent.expectReprint(warned, id, { state: 'waiting', problem: REPRINT_OBSTACLES['fraud-warned'] });
    expect(await sent.isAtPrinter(id)).toBe(false);

    const order = await setup.createPrintedOrder();
    const early = await setup.orders.getIntentId(order);
    await setup.shop.reporting(() => setup.shop.stripe.control.warnOfFraud(early));
    await setup.sendParcel(order, { carrier: 'UPS', tracking_number: '1Z' });
    await setup.sendWebhook(order);
    await setup.expectStatus(order, 'shipped');
    expect(statusAndText(await sent.request(order))).toEqual([409, REPRINT_OBSTACLES['fraud-warned']]);
    expect(await setup.adminActions.getOrder(order.id)).toMatchObject({ canBeReprinted: false });

    const { holds = [] } = await setup.adminActions.getOrder(warned.id);
    expect(holds).toMatchObject([{ kind: 'fraud-warning' }]);
    const body = { holds: holds.map((hold) => hold.id), reason: 'She called us' };
    const release = () => setup.adminActions.call('POST', `/api/admin/orders/${warned.id}/holds/release`, body);
    expect((await release()).status).toBe(200);
    expect((await release()).status).toBe(409);
    await sent.makeDue(id);
    await sent.expectReprint(warned, id, { state: 'submitted', problem: null });
    expect(await setup.listTimeline(warned)).toContain("The order was sent, and the card's bank warns of fraud.");
  });

  it('waits while the payment provider reviews the payment, before or after the order was sent, until it approves', async () => {
    const { shop } = setup;
    const order = await setup.createPrintedOrder();
    const early = await setup.orders.getIntentId(order);
    await shop.reporting(() => shop.stripe.control.openReview(early));
    await setup.sendParcel(order, { carrier: 'UPS', tracking_number: '1Z' });
    await setup.sendWebhook(order);
    await setup.expectStatus(order, 'shipped');
    expect(statusAndText(await sent.request(order))).toEqual([409, REPRINT_OBSTACLES['under-review']]);

    const reviewed = await sent.createShippedOrder();
    const { id } = await sent.createReprint(reviewed);
    const intentId = await setup.orders.getIntentId(reviewed);
    const review = await shop.reporting(() => shop.stripe.control.openReview(intentId));
    await sent.confirmFile(reviewed);
    await sent.expectReprint(reviewed, id, { state: 'waiting', problem: REPRINT_OBSTACLES['under-review'] });
    expect(await sent.isAtPrinter(id)).toBe(false);
    expect((await setup.adminActions.getOrder(reviewed.id)).holds).toMatchObject([{ kind: 'payment-review' }]);
    await shop.reporting(() => shop.stripe.control.closeReview(review.id, 'approved'));
    await sent.makeDue(id);
    await sent.expectReprint(reviewed, id, { state: 'submitted', problem: null });
    expect((await setup.adminActions.getOrder(reviewed.id)).holds).toBeUndefined();
  });

  it('that reached the printer is a row of a later dispute, and is no longer confirmed as a draft', async () => {
    const order = await sent.createShippedOrder();
    const { reprint } = await sent.createReprintAtPrinter(order);
    await setup.makeDraftAtPrinter(reprint);
    const dispute = await setup.shop.openDispute(await setup.orders.getIntentId(order), 'fraudulent');
    expect((await moneyPage.getOnly('dispute-open', order.id)).message).toContain(
      'What is sent again may be in print: if it must not be sent, please cancel it now.',
    );
    await setup.shop.service.get(ReprintPrintingService).pollAndConfirm(reprint.id);
    expect((await setup.getAtPrinter(reprint)).status).toBe('draft');
    await sent.expectReprint(order, reprint.id, { state: 'submitted', problem: REPRINT_OBSTACLES.disputed });
    await setup.shop.closeDispute(dispute, 'won');
    await setup.shop.service.get(ReprintPrintingService).pollAndConfirm(reprint.id);
    expect((await setup.getAtPrinter(reprint)).status).toBe('pending');
    await sent.expectReprint(order, reprint.id, { state: 'submitted', problem: null });
  });

  it('does not print for money that has gone back since', async () => {
    const order = await sent.createShippedOrder();
    const { id } = await sent.createReprint(order);
    const { total } = (await setup.orders.getOrder(order)).order;
    expect((await setup.adminActions.requestRefund(order.id, total)).status).toBe(201);
    await sent.confirmFile(order);
    await sent.expectReprint(order, id, {
      state: 'waiting',
      problem: 'The money of this order has gone back, so nothing is sent again.',
    });
    expect(await sent.isAtPrinter(id)).toBe(false);
    expect(statusAndText(await sent.request(order, { repeats: [id] }))).toEqual([
      409,
      'The money of this order has gone back, so nothing is sent again.',
    ]);
  });
});

describe('an admin', () => {
  it('sends nothing again of an order that was not sent, or more than was ordered', async () => {
    const printed = await setup.createPrintedOrder();
    expect(statusAndText(await sent.request(printed))).toEqual([
      409,
      'Only what was sent can be sent again: this order is not shipped.',
    ]);
    const order = await sent.createShippedOrder();
    const ask = (orderItemId: string, quantity: number) => sent.request(order, { items: [{ orderItemId, quantity }] });
    expect(statusAndText(await ask(order.itemId, 2))).toEqual([422, 'Only 1 of Tee was ordered.']);
    expect((await ask(randomUUID(), 1)).status).toBe(422);
    expect((await setup.adminActions.getOrder(order.id)).reprints).toEqual([]);
  });

  it('sends the same items once more only after seeing that they are sent again', async () => {
    const order = await sent.createShippedOrder();
    const { id, version } = await setup.adminActions.getOrder(order.id);
    const answers = await Promise.all([
      sent.request(order, { ifMatch: `"${version}"` }),
      sent.request(order, { ifMatch: `"${version}"` }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [first] = (await setup.adminActions.getOrder(id)).reprints ?? [];
    const repeats = [first?.id ?? ''];
    const repeated = await Promise.all([sent.request(order, { repeats }), sent.request(order, { repeats })]);
    expect(repeated.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await sent.request(order, { key: first?.id, reason: 'damaged' })).status).toBe(409);
    await setup.adminActions.requestRefund(order.id, '1.00');
    expect((await sent.request(order, { ifMatch: `"${version}"`, repeats })).text).toMatch(
      /has refunded \$1\.00 in between .*Nothing was done now\.$/,
    );
  });

  it('cancels what waits or is not printed yet, once', async () => {
    const order = await sent.createShippedOrder();
    const waiting = await sent.createReprint(order);
    expect((await sent.call(order, waiting.id, 'cancel')).status).toBe(200);
    const { reprint } = await sent.createReprintAtPrinter(order);
    for (let times = 0; times < 2; times += 1)
      expect((await sent.call(order, reprint.id, 'cancel')).json<AdminOrderDetail>().reprints?.[0]).toMatchObject({
        state: 'cancelled',
        problem: null,
      });
    expect((await setup.getAtPrinter(reprint)).status).toBe('canceled');
    await setup.sendWebhook(reprint);
    expect((await listEvents(order)).filter(({ type }) => type === 'order.reprint-ended')).toMatchObject([
      { state: 'cancelled', wasSent: false },
      { state: 'cancelled', wasSent: false },
    ]);

    const printing = await sent.createReprintAtPrinter(order);
    await setup.sandbox.printer.decide(toReference(printing.reprint), { status: 'inprocess' });
    expect((await sent.call(order, printing.reprint.id, 'cancel')).status).toBe(409);
    await sent.expectReprint(order, printing.reprint.id, { state: 'submitted' });
  });

  it('is cancelled only by who has seen what is sent again now, and once more by who has lost the answer', async () => {
    const order = await sent.createShippedOrder();
    const first = await sent.createReprint(order);
    const { version } = await setup.adminActions.getOrder(order.id);
    const second = await sent.createReprint(order, { repeats: [first.id] });
    const cancel = (id: string, seen: string) =>
      setup.shop.service.call('POST', `/api/admin/orders/${order.id}/reprints/${id}/cancel`, {
        as: admin,
        headers: { 'if-match': `"${seen}"` },
      });
    expect(statusAndText(await cancel(first.id, version))).toEqual([
      409,
      expect.stringMatching(/ has changed what is sent again of this order in between\. Please look at it again\.$/),
    ]);
    const { version: newest } = await setup.adminActions.getOrder(order.id);
    const answers = [await cancel(first.id, newest), await cancel(first.id, newest)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await cancel(second.id, newest)).status).toBe(409);
    expect(answers[0]?.headers.get('etag')).toBe(`"${answers[0]?.json<AdminOrderDetail>().version}"`);
  });

  it('learns that the printer cancelled, lost or did not print it', async () => {
    const order = await sent.createShippedOrder();
    const { reprint } = await sent.createReprintAtPrinter(order);
    await setup.deleteAtPrinter(reprint);
    await setup.sendWebhook(reprint);
    await sent.expectReprint(order, reprint.id, { problem: expect.stringContaining('it was deleted there') as string });
    expect((await sent.call(order, reprint.id, 'printing')).status).toBe(200);
    await sent.expectReprint(order, reprint.id, { state: 'submitted', problem: null });
    await setup.cancelAtPrinter(reprint);
    await setup.sendWebhook(reprint);
    await sent.expectReprint(order, reprint.id, {
      state: 'submitted',
      problem: expect.stringContaining('The printer has cancelled it') as string,
    });
    expect((await sent.call(order, reprint.id, 'cancel')).status).toBe(200);
    await sent.expectReprint(order, reprint.id, { state: 'cancelled', problem: null });
  });
});
