import { MAX_UNPRINTABLE, ORDER_BEING_PRINTED, type UnprintableProduct } from '@shop/contracts-order';
import { asUser, waitFor } from '@shop/testing';
import type { PaidOrder } from './support/paid-orders.js';
import { PrinterSetup, toRefused } from './support/printer-setup.js';
import { RECORD_PUBLISHED } from './support/published-events.js';

/** Printful's variants of the Tee in size S, and in the other sizes. */
const [SMALL, OTHERS] = [4016, 4017];
const VARIANTS = [
  { name: 'XS', priceModifier: '-2.00' },
  { name: 'S' },
  { name: 'M' },
  { name: '2XL', priceModifier: '3.00' },
];
const REASON = 'Out of stock at the printer: Tee, S. The customer was asked to choose another size or to cancel.';

let setup: PrinterSetup;
beforeAll(async () => {
  setup = await PrinterSetup.open();
  await setup.shop.query(RECORD_PUBLISHED);
});
afterEach(async () => {
  setup.reset();
  await setSmallInStock(true);
});
afterAll(() => setup.close());

const setSmallInStock = (isInStock: boolean) => setup.sandbox.printer.changeVariant(SMALL, { isInStock });

const SMALL_TEE = { variants: VARIANTS, line: { variantSelections: { size: 'S' }, quantity: 2 } };
const createSmallTee = (change: Parameters<PrinterSetup['createDueOrder']>[0] = {}): Promise<PaidOrder> =>
  setup.createDueOrder({ ...SMALL_TEE, ...change });

async function createOrderOutOfStock(): Promise<PaidOrder> {
  await setSmallInStock(false);
  const order = await createSmallTee();
  await setup.expectWaiting(order, REASON);
  return order;
}

const listEvents = async ({ id }: PaidOrder, type: string): Promise<Record<string, unknown>[]> =>
  (
    await setup.shop.query(
      `SELECT envelope->'data' AS data FROM published WHERE envelope->>'type' = $1 AND envelope->>'subject' = $2`,
      [type, `order/${id}`],
    )
  ).map(({ data }) => data as Record<string, unknown>);

const changeSize = async (order: PaidOrder, size: string): Promise<[number, string]> => {
  const { status, text } = await setup.orders.changeChoices(order, { size });
  return [status, status === 200 ? '' : text];
};

/** Makes the order due, and waits until it was tried again. */
async function retry(order: PaidOrder): Promise<void> {
  const before = (await setup.adminActions.getOrder(order.id)).fulfilment?.attempts ?? 0;
  await setup.makeDue(order);
  await waitFor(async () =>
    expect((await setup.adminActions.getOrder(order.id)).fulfilment).toMatchObject({
      state: 'waiting',
      attempts: before + 1,
    }),
  );
}

describe('an order whose costs Printful is still calculating', () => {
  it('is confirmed a minute later, however many attempts there were', async () => {
    setup.setCalculating(true);
    const order = await createSmallTee();
    await setup.expectWaiting(order, null);
    expect((await setup.getAtPrinter(order)).status).toBe('draft');
    await setup.shop.query('UPDATE fulfilments SET attempts = 12 WHERE order_id = $1', [order.id]);
    await retry(order);
    const { fulfilment } = await setup.adminActions.getOrder(order.id);
    expect(fulfilment?.reason).toBe('The printer is still calculating the costs of this order.');
    expect(Date.parse(fulfilment?.nextTryAt ?? '') - Date.now()).toBeLessThan(120_000);
    setup.setCalculating(false);
    await setup.makeDue(order);
    await setup.expectStatus(order, 'processing');
    expect((await setup.getAtPrinter(order)).status).toBe('pending');
  });
});

