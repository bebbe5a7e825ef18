import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts-common';
import { ORDER_CANCELLED } from '@shop/contracts-order';
import { isLinkValid } from '@shop/service-kit';
import { asGuest, type EventRecorder, waitFor, recordEvents } from '@shop/testing';
import { PrinterEventsService } from '../src/order-lifecycle/printer-events.service.js';
import { DiscrepancyNotificationsService } from '../src/money/discrepancy-notifications.service.js';
import { getFileHash, type PaidOrder } from './support/paid-orders.js';
import { ADDRESS } from './support/test-shop.js';
import { MoneyPage } from './support/money-page.js';
import { PRINT_FILE_SECRET, PrinterSetup, toRefused } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';

let setup: PrinterSetup;
let recorder: EventRecorder;
const moneyPage = new MoneyPage(() => setup.shop);
const poll = () => setup.shop.service.get(PrinterEventsService).pollStaleOrders();

async function pollHalfAnHourLater({ id }: PaidOrder): Promise<void> {
  await setup.shop.query(`UPDATE fulfilments SET polled_at = now() - interval '31 minutes' WHERE order_id = $1`, [id]);
  await poll();
}

beforeAll(async () => {
  setup = await PrinterSetup.open();
  recorder = await recordEvents(setup.shop.transport, ['order.changed']);
  await setup.shop.query(RECORD_PUBLISHED);
});
afterEach(() => setup.reset());
afterAll(async () => {
  await recorder.stop();
  await setup.close();
});

