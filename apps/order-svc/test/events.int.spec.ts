import { randomUUID } from 'node:crypto';
import { artworkCompleted, printFileCompleted, printFileFailed } from '@shop/contracts-art';
import { type Product, productDeleted, productSaved, type Variant } from '@shop/contracts-catalog';
import type { EventPayload } from '@shop/contracts-common';
import { guestClaimed } from '@shop/contracts-identity';
import {
  type CartItem,
  type Order,
  orderPaid,
  orderPaymentFailed,
  orderPlaced,
  orderPrintFilesRequested,
  orderStatusChanged,
} from '@shop/contracts-order';
import { asGuest, asUser, type EventRecorder, waitFor, publishEvent, recordEvents } from '@shop/testing';
import { admin, AdminActions } from './support/admin-actions.js';
import { CARDS, buildProduct, TestShop, buildVariant, toPublishedProduct } from './support/test-shop.js';

let shop: TestShop;
let recorder: EventRecorder;
const office = new AdminActions(() => shop);
beforeAll(async () => {
  shop = await TestShop.open();
  recorder = await recordEvents(shop.transport, [
    'order.placed',
    'order.paid',
    'order.payment-failed',
    'order.status-changed',
    'order.print-files-requested',
  ]);
});
afterAll(async () => {
  await recorder.stop();
  await shop.close();
});

describe('events', () => {
  const saved = (
    sold: ReturnType<typeof buildProduct>,
    variants: ReturnType<typeof buildVariant>[] = [],
    sequence = 1,
  ) => {
    shop.setPrintfulEntries(sold.id, shop.toPrintfulEntries(sold, variants));
    return publishEvent(shop.transport, productSaved, {
      subject: `product/${sold.id}`,
      sequence,
      data: { product: toPublishedProduct(sold), variants },
    });
  };
  const publishArtwork = (
    imageId: string,
    owner: { userId?: string; guestId?: string },
    change: Partial<EventPayload<typeof artworkCompleted>> = {},
  ) =>
    publishEvent(shop.transport, artworkCompleted, {
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
        ...change,
      },
    });
  it('add the products and artworks of events to the read models', async () => {
    const [guest, sold, imageId] = [asGuest(), buildProduct(), randomUUID()];
    await saved(sold, [buildVariant(sold.id, { name: 'XL', priceModifier: '2.00' })]);
    await publishArtwork(imageId, { guestId: guest.guestId });
    await waitFor(async () => {
      const answer = await shop.addToCart(guest, {
        productId: sold.id,
        generatedImageId: imageId,
        variantSelections: { size: 'XL' },
      });
      expect(answer.status).toBe(200);
    });
    expect(await shop.getCart(guest)).toMatchObject({
      subtotal: '26.00',
      items: [{ generatedImage: { url: `/media/${imageId}` } }],
    });
  });

  it('say which part of an artwork without a background is printed', async () => {
    const [guest, imageId] = [asGuest(), randomUUID()];
    const sold = await shop.addProduct({ printArea: { widthPx: 300, heightPx: 300, shape: 'round' } });
    await publishArtwork(
      imageId,
      { guestId: guest.guestId },
      { printedBox: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 } },
    );
    const designConfig = { x: 10, y: 10, scale: 20, rotation: 0 };
    await waitFor(async () =>
      expect((await shop.addToCart(guest, { productId: sold.id, generatedImageId: imageId, designConfig })).text).toBe(
        'Your artwork lies outside the print area. Nothing of it would be printed.',
      ),
    );
  });

  it('assign an artwork that was finished after the sign-in to the user', async () => {
    const [guest, user, imageId] = [asGuest(), asUser(), randomUUID()];
    const sold = await shop.addProduct();
    await publishEvent(shop.transport, guestClaimed, {
      subject: `user/${user.userId}`,
      data: { guestId: guest.guestId ?? '', userId: user.userId ?? '' },
    });
    await waitFor(async () =>
      expect(await shop.query('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guest.guestId])).toHaveLength(1),
    );
    await publishArtwork(imageId, { guestId: guest.guestId });
    await waitFor(async () =>
      expect((await shop.addToCart(user, { productId: sold.id, generatedImageId: imageId })).status).toBe(200),
    );
  });

  it('publish an order as placed, declined and paid', async () => {
    const user = asUser();
    const { intentId, orderNumber } = await shop.checkOut(user);
    await shop.payByCard(intentId, CARDS.declined);
    await waitFor(async () => expect(await shop.getPlacedOrder(user, intentId)).toMatchObject({ state: 'failed' }));
    await shop.payByCard(intentId);
    const { id } = await shop.getOrderRow(intentId);
    const isOurs = ({ subject }: { subject: string }) => subject === `order/${id as string}`;

    const paid = await recorder.waitForEvent('order.paid', isOurs);
    expect(orderPaid.schema.parse(paid.data)).toMatchObject({
      userId: user.userId,
      order: { orderNumber, status: 'paid', paymentStatus: 'paid', total: '35.91', items: [{ quantity: 1 }] },
    });
    const changed = await recorder.waitForEvent('order.status-changed', isOurs);
    expect(orderStatusChanged.schema.parse(changed.data)).toMatchObject({ from: 'created', to: 'paid' });
    const published = recorder
      .list()
      .filter(isOurs)
      .sort((one, other) => one.sequence - other.sequence);
    expect(published.map(({ type }) => type)).toEqual([
      'order.placed',
      'order.payment-failed',
      'order.paid',
      'order.status-changed',
    ]);
    expect(orderPlaced.schema.parse(published[0]?.data).order.items).toHaveLength(1);
    expect(orderPaymentFailed.schema.parse(published[1]?.data)).toMatchObject({ message: 'Your card was declined.' });
  });
});

