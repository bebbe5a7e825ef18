import { randomUUID } from 'node:crypto';
import { ORDER_CANCELLED } from '@shop/contracts/order';
import { isLinkValid } from '@shop/service-kit';
import { type EventRecorder, waitFor, recordEvents } from '@shop/testing';
import { PrinterEventsService } from '../src/order-lifecycle/printer-events.service.js';
import { DiscrepancyNotificationsService } from '../src/money/discrepancy-notifications.service.js';
import { getFileHash, type PaidOrder } from './support/paid-orders.js';
import { ADDRESS } from './support/test-shop.js';

import { MoneyPage } from './support/money-page.js';
import { PRINT_FILE_SECRET, PrintfulSetup } from './support/printful-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';

let setup: PrintfulSetup;
let recorder: EventRecorder;
const moneyPage = new MoneyPage(() => setup.shop);
const poll = () => setup.shop.service.get(PrinterEventsService).pollStaleOrders();

async function pollHalfAnHourLater({ id }: PaidOrder): Promise<void> {
  await setup.shop.query(`UPDATE fulfilments SET polled_at = now() - interval '31 minutes' WHERE order_id = $1`, [id]);
  await poll();
}

beforeAll(async () => {
  setup = await PrintfulSetup.open();
  recorder = await recordEvents(setup.shop.transport, ['order.changed']);
  await setup.shop.query(RECORD_PUBLISHED);
});
afterEach(() => setup.printful.reset());
afterAll(async () => {
  await recorder.stop();
  await setup.close();
});