describe('an order with an article that is out of stock at Printful', () => {
  it('closes the size, and asks its customer and the admins once', async () => {
    const order = await createOrderOutOfStock();
    expect(await listEvents(order, 'order.out-of-stock')).toMatchObject([
      {
        order: { id: order.id, status: 'paid' },
        items: [
          { orderItemId: order.itemId, productId: order.product.id, title: 'Tee', variantSelections: { size: 'S' } },
        ],
      },
    ]);
    const { isOutOfStock, prints } = await setup.orders.getOrder(order);
    expect(isOutOfStock).toBe(true);
    expect(prints).toMatchObject([{ isOutOfStock: true }]);
    expect(prints[0]?.choices).toEqual([
      { selections: { size: 'XS' }, refund: '4.32' },
      { selections: { size: 'M' }, refund: '0.00' },
    ]);
    expect((await setup.listTimeline(order)).filter((summary) => summary.includes(REASON))).toHaveLength(1);

    const other = asUser();
    const added = await setup.shop.addToCart(other, {
      productId: order.product.id,
      generatedImageId: await setup.shop.addArtwork(other),
      variantSelections: { size: 'S' },
    });
    expect([added.status, added.text]).toEqual([422, 'This choice is not available for the product.']);

    await retry(order);
    expect(await listEvents(order, 'order.out-of-stock')).toHaveLength(1);
    expect((await setup.listTimeline(order)).filter((summary) => summary.includes(REASON))).toHaveLength(1);
  });

  it('closes the size that was bought, although an admin has renamed it', async () => {
    const order = await setup.createOrderWithFiles(SMALL_TEE);
    const sizes = await setup.shop.query('SELECT id, name FROM catalogue_variants WHERE product_id = $1', [
      order.product.id,
    ]);
    const bought = sizes.find(({ name }) => name === 'S')?.id;
    await setup.shop.query(`UPDATE catalogue_variants SET name = 'Small' WHERE id = $1`, [bought]);
    await setSmallInStock(false);
    await setup.orders.endChangeWindow(order);
    await setup.expectWaiting(order, REASON);
    expect(await listEvents(order, 'order.out-of-stock')).toMatchObject([
      { items: [{ variantIds: { size: bought } }] },
    ]);
    expect((await setup.orders.getOrder(order)).prints[0]?.choices).toEqual([
      { selections: { size: 'XS' }, refund: '4.32' },
      { selections: { size: 'M' }, refund: '0.00' },
    ]);
  });

  it.each([
    ['has it as a draft', true, 0],
    ['does not have it', false, 1],
  ])('is printed in the size that its customer chooses, if Printful %s', async (_, keepsDraft, created) => {
    if (!keepsDraft)
      setup.sandbox.faults.planFault('POST /orders?', toRefused(400, 'Item 0: This variant is out of stock'));
    const order = await createOrderOutOfStock();
    const before = setup.creationCount;
    expect(await changeSize(order, '2XL')).toEqual([
      409,
      'This choice costs more than you paid. Only what costs the same or less can be chosen now.',
    ]);
    expect(await changeSize(order, 'M')).toEqual([200, '']);
    expect(await listEvents(order, 'order.changed')).toMatchObject([{ what: ['Tee: size M'] }]);
    await setup.orders.addPrintFiles(order);
    await setup.makeDue(order);
    await setup.expectStatus(order, 'processing');
    expect(await setup.getAtPrinter(order)).toMatchObject({
      status: 'pending',
      items: [{ variant_id: OTHERS, quantity: 2 }],
    });
    expect(setup.creationCount - before).toBe(created);
    const changed = await setup.orders.getOrder(order);
    expect(changed).not.toHaveProperty('isOutOfStock');
    expect(changed.refunds).toEqual([]);
    expect(await changeSize(order, 'XS')).toEqual([409, ORDER_BEING_PRINTED]);
  });

  it('refunds the difference to a cheaper size, with its tax, once', async () => {
    const order = await createOrderOutOfStock();
    expect(await changeSize(order, 'XS')).toEqual([200, '']);
    // 2 × 2.00 and 8 % tax.
    await waitFor(async () => expect((await setup.orders.getOrder(order)).refunds).toMatchObject([{ amount: '4.32' }]));
    await setup.shop.query('UPDATE order_items SET is_out_of_stock = true WHERE order_id = $1', [order.id]);
    expect(await changeSize(order, 'M')).toEqual([200, '']);
    expect((await setup.orders.getOrder(order)).refunds).toMatchObject([{ amount: '4.32' }]);
    expect((await setup.orders.getOrder(order)).order).toMatchObject({ paymentStatus: 'paid', total: '61.83' });
  });

  it('is cancelled and refunded in full on request, also at Printful', async () => {
    const order = await createOrderOutOfStock();
    expect((await setup.orders.call('POST', order, '/cancel')).status).toBe(200);
    expect((await setup.orders.call('POST', order, '/cancel')).status).toBe(200);
    await waitFor(async () =>
      expect(await setup.orders.getOrder(order)).toMatchObject({
        order: { status: 'cancelled', paymentStatus: 'refunded' },
        refunds: [{ amount: '61.83' }],
      }),
    );
    expect((await setup.getAtPrinter(order)).status).toBe('canceled');
    expect(await setup.orders.getFulfilment(order)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is printed as it was ordered if the article is in stock again before', async () => {
    const order = await createOrderOutOfStock();
    await setSmallInStock(true);
    await setup.makeDue(order);
    await setup.expectStatus(order, 'processing');
    expect((await setup.getAtPrinter(order)).items).toMatchObject([{ variant_id: SMALL }]);
    expect(await setup.orders.getOrder(order)).not.toHaveProperty('isOutOfStock');
  });

  it('is not changed after all if Printful took it and its answer was lost', async () => {
    const order = await createOrderOutOfStock();
    await setSmallInStock(true);
    setup.sandbox.faults.planFault('PUT /orders/', 'hang-up-after');
    await retry(order);
    expect(await changeSize(order, 'M')).toEqual([409, ORDER_BEING_PRINTED]);
    await setup.expectStatus(order, 'processing');
    expect(await setup.orders.getOrder(order)).not.toHaveProperty('isOutOfStock');
  });

  it('does not count as out of stock for any other rejection', async () => {
    const order = await setup.createOrderWithFiles();
    setup.sandbox.faults.planFault('POST /orders?', toRefused(400, 'Recipient: zip is not valid'));
    await setup.orders.endChangeWindow(order);
    await setup.expectWaiting(order, 'Printful refused this order. It says: Recipient: zip is not valid');
    expect(await setup.orders.getOrder(order)).not.toHaveProperty('isOutOfStock');
    expect(await listEvents(order, 'order.out-of-stock')).toEqual([]);
  });
});

describe('an article that the printer does not have', () => {
  const MUG = { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff', title: 'Mug' };
  const NAMED = { productId: MUG.id, title: 'Mug', choices: [] };
  const list = async (query = '') =>
    (await setup.adminActions.call('GET', `/api/admin/unprintable-products${query}`)).json<UnprintableProduct[]>();
  let others: readonly { id?: unknown }[];

  beforeAll(async () => {
    await setup.shop.addProduct(MUG);
    others = await setup.shop.query(
      `INSERT INTO catalogue_products (id, title, category, base_price_cents, active)
       SELECT gen_random_uuid(), 'Other', 'tshirt', 100, true FROM generate_series(1, 1100) RETURNING id`,
    );
  });
  afterAll(() => setup.shop.query(`DELETE FROM catalogue_products WHERE title = 'Other'`));

  it('is named to an admin who asks for a copy, which has another id and is not on sale yet', async () => {
    const copy = await setup.shop.addProduct({ title: 'Copy of Tee', active: false }, VARIANTS);
    expect(await list(`?productId=${copy.id}`)).toEqual([]);
    setup.shop.setPrintfulEntries(copy.id, []);
    expect(await list(`?productId=${copy.id}`)).toMatchObject([{ productId: copy.id, title: 'Copy of Tee' }]);
    expect((await list()).map(({ productId }) => productId)).not.toContain(copy.id);
  });

  it('is named to the admins however many products are on sale', async () => {
    const entries = others.map((other) => ({ product: String(other.id), variantId: 4017, placement: 'front' }));
    setup.shop.setPrintfulEntries(MUG.id, entries);
    expect(await list()).toContainEqual(NAMED);
    expect(await list(`?productId=${String(others[0]?.id)}`)).toEqual([]);
  });

  it('is named for its product, also if the list is too long for it', async () => {
    for (const { id } of [MUG, ...others]) setup.shop.setPrintfulEntries(String(id), []);
    expect(await list()).toHaveLength(MAX_UNPRINTABLE);
    expect(await list()).not.toContainEqual(NAMED);
    expect(await list(`?productId=${MUG.id}`)).toEqual([NAMED]);
  });
});