/** The usual limit; busy machines get more. */
const SOON = { timeoutMs: 5_000, everyMs: 10 };

describe('a republished catalogue', () => {
  /** A product as catalog-svc publishes it, change by change. */
  class CatalogueProduct {
    private sequence = 0;
    constructor(
      private product: Product,
      private variants: Variant[],
    ) {}

    get id(): string {
      return this.product.id;
    }

    async says(change: Partial<Product> = {}, variants = this.variants): Promise<void> {
      this.product = { ...this.product, ...change, version: this.product.version + 1 };
      this.variants = variants;
      this.sequence += 1;
      await publishEvent(shop.transport, productSaved, {
        subject: `product/${this.id}`,
        sequence: this.sequence,
        data: { product: toPublishedProduct(this.product), variants },
      });
    }

    async isDeleted(): Promise<void> {
      this.sequence += 1;
      await publishEvent(shop.transport, productDeleted, {
        subject: `product/${this.id}`,
        sequence: this.sequence,
        data: { productId: this.id },
      });
    }
  }

  const xl = (productId: string, change: Partial<Variant> = {}) =>
    buildVariant(productId, { id: randomUUID(), name: 'XL', priceModifier: '2.00', ...change });

  /** A customer with this product in the cart, in XL. */
  async function createCartWithProduct(change: Partial<Product> = {}) {
    const sold = buildProduct(change);
    const variants = [xl(sold.id)];
    const entry = new CatalogueProduct(sold, variants);
    shop.setPrintfulEntries(sold.id, shop.toPrintfulEntries(sold, variants));
    const guest = asGuest();
    const imageId = await shop.addArtwork(guest);
    await entry.says();
    await waitFor(async () => {
      const answer = await shop.addToCart(guest, {
        productId: sold.id,
        generatedImageId: imageId,
        variantSelections: { size: 'XL' },
      });
      expect(answer.status).toBe(200);
    }, SOON);
    return {
      entry,
      guest,
      sold,
      line: async (): Promise<Partial<CartItem> | undefined> => (await shop.getCart(guest)).items[0],
    };
  }

  it.each<[string, (entry: CatalogueProduct) => Promise<void>, Partial<CartItem>]>([
    ['a base price', (entry) => entry.says({ basePrice: '30.00' }), { unitPrice: '32.00', available: true }],
    [
      'a modifier',
      (entry) => entry.says({}, [xl(entry.id, { priceModifier: '-4.00' })]),
      { unitPrice: '20.00', available: true },
    ],
    [
      'a title and a picture',
      (entry) => entry.says({ title: 'Tee 🐶', imageUrl: '/pictures/new.svg' }),
      { unitPrice: '26.00' },
    ],
    ['a product that is no longer sold', (entry) => entry.says({ active: false }), { available: false }],
    [
      'a size that is no longer sold',
      (entry) => entry.says({}, [xl(entry.id, { active: false })]),
      { available: false },
    ],
    ['a size that is gone', (entry) => entry.says({}, []), { available: false }],
    ['a product that was deleted', (entry) => entry.isDeleted(), { available: false }],
  ])('%s, and the carts show it at once', async (_, change, shown) => {
    const { entry, line } = await createCartWithProduct();
    await change(entry);
    await waitFor(async () => expect(await line()).toMatchObject(shown), SOON);
  });

  it('restores a lost read model: prices, sizes, areas, and what is no longer sold', async () => {
    const savedCart = await createCartWithProduct();
    const closed = await createCartWithProduct({ active: true });
    await closed.entry.says({ active: false });
    await waitFor(async () => expect(await closed.line()).toMatchObject({ available: false }), SOON);
    const before = { products: await productRows(), variants: await variantRows() };
    expect(before.products.length).toBeGreaterThanOrEqual(2);
    const ids = [savedCart.entry.id, closed.entry.id];

    await shop.query('DELETE FROM catalogue_products');
    expect(await savedCart.line()).toMatchObject({ available: false, product: null });

    // The events that `npm run events -- republish product` makes catalog-svc publish: the same states with higher
    // versions.
    await savedCart.entry.says();
    await closed.entry.says();
    await waitFor(async () => {
      expect(await productRows()).toEqual(before.products.filter(({ id }) => ids.includes(id as string)));
      expect(await variantRows()).toEqual(
        before.variants.filter(({ product_id }) => ids.includes(product_id as string)),
      );
    }, SOON);
    expect([await savedCart.line(), await closed.line()]).toMatchObject([
      { available: true, unitPrice: '26.00', product: { title: savedCart.sold.title } },
      { available: false },
    ]);
    const user = asUser();
    expect(
      (
        await shop.addToCart(user, {
          productId: savedCart.entry.id,
          generatedImageId: await shop.addArtwork(user),
          variantSelections: { size: 'XL' },
        })
      ).status,
    ).toBe(200);
  });

  const productRows = () => shop.query('SELECT * FROM catalogue_products ORDER BY id');
  const variantRows = () => shop.query('SELECT * FROM catalogue_variants ORDER BY id');
});

