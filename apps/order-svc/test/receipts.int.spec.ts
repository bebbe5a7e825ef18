import type { CustomerOrder } from '@shop/contracts-order';
import { asGuest, asUser, type TestResponse } from '@shop/testing';
import { OrderLinksService } from '../src/orders/order-links.service.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import { AdminActions, admin } from './support/admin-actions.js';
import { TestShop } from './support/test-shop.js';

let shop: TestShop;
const adminActions = new AdminActions(() => shop);

beforeAll(async () => {
  shop = await TestShop.open({
    SELLER_NAME: 'Pet Art Studio',
    SELLER_ADDRESS: '1 Main Street | Portland, ME 04101 | EIN 12-3456789',
  });
});
afterAll(() => shop.close());

const download = (id: string, as?: ReturnType<typeof asUser>, query = ''): Promise<TestResponse> =>
  shop.service.call('GET', `/api/orders/${id}/receipt${query}`, { as });
const downloadAsAdmin = (id: string, as = admin): Promise<TestResponse> =>
  shop.service.call('GET', `/api/admin/orders/${id}/receipt`, { as });

describe('the receipt of an order', () => {
  it('is a PDF for its customer, callers with the link and admins only', async () => {
    const who = asGuest();
    const { id } = await shop.createPaidOrder(who);
    const key = shop.service.get(OrderLinksService).signKey({ id, emailVersion: 0, linkVersion: 0 });
    const own = await download(id, who);
    expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      ...[200, 'application/pdf', 'no-store'],
    ]);
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-PA-[0-9A-Z]{10}\.pdf"$/);
    expect(own.text).toMatch(/^%PDF-1\.7/);
    const answers = await Promise.all([download(id, undefined, `?key=${key}`), downloadAsAdmin(id)]);
    expect(answers.map(({ text }) => text)).toEqual([own.text, own.text]);
    const refused = await Promise.all([
      ...[download(id, asUser()), download(id, asGuest()), download(id), download(id, undefined, '?key=made.up')],
      downloadAsAdmin(id, asUser()),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
  });

  it('is offered once the order is paid, and refused with the reason before', async () => {
    const open = await adminActions.createUnpaidOrder();
    const answers = [await download(open.id, open.who), await downloadAsAdmin(open.id)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([409, 'This order is not paid, so there is no receipt.']),
    );
    const read = async () =>
      (await shop.service.call('GET', `/api/orders/${open.id}`, { as: open.who })).json<CustomerOrder>();
    expect((await read()).hasReceipt).toBeUndefined();
    expect((await adminActions.getOrder(open.id)).hasReceipt).toBeUndefined();
    await shop.stripe.pay(open.intentId);
    await shop.getPlacedOrder(open.who, open.intentId);
    expect((await read()).hasReceipt).toBe(true);
    expect((await adminActions.getOrder(open.id)).hasReceipt).toBe(true);
  });

  it('says what was refunded, and adds up', async () => {
    const { id } = await adminActions.createPaidOrder();
    const receipts = shop.service.get(ReceiptsService);
    const paid = await receipts.getReceipt(id);
    expect(paid).toMatchObject({ seller: ['Pet Art Studio', '1 Main Street', 'Portland, ME 04101', 'EIN 12-3456789'] });
    expect([paid.refunds, paid.rest]).toEqual([[], null]);
    const total = Number(paid.total.amount.slice(1));
    const sum = (amounts: readonly { amount: string }[]) =>
      amounts.reduce((cents, { amount }) => cents + Math.round(Number(amount.slice(1)) * 100), 0);
    expect([sum(paid.lines), sum(paid.totals)]).toEqual([sum(paid.totals.slice(0, 1)), sum([paid.total])]);

    expect((await adminActions.requestRefund(id, '5.00')).status).toBe(201);
    const partly = await receipts.getReceipt(id);
    expect(partly.refunds).toEqual([{ label: expect.stringMatching(/^Refund/), amount: '−$5.00' }]);
    expect(partly.rest).toEqual({ label: 'Total after refunds', amount: `$${(total - 5).toFixed(2)}` });

    expect((await adminActions.requestRefund(id, (total - 5).toFixed(2))).status).toBe(201);
    const back = await receipts.getReceipt(id);
    expect(back.rest).toEqual({ label: 'Total after refunds', amount: '$0.00' });
    expect((await downloadAsAdmin(id)).text).toMatch(/^%PDF/);
  });
});