describe('submitting orders to Printful', () => {
  afterEach(() => {
    setup.printful.outage = null;
    setup.printful.confirmError = null;
    setup.printful.beforeCreated = () => Promise.resolve();
    setup.printful.faults.length = 0;
  });

  describe('an order for Printful', () => {
    it('has the sold variants, is confirmed, and has the file of each line under a signed address', async () => {
      const order = await setup.createDueOrder({
        variants: [{ name: 'L' }, { name: 'Black', type: 'color' }],
        line: { variantSelections: { size: 'L', color: 'Black' }, quantity: 2 },
      });
      await setup.expectStatus(order, 'processing');
      const made = setup.printful.find(order.id);
      expect(made).toMatchObject({
        external_id: order.id.replaceAll('-', ''),
        status: 'pending',
        recipient: {
          name: 'Pat Doe',
          address1: '1 Main St',
          city: 'Springfield',
          state_code: 'IL',
          country_code: 'US',
          zip: '62701',
        },
        items: [
          { external_id: order.itemId.replaceAll('-', ''), variant_id: 4018, quantity: 2, retail_price: '24.00' },
        ],
      });
      expect(made?.items[0]?.files).toEqual([
        {
          type: 'front',
          url: expect.any(String),
          position: {
            area_width: 4500,
            area_height: 5400,
            width: 4500,
            height: 5400,
            top: 0,
            left: 0,
            limit_to_print_area: false,
          },
        },
      ]);
      const url = new URL(made?.items[0]?.files[0]?.url ?? '');
      expect([url.origin, url.pathname]).toEqual([
        'https://shop.example.com',
        `/api/print-files/${getFileHash(order)}.png`,
      ]);
      const claim = { subject: `print-file ${getFileHash(order)}`, expires: Number(url.searchParams.get('expires')) };
      expect(isLinkValid(PRINT_FILE_SECRET, claim, url.searchParams.get('signature') ?? '')).toBe(true);
      expect(setup.printful.requests.at(-1)?.headers).toMatchObject({
        authorization: 'Bearer pf_key',
        'x-pf-store-id': '77',
      });
    });

    it('is created once there if the response was lost', async () => {
      const order = await setup.createOrderWithFiles();
      setup.printful.faults.push('hang up after');
      const before = setup.printful.creationCount;
      await setup.orders.endChangeWindow(order);
      await setup.expectWaiting(order, null);
      await setup.makeDue(order);
      await setup.expectSubmitted(order);
      expect(setup.printful.creationCount - before).toBe(1);
      await setup.expectStatus(order, 'processing');
    });

    it('is created once there if the process crashed after the request', async () => {
      const order = await setup.createOrderWithFiles();
      await setup.orders.endChangeWindow(order);
      await setup.expectSubmitted(order);
      // The state after a process crashed before it stored Printful's response.
      await setup.shop.query(`UPDATE orders SET status = 'paid' WHERE id = $1`, [order.id]);
      await setup.shop.query(`UPDATE fulfilments SET state = 'submitting', external_id = NULL WHERE order_id = $1`, [
        order.id,
      ]);
      await setup.orders.startSubmission(order);
      await setup.expectSubmitted(order);
      await setup.expectStatus(order, 'processing');
      expect([...setup.printful.orders.keys()].filter((id) => id === order.id.replaceAll('-', ''))).toHaveLength(1);
    });

    it('is confirmed by the next attempt if the confirmation failed', async () => {
      const order = await setup.createOrderWithFiles();
      setup.printful.faults.push('unconfirmed');
      await setup.orders.endChangeWindow(order);
      await setup.expectWaiting(order, null);
      expect(setup.printful.find(order.id)?.status).toBe('draft');
      expect((await setup.sendWebhook(order)).status).toBe(200);
      expect((await setup.orders.getOrder(order)).order.status).toBe('paid');
      const before = setup.printful.creationCount;
      await setup.makeDue(order);
      await setup.expectStatus(order, 'processing');
      expect([setup.printful.find(order.id)?.status, setup.printful.creationCount - before]).toEqual(['pending', 0]);
    });

    it.each([[{ status: 503, message: 'Maintenance' }], ['a page of a proxy' as const]])(
      'is tried again after %j, without an alarm at first',
      async (outage) => {
        setup.printful.outage = outage;
        const order = await setup.createDueOrder();
        await setup.expectWaiting(order, null);
        expect((await setup.orders.getOrder(order)).order.status).toBe('paid');
        setup.printful.outage = null;
        await setup.makeDue(order);
        await setup.expectStatus(order, 'processing');
      },
    );

    it('shows the admins why it was rejected, with Printful’s message on the card and without it in the timeline', async () => {
      setup.printful.faults.push(
        { status: 400, message: 'Recipient: ZIP code 62701 does not fit' },
        { status: 404, message: 'Not found' },
      );
      const order = await setup.createDueOrder();
      await setup.expectWaiting(order, 'Printful refused this order. It says: Recipient: ZIP code 62701 does not fit');
      expect((await setup.listTimeline(order))[0]).toBe(
        'The order is not with the printer yet, or waits there: Printful refused this order.',
      );
      await setup.adminActions.call('POST', `/api/admin/orders/${order.id}/printing`);
      await setup.expectStatus(order, 'processing');
    });

    it('shows the admins an unknown product and a rejected key', async () => {
      const unknown = await setup.createDueOrder({ product: { title: 'Mug' } });
      await setup.expectWaiting(
        unknown,
        'Printful’s catalogue has no entry for Mug. Please add it to PRINTFUL_CATALOGUE.',
      );
      setup.printful.faults.push({ status: 401, message: 'Unauthorized' });
      const order = await setup.createDueOrder();
      await setup.expectWaiting(
        order,
        'Printful does not accept the shop’s API key. Please check PRINTFUL_API_KEY and PRINTFUL_STORE_ID. It says: Unauthorized',
      );
    });
  });

  describe('an admin who acts during a submission', () => {
    it('waits for the submission, and is refused if that takes long', async () => {
      const release = setup.printful.blockCreation();
      const [order, stuck] = [await setup.createOrderWithFiles(), await setup.createOrderWithFiles()];
      await setup.adminActions.changeStatus(order.id, 'processing');
      await waitFor(async () =>
        expect(await setup.orders.getFulfilment(order)).toMatchObject([{ state: 'submitting' }]),
      );
      const waitForRetry = setup.watchRetries();
      const shipped = setup.adminActions.changeStatus(order.id, 'shipped');
      await waitForRetry();
      release();
      expect((await shipped).status).toBe(200);
      expect((await setup.adminActions.changeStatus(order.id, 'delivered')).status).toBe(200);
      expect(await setup.orders.getFulfilment(order)).toMatchObject([{ state: 'submitted' }]);
      await setup.shop.query(`UPDATE fulfilments SET state = 'submitting' WHERE order_id = $1`, [stuck.id]);
      const refused = await setup.adminActions.changeStatus(stuck.id, 'cancelled');
      expect([refused.status, refused.text]).toEqual([
        409,
        'This order is being handed to the printer right now. Please try again in a moment.',
      ]);
    });
  });
});