describe('submitting orders to Printful', () => {
  describe('an order for Printful', () => {
    it('has the sold variants, is confirmed, and has the file of each line under a signed address', async () => {
      const order = await setup.createDueOrder({
        variants: [{ name: 'L' }, { name: 'Black', type: 'color' }],
        line: { variantSelections: { size: 'L', color: 'Black' }, quantity: 2 },
      });
      await setup.expectStatus(order, 'processing');
      const made = await setup.getAtPrinter(order);
      expect(made).toMatchObject({
        store: 77,
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
      expect(made.items[0]?.files).toEqual([
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
      const url = new URL(made.items[0]?.files[0]?.url ?? '');
      expect([url.origin, url.pathname]).toEqual([
        'https://shop.example.com',
        `/api/print-files/${getFileHash(order)}.png`,
      ]);
      const claim = { subject: `print-file ${getFileHash(order)}`, expires: Number(url.searchParams.get('expires')) };
      expect(isLinkValid(PRINT_FILE_SECRET, claim, url.searchParams.get('signature') ?? '')).toBe(true);
    });

    it('is created once there if the response was lost', async () => {
      const order = await setup.createOrderWithFiles();
      setup.sandbox.faults.planFault('POST /orders?', 'hang-up-after');
      const before = setup.creationCount;
      await setup.orders.endChangeWindow(order);
      await setup.expectWaiting(order, null);
      await setup.makeDue(order);
      await setup.expectSubmitted(order);
      expect(setup.creationCount - before).toBe(1);
      await setup.expectStatus(order, 'processing');
    });

    it('is created once there if the process crashed after the request', async () => {
      const order = await setup.createOrderWithFiles();
      await setup.orders.endChangeWindow(order);
      await setup.expectSubmitted(order);
      const before = setup.creationCount;
      // The state after a process crashed before it stored Printful's response.
      await setup.shop.query(`UPDATE orders SET status = 'paid' WHERE id = $1`, [order.id]);
      await setup.shop.query(`UPDATE fulfilments SET state = 'submitting', external_id = NULL WHERE order_id = $1`, [
        order.id,
      ]);
      await setup.orders.startSubmission(order);
      await setup.expectSubmitted(order);
      await setup.expectStatus(order, 'processing');
      expect(setup.creationCount).toBe(before);
    });

    it('is confirmed by the next attempt if the confirmation failed', async () => {
      const order = await setup.createOrderWithFiles();
      setup.setCalculating(true);
      setup.sandbox.faults.planFault('POST /orders?', 'hang-up-after');
      await setup.orders.endChangeWindow(order);
      await setup.expectWaiting(order, null);
      setup.setCalculating(false);
      expect((await setup.getAtPrinter(order)).status).toBe('draft');
      expect((await setup.sendWebhook(order)).status).toBe(200);
      expect((await setup.orders.getOrder(order)).order.status).toBe('paid');
      const before = setup.creationCount;
      await setup.makeDue(order);
      await setup.expectStatus(order, 'processing');
      expect([(await setup.getAtPrinter(order)).status, setup.creationCount - before]).toEqual(['pending', 0]);
    });

    it.each([[toRefused(503, 'Maintenance')], [{ status: 200, body: '<html>One moment please</html>' }]])(
      'is tried again after %j, without an alarm at first',
      async (outage) => {
        setup.sandbox.faults.planFault('', outage, null);
        const order = await setup.createDueOrder();
        await setup.expectWaiting(order, null);
        expect((await setup.orders.getOrder(order)).order.status).toBe('paid');
        setup.reset();
        await setup.makeDue(order);
        await setup.expectStatus(order, 'processing');
      },
    );

    it('shows the admins why it was rejected, with Printful’s message on the card and without it in the timeline', async () => {
      setup.sandbox.faults.planFault('POST /orders?', toRefused(400, 'Recipient: ZIP code 62701 does not fit'));
      const order = await setup.createDueOrder();
      await setup.expectWaiting(order, 'Printful refused this order. It says: Recipient: ZIP code 62701 does not fit');
      expect((await setup.listTimeline(order))[0]).toBe(
        'The order is not with the printer yet, or waits there: Printful refused this order.',
      );
      await setup.adminActions.call('POST', `/api/admin/orders/${order.id}/printing`);
      await setup.expectStatus(order, 'processing');
    });

    it('shows the admins an article that is no longer in the catalogue, and a rejected key', async () => {
      const unknown = await setup.createOrderWithFiles();
      setup.shop.setPrintfulEntries(unknown.product.id, []);
      await setup.orders.endChangeWindow(unknown);
      await setup.expectWaiting(
        unknown,
        'Printful’s catalogue has no entry for Tee. Please add it to PRINTFUL_CATALOGUE.',
      );
      setup.sandbox.faults.planFault('', toRefused(401, 'Unauthorized'));
      const order = await setup.createDueOrder();
      await setup.expectWaiting(
        order,
        'Printful does not accept the shop’s API key. Please check PRINTFUL_API_KEY and PRINTFUL_STORE_ID. It says: Unauthorized',
      );
    });
  });

  describe('an article that Printful does not print', () => {
    const SMALL = { id: randomUUID(), name: 'S' };
    const LARGE = { id: randomUUID(), name: 'L' };
    const inSmall = (product: string) => ({ product, size: SMALL.id, variantId: 4016, placement: 'front' });
    const add = async (who: IdentityClaims, productId: string, size?: string) =>
      setup.shop.addToCart(who, {
        productId,
        generatedImageId: await setup.shop.addArtwork(who),
        variantSelections: size === undefined ? {} : { size },
      });

    it('can be put in no cart, is not available in one that has it, and is named to the admins', async () => {
      const { id: mugId } = await setup.shop.addProduct({ title: 'Mug' });
      expect((await add(asGuest(), mugId)).text).toBe('This product is no longer available.');
      const guest = asGuest();
      const tee = await setup.shop.addProduct({ title: 'Tee' }, [SMALL, LARGE]);
      setup.shop.setPrintfulEntries(tee.id, [inSmall(tee.id)]);
      expect((await add(guest, tee.id, 'L')).status).toBe(422);
      expect((await add(guest, tee.id)).status).toBe(200);
      expect((await setup.shop.submitShipping(guest)).text).toBe('Please choose a size for Tee.');
      expect((await add(guest, tee.id, 'S')).status).toBe(200);
      const unprintable = await setup.adminActions.call('GET', '/api/admin/unprintable-products');
      expect(unprintable.json()).toContainEqual({ productId: tee.id, title: 'Tee', choices: ['L'] });
      setup.shop.setPrintfulEntries(tee.id, []);
      expect((await setup.shop.getCart(guest)).items).toMatchObject([{ available: false }, { available: false }]);
      expect((await setup.shop.submitShipping(guest)).text).toBe(
        'Something in your cart is no longer available. Please remove it and try again.',
      );
    });

    it('was bought under another name: the order is printed as the article that it was', async () => {
      const small = { ...SMALL, id: randomUUID() };
      const large = { ...LARGE, id: randomUUID() };
      const order = await setup.createOrderWithFiles({
        variants: [small, large],
        line: { variantSelections: { size: 'S' } },
      });
      await setup.shop.addProduct({ ...order.product, title: 'Renamed' }, [
        { ...small, name: 'Small' },
        { ...large, name: 'S' },
      ]);
      setup.shop.setPrintfulEntries(order.product.id, [
        { ...inSmall(order.product.id), size: large.id, variantId: 4018 },
        { ...inSmall(order.product.id), size: small.id },
      ]);
      await setup.orders.endChangeWindow(order);
      await setup.expectStatus(order, 'processing');
      expect((await setup.getAtPrinter(order)).items).toMatchObject([{ variant_id: 4016 }]);
    });
  });

  describe('an admin who acts during a submission', () => {
    it('waits for the submission, and is refused if that takes long', async () => {
      const release = setup.blockCreation();
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
    setup.sandbox.faults.planFault('', toRefused(503, 'Down'), null);
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

    setup.reset();
    for (const order of orders) await setup.makeDue(order);
    for (const order of orders) await setup.expectStatus(order, 'processing');
    for (const order of orders) expect((await setup.getAtPrinter(order)).status).toBe('pending');
    await notifyDiscrepancies();
    await setup.shop.query(`UPDATE notified_discrepancies SET resolved_since = resolved_since - interval '16 minutes'`);
    await notifyDiscrepancies();
    expect(await setup.shop.query('SELECT FROM notified_discrepancies')).toEqual([]);
    expect(await published()).toHaveLength(1);
  });
});

describe('the state of an order at Printful', () => {
  const parcel = { carrier: 'USPS', tracking_number: '9400', tracking_url: 'https://tools.usps.com/9400' };

  it('is read from Printful after a webhook, whose own content is ignored', async () => {
    const order = await setup.createPrintedOrder();
    await setup.sendParcel(order, parcel);
    const answers = await Promise.all([setup.sendWebhook(order), setup.sendWebhook(order), setup.sendWebhook(order)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await setup.orders.getOrder(order)).toMatchObject({
      order: { status: 'shipped' },
      tracking: { carrier: 'USPS', number: '9400', url: parcel.tracking_url },
    });
    expect(await setup.countStatusChanges(order)).toBe(3);
  });

  it('has one parcel after the other', async () => {
    const order = await setup.createPrintedOrder();
    const other = { carrier: 'UPS', tracking_number: '1Z9', tracking_url: 'https://ups.example/1Z9' };
    const parcels = async () => (await setup.orders.getOrder(order)).tracking;
    await setup.sendParcel(order, { ...parcel, isPartial: true });
    await setup.sendWebhook(order);
    expect(await parcels()).toMatchObject({
      carrier: 'USPS',
      number: '9400',
      url: parcel.tracking_url,
      isPartial: true,
    });
    await setup.sendParcel(order, other);
    await setup.sendWebhook(order);
    expect(await parcels()).toMatchObject({
      carrier: 'USPS',
      number: '9400',
      url: parcel.tracking_url,
      further: [{ carrier: 'UPS', number: '1Z9', url: other.tracking_url }],
    });
    expect((await setup.orders.getOrder(order)).timeline.find(({ type }) => type === 'shipped')?.detail).toBe(
      'USPS, 9400; UPS, 1Z9',
    );
  });

  it('is not read for a webhook without the secret or of an unknown order', async () => {
    const order = await setup.createPrintedOrder();
    const asked = setup.calls.length;
    expect((await setup.sendWebhook(order, 'a-secret-that-was-made-up')).status).toBe(404);
    const bodies = [
      {},
      { data: { order: { external_id: 'not ours' } } },
      { data: { order: { external_id: '0'.repeat(32) } } },
    ];
    for (const body of bodies) expect((await setup.sendWebhookBody(body)).status).toBe(200);
    expect(setup.calls).toHaveLength(asked);
  });

  it('makes a webhook fail for redelivery if Printful could not be asked', async () => {
    const order = await setup.createPrintedOrder();
    setup.sandbox.faults.planFault('', toRefused(500, 'Something broke'));
    expect((await setup.sendWebhook(order)).status).toBeGreaterThanOrEqual(500);
    expect((await setup.sendWebhook(order)).status).toBe(200);
  });

  it('refunds what Printful cancels', async () => {
    const order = await setup.createPrintedOrder();
    await setup.cancelAtPrinter(order);
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
    await setup.makeDraftAtPrinter(order);
    await setup.sendWebhook(order);
    await expectReason('The printer has this order as a draft, and does not print it.');
    setup.sandbox.faults.planFault('POST /orders/@', toRefused(402, 'The card of the shop was declined'));
    await pollHalfAnHourLater(order);
    await expectReason(
      'The printer has this order as a draft, and does not print it. It says: The card of the shop was declined',
    );
    await pollHalfAnHourLater(order);
    await expectReason(null);
    expect((await setup.getAtPrinter(order)).status).toBe('pending');
  });

  it('is confirmed again within minutes if its costs are still being calculated', async () => {
    const order = await setup.createPrintedOrder();
    await setup.makeDraftAtPrinter(order);
    setup.setCalculating(true);
    await pollHalfAnHourLater(order);
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

  it('is cancelled there and not refunded, also if the webhook arrives first', async () => {
    const order = await setup.createUnconfirmedOrder();
    setup.sandbox.faults.onAnswer = (call) => (call.startsWith('DELETE') ? setup.sendWebhook(order) : undefined);
    expect((await shipByHand(order)).status).toBe(200);
    expect((await setup.getAtPrinter(order)).status).toBe('canceled');
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
    setup.hideAtPrinter(order, ['DELETE', 'GET']);
    expect((await shipByHand(order)).status).toBe(200);
    await setup.shop.query('UPDATE fulfilments SET polled_at = NULL WHERE order_id = $1', [order.id]);
    await poll();
    await waitFor(async () =>
      expect((await setup.adminActions.getOrder(order.id)).fulfilment).toMatchObject({
        state: 'cancelled',
        reason: GOES_ON,
      }),
    );
    await setup.cancelAtPrinter(order);
    await setup.sendWebhook(order);
    expect((await setup.adminActions.getOrder(order.id)).fulfilment?.reason).toBeNull();
    expect(await setup.orders.getOrder(order)).toMatchObject({ order: { status: 'shipped', paymentStatus: 'paid' } });
  });
});

const GONE = 'The printer does not have this order any more: it was deleted there.';

const getReason = async ({ id }: PaidOrder) => (await setup.adminActions.getOrder(id)).fulfilment?.reason;

async function createDeletedOrder(): Promise<PaidOrder> {
  const order = await setup.createPrintedOrder();
  await setup.deleteAtPrinter(order);
  expect((await setup.sendWebhook(order)).status).toBe(200);
  return order;
}

describe('an order that an admin deletes at Printful', () => {
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
    setup.hideAtPrinter(order, ['GET']);
    await pollHalfAnHourLater(order);
    await waitFor(async () => expect(await getReason(order)).toBe(GONE));
    await pollHalfAnHourLater(order);
    await waitFor(async () => expect(await getReason(order)).toBeNull());
    expect(await moneyPage.listByOrder(order.id)).toEqual([]);
  });

  it('is submitted again once by its button', async () => {
    const order = await createDeletedOrder();
    const { id } = await moneyPage.getOnly('not-printed', order.id);
    const posted = setup.creationCount;
    const answers = await Promise.all([moneyPage.resolve(id), moneyPage.resolve(id)]);
    expect(answers).toContainEqual([200, '{"message":"The printer is being tried again."}']);
    await setup.expectSubmitted(order);
    expect([setup.creationCount, await getReason(order), await moneyPage.listByOrder(order.id)]).toEqual([
      posted + 1,
      null,
      [],
    ]);
  });
});

describe('delivery address', () => {
  const AT_PRINTER = 'The printer has this order already. Please change the address there, or cancel the order.';

  const NEW = { ...ADDRESS, address: '7 Elm Street', city: 'Shelbyville' };

  const change = ({ id }: { id: string }, address: unknown = NEW, office = setup.adminActions) =>
    office.call('PATCH', `/api/admin/orders/${id}/address`, address);

  const getResponse = async (...given: Parameters<typeof change>) => {
    const { status, text } = await change(...given);
    return [status, text];
  };

  const getAddress = async (order: PaidOrder) => (await setup.orders.getOrder(order)).order.shippingAddress;

  const getRecipient = async (order: PaidOrder) => (await setup.getAtPrinter(order)).recipient;

  /** An address that the shop takes and the printer does not. */
  async function createRejectedOrder(): Promise<PaidOrder> {
    const order = await setup.createOrderWithFiles();
    setup.sandbox.faults.planFault('POST /orders?', toRefused(400, 'No such street'));
    await setup.orders.endChangeWindow(order);
    await setup.expectWaiting(order, 'Printful refused this order. It says: No such street');
    return order;
  }

  describe('an order that the printer rejects for its address', () => {
    it('is submitted once, to the address that an admin enters', async () => {
      const order = await createRejectedOrder();
      const before = setup.creationCount;
      expect((await setup.adminActions.getOrder(order.id)).canChangeAddress).toBe(true);
      const answer = await change(order);
      expect([answer.status, answer.json<{ shippingAddress: unknown }>().shippingAddress]).toEqual([200, NEW]);
      await setup.expectStatus(order, 'processing');
      await setup.expectSubmitted(order);
      expect(await getRecipient(order)).toMatchObject({
        address1: '7 Elm Street',
        city: 'Shelbyville',
        country_code: 'US',
      });
      expect(setup.creationCount - before).toBe(1);
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
      setup.sandbox.faults.planFault('', 'hang-up', null);
      const order = await setup.createDueOrder();
      await setup.expectWaiting(order, null);
      expect(await getResponse(order)).toEqual([
        503,
        'The printer may have this order, and can’t be asked about it right now. Please try again in a moment.',
      ]);
      expect(await getAddress(order)).toEqual(ADDRESS);
      setup.reset();
      expect((await change(order)).status).toBe(200);
      await setup.expectSubmitted(order);
      expect(await getRecipient(order)).toMatchObject({ city: 'Shelbyville' });
    });

    it('keeps its address if the printer has it, also during the submission', async () => {
      const [published, waited] = [await setup.createPrintedOrder(), await setup.createOrderWithFiles()];
      expect(await getResponse(published)).toEqual([409, AT_PRINTER]);
      const release = setup.blockCreation();
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
      expect(await getRecipient(waited)).toMatchObject({ city: ADDRESS.city });
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
