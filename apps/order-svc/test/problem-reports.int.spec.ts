import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '@shop/contracts-order';
import { asUser } from '@shop/testing';
import { MoneyPage } from './support/money-page.js';
import type { PaidOrder } from './support/paid-orders.js';
import { PrinterSetup } from './support/printer-setup.js';
import { SentOrders } from './support/sent-orders.js';

let setup: PrinterSetup;
const sent = new SentOrders(() => setup);
const moneyPage = new MoneyPage(() => setup.shop);
beforeAll(async () => {
  setup = await PrinterSetup.open();
});
afterAll(() => setup.close());

const report = (order: PaidOrder, change: object = {}, key = randomUUID(), as = order.who) =>
  setup.shop.service.call('POST', `/api/orders/${order.id}/problems`, {
    as,
    body: { kind: 'damaged', text: 'A hole', items: [{ orderItemId: order.itemId, quantity: 1 }], ...change },
    headers: { 'idempotency-key': key },
  });
const answer = ({ id }: PaidOrder, reportId: string, text: string) =>
  setup.adminActions.call('POST', `/api/admin/orders/${id}/problems/${reportId}/answer`, { answer: text });

describe('a problem that a customer reports', () => {
  it('is reported once, shown to admins, and answered once', async () => {
    const order = await sent.createShippedOrder();
    const [key, photo] = [randomUUID(), randomUUID()];
    for (let times = 0; times < 2; times += 1) {
      const reported = await report(order, { photos: [photo] }, key);
      expect([reported.status, reported.json()]).toMatchObject([
        201,
        { problems: { canReport: true, reports: [{ id: key, state: 'open', photoUrls: [`/media/${photo}`] }] } },
      ]);
    }
    expect((await report(order, { text: 'Another hole' }, key)).status).toBe(409);
    expect((await moneyPage.getOnly('problem-reported', order.id)).message).toContain('something is damaged');
    const listed = (await setup.adminActions.call('GET', '/api/admin/orders')).json<AdminOrder[]>();
    expect(listed.find(({ id }) => id === order.id)).toMatchObject({ hasOpenProblem: true });
    for (let times = 0; times < 2; times += 1) expect((await answer(order, key, 'We are sorry.')).status).toBe(200);
    expect(await answer(order, key, 'No.')).toMatchObject({
      status: 409,
      text: 'This report was answered in between: “We are sorry.”',
    });
    expect((await setup.orders.getOrder(order)).problems?.reports).toMatchObject([
      { state: 'answered', answer: 'We are sorry.' },
    ]);
    expect((await setup.shop.listEventTypes(order.id)).filter((type) => type.startsWith('order.problem'))).toEqual([
      'order.problem-reported',
      'order.problem-answered',
    ]);
  });

  it('is closed by sending the items again, and open again if they are not sent after all', async () => {
    const order = await sent.createShippedOrder();
    const reportId = randomUUID();
    await report(order, {}, reportId);
    const states = async () => (await setup.orders.getOrder(order)).problems?.reports.map(({ state }) => state);
    const reprint = await sent.createReprint(order, { reportId });
    expect(await states()).toEqual(['reprinted']);
    expect(await sent.request(order, { reportId, repeats: [reprint.id] })).toMatchObject({
      status: 409,
      text: 'The items of this report are sent again already. Please look at it again.',
    });
    await sent.call(order, reprint.id, 'cancel');
    expect(await states()).toEqual(['open']);
  });

  it('that was answered is sent again by an admin who has read the answer, and stays answered', async () => {
    const order = await sent.createShippedOrder();
    const reportId = randomUUID();
    await report(order, {}, reportId);
    await answer(order, reportId, 'Please send us a photo.');
    expect(await sent.request(order, { reportId })).toMatchObject({
      status: 409,
      text: 'This report was answered in between: “Please send us a photo.”',
    });
    const reprint = await sent.createReprint(order, { reportId, isReportAnswered: true });
    const { problems, reprints } = await setup.adminActions.getOrder(order.id);
    expect([problems, reprints]).toMatchObject([[{ state: 'answered' }], [{ reportId }]]);
    await sent.call(order, reprint.id, 'cancel');
    expect((await setup.adminActions.getOrder(order.id)).problems).toMatchObject([{ state: 'answered' }]);
  });

  it('can be reported for 30 days after the delivery, by its customer, about what was ordered', async () => {
    const early = await setup.createPrintedOrder();
    expect((await report(early)).status).toBe(409);
    const order = await sent.createShippedOrder();
    expect((await report(order, {}, randomUUID(), asUser())).status).toBe(404);
    expect((await report(order, { items: [{ orderItemId: order.itemId, quantity: 2 }] })).status).toBe(422);
    await setup.adminActions.changeStatus(order.id, 'delivered');
    const age = (days: number) =>
      setup.shop.query(`UPDATE fulfilments SET ended_at = now() - $2 * interval '1 day' WHERE order_id = $1`, [
        order.id,
        days,
      ]);
    await age(29);
    expect((await report(order)).status).toBe(201);
    await age(31);
    expect((await report(order)).status).toBe(409);
    expect((await setup.orders.getOrder(order)).problems).toMatchObject({ canReport: false, reportableUntil: null });
  });
});