describe('an outage of Printful', () => {
  /** An outage alerts the admins from this attempt on. */
  const LAST_TRY = 4;

  const notifyDiscrepancies = () => setup.shop.service.get(DiscrepancyNotificationsService).notifyNewDiscrepancies();

  const published = () =>
    setup.shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'type' = 'money-differences.found'`,
    );

  beforeEach(() => setup.shop.clearTables());

  it('alerts the admins once, and everything is printed afterwards', async () => {
    setup.printful.outage = { status: 503, message: 'Down' };
    const orders = [await setup.createDueOrder(), await setup.createDueOrder(), await setup.createDueOrder()];
    for (let attempt = 1; attempt <= LAST_TRY; attempt += 1) {
      for (const order of orders)
        await waitFor(async () =>
          expect(await setup.orders.getFulfilment(order)).toMatchObject([{ state: 'waiting', attempts: attempt }]),
        );
      if (attempt === LAST_TRY) break;
      await notifyDiscrepancies();
      for (const order of orders) await setup.makeDue(order);
    }
    expect(await published()).toEqual([]);
    await notifyDiscrepancies();
    const message = expect.stringMatching(
      /^Order PA-\w+ is paid, and not with the printer yet: The printer does not answer\.$/,
    ) as string;
    expect(await published()).toMatchObject([{ data: { count: 3, newest: [{ message }, { message }, { message }] } }]);

    setup.printful.outage = null;
    for (const order of orders) await setup.makeDue(order);
    for (const order of orders) await setup.expectStatus(order, 'processing');
    expect(orders.map(({ id }) => setup.printful.find(id)?.status)).toEqual(['pending', 'pending', 'pending']);
    await notifyDiscrepancies();
    await setup.shop.query(`UPDATE notified_discrepancies SET resolved_since = resolved_since - interval '16 minutes'`);
    await notifyDiscrepancies();
    expect(await setup.shop.query('SELECT FROM notified_discrepancies')).toEqual([]);
    expect(await published()).toHaveLength(1);
  });
});

describe('the state of an order at Printful', () => {
  const shipment = { carrier: 'USPS', tracking_number: '9400', tracking_url: 'https://tools.usps.com/9400' };

  it('is read from Printful after a webhook, whose own content is ignored', async () => {
    const order = await setup.createPrintedOrder();
    setup.updateAtPrintful(order, { status: 'fulfilled', shipments: [shipment] });
    const answers = await Promise.all([setup.sendWebhook(order), setup.sendWebhook(order), setup.sendWebhook(order)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await setup.orders.getOrder(order)).toMatchObject({
      order: { status: 'shipped' },
      tracking: { carrier: 'USPS', number: '9400', url: shipment.tracking_url },
    });
    expect(await setup.countStatusChanges(order)).toBe(3);
  });

  it('has one parcel after the other', async () => {
    const order = await setup.createPrintedOrder();
    const other = { carrier: 'UPS', tracking_number: '1Z9', tracking_url: 'https://ups.example/1Z9' };
    const parcels = async () => (await setup.orders.getOrder(order)).tracking;
    setup.updateAtPrintful(order, { status: 'partial', shipments: [shipment] });
    await setup.sendWebhook(order);
    expect(await parcels()).toEqual({ carrier: 'USPS', number: '9400', url: shipment.tracking_url, isPartial: true });
    setup.updateAtPrintful(order, { status: 'fulfilled', shipments: [shipment, other] });
    await setup.sendWebhook(order);
    expect(await parcels()).toEqual({
      carrier: 'USPS',
      number: '9400',
      url: shipment.tracking_url,
      further: [{ carrier: 'UPS', number: '1Z9', url: other.tracking_url }],
    });
    expect((await setup.orders.getOrder(order)).timeline.find(({ type }) => type === 'shipped')?.detail).toBe(
      'USPS, 9400; UPS, 1Z9',
    );

    // An admin's entry for another parcel stays.
    await setup.shop.query(
      `UPDATE orders SET tracking = '{"carrier": "By bicycle", "number": "7", "url": null}' WHERE id = $1`,
      [order.id],
    );
    await setup.sendWebhook(order);
    expect(await parcels()).toEqual({ carrier: 'By bicycle', number: '7', url: null });
  });

  it('is not read for a webhook without the secret or of an unknown order', async () => {
    const order = await setup.createPrintedOrder();
    const asked = setup.printful.requests.length;
    expect([
      (await setup.sendWebhook(order, 'a-secret-that-was-made-up')).status,
      setup.printful.requests.length,
    ]).toEqual([404, asked]);
    const bodies = [
      {},
      { data: { order: { external_id: 'not ours' } } },
      { data: { order: { external_id: '0'.repeat(32) } } },
    ];
    for (const body of bodies) expect((await setup.sendWebhookBody(body)).status).toBe(200);
    expect(setup.printful.requests).toHaveLength(asked);
  });

  it('makes a webhook fail for redelivery if Printful could not be asked', async () => {
    const order = await setup.createPrintedOrder();
    setup.printful.faults.push({ status: 500, message: 'Something broke' });
    expect((await setup.sendWebhook(order)).status).toBeGreaterThanOrEqual(500);
    expect((await setup.sendWebhook(order)).status).toBe(200);
  });

  it('refunds what Printful cancels', async () => {
    const order = await setup.createPrintedOrder();
    setup.updateAtPrintful(order, { status: 'canceled' });
    await setup.sendWebhook(order);
    await waitFor(async () =>
      expect(await setup.orders.getOrder(order)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
      }),
    );
    expect(await setup.listTimeline(order)).toContain('The order was cancelled by the printer.');
  });

  it('is confirmed again if it became a draft there, but not by a webhook', async () => {
    const order = await setup.createPrintedOrder();
    const expectReason = (reason: string | null) =>
      waitFor(async () =>
        expect((await setup.adminActions.getOrder(order.id)).fulfilment).toMatchObject({ state: 'submitted', reason }),
      );
    setup.updateAtPrintful(order, { status: 'draft' });
    await setup.sendWebhook(order);
    await expectReason('The printer has this order as a draft, and does not print it.');
    setup.printful.confirmError = { status: 402, message: 'The card of the shop was declined' };
    await pollHalfAnHourLater(order);
    await expectReason(
      'The printer has this order as a draft, and does not print it. It says: The card of the shop was declined',
    );
    setup.printful.confirmError = null;
    await pollHalfAnHourLater(order);
    await expectReason(null);
    expect(setup.printful.find(order.id)?.status).toBe('pending');
  });

  it('is confirmed again within minutes if its costs are still being calculated', async () => {
    const order = await setup.createPrintedOrder();
    setup.updateAtPrintful(order, { status: 'draft' });
    setup.printful.calculatingCount = 1;
    await pollHalfAnHourLater(order);
    expect(setup.printful.calculatingCount).toBe(0);
    await waitFor(async () => {
      const [row] = await setup.shop.query(
        `SELECT polled_at + interval '30 minutes' - now() < interval '2 minutes' AS "isSoon" FROM fulfilments WHERE order_id = $1`,
        [order.id],
      );
      expect(row).toEqual({ isSoon: true });
    });
  });
});

describe('an order that an admin ships by hand while Printful may have it', () => {
  const GOES_ON = 'This order was shipped by hand, and the printer goes on with it. Please cancel it there.';
  const shipByHand = ({ id }: { id: string }) =>
    setup.adminActions.changeStatus(id, 'shipped', { carrier: 'UPS', number: '1Z' });
  afterEach(() => {
    setup.printful.outage = null;
    setup.printful.beforeCancelResponse = () => Promise.resolve();
  });

  it('is cancelled there and not refunded, also if the webhook arrives first', async () => {
    const order = await setup.createUnconfirmedOrder();
    setup.printful.beforeCancelResponse = () => setup.sendWebhook(order);
    expect((await shipByHand(order)).status).toBe(200);
    expect(setup.printful.find(order.id)?.status).toBe('canceled');
    await setup.sendWebhook(order);
    expect(await setup.orders.getOrder(order)).toMatchObject({
      order: { status: 'shipped', paymentStatus: 'paid' },
      refunds: [],
    });
    expect((await setup.adminActions.getOrder(order.id)).fulfilment).toMatchObject({
      state: 'cancelled',
      reason: null,
    });
  });

  it('is a discrepancy if it arrives there later, until it is cancelled there', async () => {
    const order = await setup.createUnconfirmedOrder();
    const late = setup.printful.find(order.id);
    setup.printful.orders.delete(late?.external_id ?? '');
    expect((await shipByHand(order)).status).toBe(200);
    if (late) setup.printful.orders.set(late.external_id, late);
    await setup.shop.query('UPDATE fulfilments SET polled_at = NULL WHERE order_id = $1', [order.id]);
    await poll();
    await waitFor(async () =>
      expect((await setup.adminActions.getOrder(order.id)).fulfilment).toMatchObject({
        state: 'cancelled',
        reason: GOES_ON,
      }),
    );
    setup.updateAtPrintful(order, { status: 'canceled' });
    await setup.sendWebhook(order);
    expect((await setup.adminActions.getOrder(order.id)).fulfilment?.reason).toBeNull();
    expect(await setup.orders.getOrder(order)).toMatchObject({ order: { status: 'shipped', paymentStatus: 'paid' } });
  });
});

const GONE = 'The printer does not have this order any more: it was deleted there.';

const getReason = async ({ id }: PaidOrder) => (await setup.adminActions.getOrder(id)).fulfilment?.reason;

async function createDeletedOrder(): Promise<PaidOrder> {
  const order = await setup.createPrintedOrder();
  setup.deleteAtPrintful(order);
  expect((await setup.sendWebhook(order)).status).toBe(200);
  return order;
}

describe('an order that somebody deletes at Printful', () => {
  it('is a discrepancy with its reason and a timeline entry, once, when the webhook comes', async () => {
    const order = await createDeletedOrder();
    await setup.sendWebhook(order);
    const { order: published } = await setup.orders.getOrder(order);
    expect(await moneyPage.getOnly('not-printed', order.id)).toMatchObject({
      message: `Order ${published.orderNumber} is paid, and not printed: ${GONE}`,
      action: { label: 'Hand it over again', warning: expect.stringContaining('cancel the order instead') },
    });
    expect((await setup.listTimeline(order)).filter((summary) => summary.endsWith(GONE))).toHaveLength(1);
    expect(published).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
  });

  it('is found by polling without a webhook, and resolved once it is there again', async () => {
    const order = await setup.createPrintedOrder();
    const printfulOrder = setup.printful.find(order.id);
    setup.deleteAtPrintful(order);
    await pollHalfAnHourLater(order);
    await waitFor(async () => expect(await getReason(order)).toBe(GONE));
    if (printfulOrder) setup.printful.orders.set(printfulOrder.external_id, printfulOrder);
    await pollHalfAnHourLater(order);
    await waitFor(async () => expect(await getReason(order)).toBeNull());
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });

  it('is submitted again once by its button', async () => {
    const order = await createDeletedOrder();
    const { id } = await moneyPage.getOnly('not-printed', order.id);
    const posted = setup.printful.creationCount;
    const answers = await Promise.all([moneyPage.resolve(id), moneyPage.resolve(id)]);
    expect(answers).toContainEqual([200, '{"message":"The printer is being tried again."}']);
    await setup.expectSubmitted(order);
    expect([setup.printful.creationCount, await getReason(order), await moneyPage.listByOrder(order.id)]).toEqual([
      posted + 1,
      null,
      [],
    ]);
  });
});

describe('delivery address', () => {
  afterEach(() => {
    setup.printful.outage = null;
    setup.printful.beforeCreated = () => Promise.resolve();
    setup.printful.faults.length = 0;
  });

  const AT_PRINTER = 'The printer has this order already. Please change the address there, or cancel the order.';

  const NEW = { ...ADDRESS, address: '7 Elm Street', city: 'Shelbyville' };

  const change = ({ id }: { id: string }, address: unknown = NEW, office = setup.adminActions) =>
    office.call('PATCH', `/api/admin/orders/${id}/address`, address);

  const getResponse = async (...given: Parameters<typeof change>) => {
    const { status, text } = await change(...given);
    return [status, text];
  };

  const getAddress = async (order: PaidOrder) => (await setup.orders.getOrder(order)).order.shippingAddress;

  const findRecipient = (order: PaidOrder) => setup.printful.find(order.id)?.recipient;

  /** An address that the shop takes and the printer does not. */
  async function createRejectedOrder(): Promise<PaidOrder> {
    const order = await setup.createOrderWithFiles();
    setup.printful.faults.push({ status: 400, message: 'No such street' });
    await setup.orders.endChangeWindow(order);
    await setup.expectWaiting(order, 'Printful refused this order. It says: No such street');
    return order;
  }

  describe('an order that the printer rejects for its address', () => {
    it('is submitted once, to the address that an admin enters', async () => {
      const order = await createRejectedOrder();
      const before = setup.printful.creationCount;
      expect((await setup.adminActions.getOrder(order.id)).canChangeAddress).toBe(true);
      const answer = await change(order);
      expect([answer.status, answer.json<{ shippingAddress: unknown }>().shippingAddress]).toEqual([200, NEW]);
      await setup.expectStatus(order, 'processing');
      await setup.expectSubmitted(order);
      expect(findRecipient(order)).toMatchObject({ address1: '7 Elm Street', city: 'Shelbyville', country_code: 'US' });
      expect(setup.printful.creationCount - before).toBe(1);
      expect(await setup.adminActions.getOrder(order.id)).toMatchObject({
        canChangeAddress: false,
        fulfilment: { reason: null },
      });
    });
  });

  it('is refused if no parcel can be sent there, and stored with the code of its country', async () => {
    const order = await setup.createOrderWithFiles();
    expect(await getResponse(order, { ...NEW, state: 'Bavaria' })).toEqual([
      422,
      'We don’t know this state. Please write the code or the name of a state of this country, such as CA or California.',
    ]);
    expect(await getAddress(order)).toEqual(ADDRESS);
    expect((await change(order, { ...NEW, state: 'Bayern', zip: '80331', country: 'germany' })).status).toBe(200);
    expect(await getAddress(order)).toEqual({ ...NEW, state: 'Bayern', zip: '80331', country: 'DE' });
  });

  describe('an order that may be at the printer', () => {
    it('keeps its address while the printer can’t be asked', async () => {
      setup.printful.outage = 'hang up';
      const order = await setup.createDueOrder();
      await setup.expectWaiting(order, null);
      expect(await getResponse(order)).toEqual([
        503,
        'The printer may have this order, and can’t be asked about it right now. Please try again in a moment.',
      ]);
      expect(await getAddress(order)).toEqual(ADDRESS);
      setup.printful.outage = null;
      expect((await change(order)).status).toBe(200);
      await setup.expectSubmitted(order);
      expect(findRecipient(order)).toMatchObject({ city: 'Shelbyville' });
    });

    it('keeps its address if the printer has it, also during the submission', async () => {
      const [published, waited] = [await setup.createPrintedOrder(), await setup.createOrderWithFiles()];
      expect(await getResponse(published)).toEqual([409, AT_PRINTER]);
      const release = setup.printful.blockCreation();
      await setup.orders.endChangeWindow(waited);
      await waitFor(async () =>
        expect(await setup.orders.getFulfilment(waited)).toMatchObject([{ state: 'submitting' }]),
      );
      expect((await setup.adminActions.getOrder(waited.id)).canChangeAddress).toBe(false);
      const lookedAgain = setup.watchRetries();
      const answer = getResponse(waited);
      await lookedAgain();
      release();
      expect(await answer).toEqual([409, AT_PRINTER]);
      expect(findRecipient(waited)).toMatchObject({ city: ADDRESS.city });
    });
  });

  describe('an order whose address an admin cannot change', () => {
    it('is unpaid, cancelled, shipped, or unknown', async () => {
      const [unpaid, cancelled, sent] = [
        await setup.adminActions.createUnpaidOrder(),
        await setup.createOrderWithFiles(),
        await setup.createPrintedOrder(),
      ];
      await setup.adminActions.changeStatus(cancelled.id, 'cancelled');
      await setup.adminActions.changeStatus(sent.id, 'shipped');
      expect(await getResponse(unpaid)).toEqual([
        409,
        'This order is not paid yet: its customer changes the address at the checkout.',
      ]);
      expect(await getResponse(cancelled)).toEqual([409, ORDER_CANCELLED]);
      expect(await getResponse(sent)).toEqual([409, 'This order has been sent already, to the address it has.']);
      expect(await getResponse({ id: randomUUID() })).toEqual([404, 'Not found']);
      for (const { id } of [unpaid, cancelled, sent])
        expect((await setup.adminActions.getOrder(id)).canChangeAddress).toBe(false);
    });
  });
});