const PRINT_FILE_ID = randomUUID();

describe('print files', () => {
  async function createPaidItem() {
    const order = await office.createPaidOrder();
    const [item] = (await office.getOrder(order.id)).items;
    return { ...order, itemId: item?.id ?? '' };
  }

  const buildFiles = (change: { id?: string; dpi?: number } = {}) => {
    const [id, mockupId] = [change.id ?? randomUUID(), randomUUID()];
    return {
      printFile: {
        id,
        url: `/api/admin/print-files/${id}`,
        widthPx: 4_500,
        heightPx: 5_400,
        bleedPx: 0,
        dpi: change.dpi ?? 240,
        sha256: 'ab'.repeat(32),
      },
      mockup: { id: mockupId, url: `/media/${mockupId}` },
    };
  };
  const completed = (item: { id: string; itemId: string }, files: ReturnType<typeof buildFiles>, sequence: number) =>
    publishEvent(shop.transport, printFileCompleted, {
      subject: `order-item/${item.itemId}`,
      sequence,
      data: { orderId: item.id, orderItemId: item.itemId, ...files },
    });
  const failed = (item: { id: string; itemId: string }, sequence: number) =>
    publishEvent(shop.transport, printFileFailed, {
      subject: `order-item/${item.itemId}`,
      sequence,
      data: { orderId: item.id, orderItemId: item.itemId, reason: 'not-drawn' },
    });
  const listPrintFileEntries = async (id: string) =>
    (await office.getOrder(id)).timeline
      .filter(({ action }) => action.startsWith('print-file.'))
      .map(({ summary }) => summary);

  it('are stored with their mockup, which the customer sees', async () => {
    const item = await createPaidItem();
    const files = buildFiles();
    await completed(item, files, 1);
    await waitFor(async () =>
      expect((await office.getOrder(item.id)).items[0]).toMatchObject({ mockupUrl: files.mockup.url }),
    );
    const { id, url, widthPx, heightPx, dpi } = files.printFile;
    expect((await office.getOrder(item.id)).items[0]?.printFile).toEqual({ id, url, widthPx, heightPx, dpi });
    expect(await listPrintFileEntries(item.id)).toEqual(['The print file of Classic T-shirt was made.']);
    const [own] = (await shop.service.call('GET', '/api/orders', { as: item.who })).json<Order[]>();
    expect(own?.items[0]).toMatchObject({ mockupUrl: files.mockup.url });
    expect(JSON.stringify(own)).not.toContain('print-files');
  });

  it('are stored from the newest of events out of order, and once if they come twice', async () => {
    const item = await createPaidItem();
    const [old, fresh] = [buildFiles(), buildFiles()];
    await failed(item, 1);
    await completed(item, fresh, 3);
    await waitFor(async () =>
      expect((await office.getOrder(item.id)).items[0]?.printFile?.id).toBe(fresh.printFile.id),
    );
    await completed(item, old, 2);
    await completed(item, fresh, 4);
    const marker = await createPaidItem();
    await completed(marker, buildFiles(), 1);
    await waitFor(async () => expect((await office.getOrder(marker.id)).items[0]?.printFile).toBeTruthy());
    await waitFor(async () =>
      expect(
        await shop.query(`SELECT sequence FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`]),
      ).toEqual([{ sequence: 4 }]),
    );
    expect((await office.getOrder(item.id)).items[0]).toMatchObject({
      mockupUrl: fresh.mockup.url,
      printFileFailure: null,
    });
    expect((await listPrintFileEntries(item.id)).filter((summary) => summary.includes('was made'))).toHaveLength(1);
  });
  const again = (item: { id: string }) => office.call('POST', `/api/admin/orders/${item.id}/print-files`);
  const listRequests = (item: { id: string }) =>
    recorder.list('order.print-files-requested').filter(({ subject }) => subject === `order/${item.id}`);

  it('are requested again once after a failure, with another revision and no other event', async () => {
    const item = await createPaidItem();
    await failed(item, 1);
    await waitFor(async () => expect(await office.getOrder(item.id)).toMatchObject({ isPrintFileMissing: true }));
    const answers = await Promise.all([again(item), again(item)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      'No print file of this order is missing, or it is being made.',
    );
    const detail = await office.getOrder(item.id);
    expect(detail).toMatchObject({ isPrintFileMissing: false, items: [{ printFile: null, printFileFailure: null }] });
    expect(detail.timeline[0]).toMatchObject({
      actor: admin.email,
      summary: 'The print file of Classic T-shirt was asked for again.',
    });
    await waitFor(() => expect(listRequests(item)).toHaveLength(1));
    expect(orderPrintFilesRequested.schema.parse(listRequests(item)[0]?.data).order.items).toMatchObject([
      { id: item.itemId, revision: 2 },
    ]);
    expect((await shop.listEventTypes(item.id)).slice(3)).toEqual(['order.print-files-requested']);

    await completed(item, buildFiles(), 2);
    await publishEvent(shop.transport, printFileCompleted, {
      subject: `order-item/${item.itemId}`,
      sequence: 3,
      data: { orderId: item.id, orderItemId: item.itemId, revision: 2, ...buildFiles({ id: PRINT_FILE_ID }) },
    });
    await waitFor(async () => expect((await office.getOrder(item.id)).items[0]?.printFile?.id).toBe(PRINT_FILE_ID));
    expect((await again(item)).status).toBe(409);
  });

  it('are ignored if the item belongs to another order', async () => {
    const [item, other] = [await createPaidItem(), await createPaidItem()];
    await completed({ id: other.id, itemId: item.itemId }, buildFiles(), 1);
    await completed(other, buildFiles(), 1);
    await waitFor(async () => expect((await office.getOrder(other.id)).items[0]?.printFile).toBeTruthy());
    await waitFor(async () =>
      expect(
        await shop.query(`SELECT 1 FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`]),
      ).toHaveLength(1),
    );
    expect((await office.getOrder(item.id)).items[0]?.printFile).toBeNull();
  });

  it('are requested with the area of the chosen size, the picture of the chosen colour and the overlay', async () => {
    const user = asUser();
    const small = { widthPx: 3_450, heightPx: 4_140, shape: 'rectangle' as const };
    const sold = await shop.addProduct({ overlayUrl: '/pictures/folds.png' }, [
      { name: 'XS', printArea: small },
      { name: 'XL' },
      { name: 'Red', type: 'color', imageUrl: '/pictures/red.svg' },
    ]);
    for (const size of ['XS', 'XL'])
      await shop.addToCart(user, {
        productId: sold.id,
        generatedImageId: await shop.addArtwork(user),
        variantSelections: { size, color: 'Red' },
      });
    const { intentId } = await shop.openPaymentStep(user);
    // Later changes of the catalogue do not change what was sold.
    await shop.addProduct({ ...sold, printArea: { widthPx: 1, heightPx: 1, shape: 'round' } });
    await shop.stripe.pay(intentId);
    const { order } = await shop.getPlacedOrder(user, intentId);
    const { data } = await recorder.waitForEvent('order.paid', ({ subject }) => subject === `order/${order.id}`);
    const findPrint = (size: string) =>
      orderPaid.schema.parse(data).order.items.find(({ variantSelections }) => variantSelections.size === size)?.print;
    const common = {
      pictureUrl: '/pictures/red.svg',
      pictureArea: sold.pictureArea,
      overlayUrl: '/pictures/folds.png',
    };
    expect(findPrint('XS')).toEqual({ ...common, areaPx: small });
    expect(findPrint('XL')).toEqual({ ...common, areaPx: sold.printArea });
  });
});
