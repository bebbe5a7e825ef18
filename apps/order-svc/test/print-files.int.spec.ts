import { randomUUID } from 'node:crypto';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
import { orderPaid, orderPrintFilesRequested, type Order } from '@shop/contracts/order';
import { asUser, eventually, publishEvent, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { admin, BackOffice } from './admin.js';
import { product, Shop } from './shop.js';
import { paySilently } from './webhooks.js';

const MADE = randomUUID();

describe.each(testTransports())('over $name', (transport) => {
  let shop: Shop;
  let heard: EventRecorder;
  const office = new BackOffice(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ transport });
    heard = await recordEvents(transport, ['order.paid', 'order.print-files-requested']);
  });
  afterAll(async () => {
    await heard.stop();
    await shop.close();
  });

  async function paidItem() {
    const order = await office.paidOrder();
    const [item] = (await office.detail(order.id)).items;
    return { ...order, itemId: item?.id ?? '' };
  }

  const filesOf = (change: { id?: string; dpi?: number } = {}) => {
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
  const completed = (item: { id: string; itemId: string }, files: ReturnType<typeof filesOf>, sequence: number) =>
    publishEvent(transport, printFileCompleted, {
      subject: `order-item/${item.itemId}`,
      sequence,
      data: { orderId: item.id, orderItemId: item.itemId, ...files },
    });
  const failed = (item: { id: string; itemId: string }, sequence: number) =>
    publishEvent(transport, printFileFailed, {
      subject: `order-item/${item.itemId}`,
      sequence,
      data: { orderId: item.id, orderItemId: item.itemId, reason: 'not-drawn' },
    });
  const printStory = async (id: string) =>
    (await office.detail(id)).timeline
      .filter(({ action }) => action.startsWith('print-file.'))
      .map(({ summary }) => summary);

  it('keeps print file and mock-up with the item, and shows the mock-up to the shopper too', async () => {
    const item = await paidItem();
    const files = filesOf();
    await completed(item, files, 1);
    await eventually(async () =>
      expect((await office.detail(item.id)).items[0]).toMatchObject({ mockupUrl: files.mockup.url }),
    );
    const { id, url, widthPx, heightPx, dpi } = files.printFile;
    expect((await office.detail(item.id)).items[0]?.printFile).toEqual({ id, url, widthPx, heightPx, dpi });
    expect(await printStory(item.id)).toEqual(['The print file of Classic T-shirt was made.']);
    const [own] = (await shop.service.call('GET', '/api/orders', { as: item.who })).json<Order[]>();
    expect(own?.items[0]).toMatchObject({ mockupUrl: files.mockup.url });
    expect(JSON.stringify(own)).not.toContain('print-files');
  });

  it('keeps the newest where they come out of order, and tells the same files once', async () => {
    const item = await paidItem();
    const [old, fresh] = [filesOf(), filesOf()];
    await failed(item, 1);
    await completed(item, fresh, 3);
    await eventually(async () =>
      expect((await office.detail(item.id)).items[0]?.printFile?.id).toBe(fresh.printFile.id),
    );
    await completed(item, old, 2);
    await completed(item, fresh, 4);
    const marker = await paidItem();
    await completed(marker, filesOf(), 1);
    await eventually(async () => expect((await office.detail(marker.id)).items[0]?.printFile).toBeTruthy());
    await eventually(async () =>
      expect(
        await shop.rows(`SELECT sequence FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`]),
      ).toEqual([{ sequence: 4 }]),
    );
    expect((await office.detail(item.id)).items[0]).toMatchObject({
      mockupUrl: fresh.mockup.url,
      printFileFailure: null,
    });
    expect((await printStory(item.id)).filter((summary) => summary.includes('was made'))).toHaveLength(1);
  });

  it('says why there can be none', async () => {
    const item = await paidItem();
    await failed(item, 1);
    await eventually(async () =>
      expect((await office.detail(item.id)).items[0]).toMatchObject({ printFile: null, printFileFailure: 'not-drawn' }),
    );
    expect(await printStory(item.id)).toEqual(['There is no print file of Classic T-shirt: it could not be drawn.']);
  });

  const lateBy = (item: { id: string }, minutes: number) =>
    shop.rows(`UPDATE orders SET paid_at = now() - make_interval(mins => $2) WHERE id = $1`, [item.id, minutes]);
  const again = (item: { id: string }) => office.call('POST', `/api/admin/orders/${item.id}/print-files`);
  const asked = (item: { id: string }) =>
    heard.all('order.print-files-requested').filter(({ subject }) => subject === `order/${item.id}`);

  it('are made again where they can’t be made, once: of another revision, told to the studio and to nobody else', async () => {
    const item = await paidItem();
    await failed(item, 1);
    await eventually(async () => expect(await office.detail(item.id)).toMatchObject({ lacksPrintFile: true }));
    const answers = await Promise.all([again(item), again(item)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      'No print file of this order is missing, or it is being made.',
    );
    const detail = await office.detail(item.id);
    expect(detail).toMatchObject({ lacksPrintFile: false, items: [{ printFile: null, printFileFailure: null }] });
    expect(detail.timeline[0]).toMatchObject({
      actor: admin.email,
      summary: 'The print file of Classic T-shirt was asked for again.',
    });
    await eventually(() => expect(asked(item)).toHaveLength(1));
    expect(orderPrintFilesRequested.schema.parse(asked(item)[0]?.data).order.items).toMatchObject([
      { id: item.itemId, revision: 2 },
    ]);
    expect((await shop.eventsOf(item.id)).slice(3)).toEqual(['order.print-files-requested']);

    await completed(item, filesOf(), 2);
    await publishEvent(transport, printFileCompleted, {
      subject: `order-item/${item.itemId}`,
      sequence: 3,
      data: { orderId: item.id, orderItemId: item.itemId, revision: 2, ...filesOf({ id: MADE }) },
    });
    await eventually(async () => expect((await office.detail(item.id)).items[0]?.printFile?.id).toBe(MADE));
    expect((await again(item)).status).toBe(409);
  });

  it('are asked for by the button of the difference, where one has been waited for too long', async () => {
    const item = await paidItem();
    expect((await again(item)).status).toBe(409);
    await lateBy(item, 61);
    const lacking = async () => (await office.money()).differences.filter(({ orderId }) => orderId === item.id);
    const [difference] = await lacking();
    expect(difference).toMatchObject({
      kind: 'print-missing',
      remedy: { label: 'Make the print file again', warning: null },
    });
    const answers = await Promise.all([office.mend(difference?.id ?? ''), office.mend(difference?.id ?? '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.json()).toEqual({
      sentence: 'The print file is being made again.',
    });
    expect(await lacking()).toEqual([]);
    await eventually(() => expect(asked(item)).toHaveLength(1));

    await publishEvent(transport, printFileFailed, {
      subject: `order-item/${item.itemId}`,
      sequence: 1,
      data: { orderId: item.id, orderItemId: item.itemId, revision: 2, reason: 'not-drawn' },
    });
    await eventually(async () =>
      expect(await lacking()).toMatchObject([{ kind: 'print-failed', remedy: { label: 'Make the print file again' } }]),
    );
  });

  it('are not made again of an order that is over, nor by anybody but an admin', async () => {
    const item = await paidItem();
    await failed(item, 1);
    await eventually(async () => expect(await office.detail(item.id)).toMatchObject({ lacksPrintFile: true }));
    expect((await office.call('POST', `/api/admin/orders/${item.id}/print-files`, undefined, item.who)).status).toBe(
      403,
    );
    await office.move(item.id, 'cancelled');
    expect((await again(item)).status).toBe(409);
    expect((await office.call('POST', `/api/admin/orders/${randomUUID()}/print-files`)).status).toBe(404);
  });

  it("passes over files of an item that is not that order's", async () => {
    const [item, other] = [await paidItem(), await paidItem()];
    await completed({ id: other.id, itemId: item.itemId }, filesOf(), 1);
    await completed(other, filesOf(), 1);
    await eventually(async () => expect((await office.detail(other.id)).items[0]?.printFile).toBeTruthy());
    await eventually(async () =>
      expect(
        await shop.rows(`SELECT 1 FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`]),
      ).toHaveLength(1),
    );
    expect((await office.detail(item.id)).items[0]?.printFile).toBeNull();
  });

  it('tells the printer the area of the chosen size, the picture in the chosen colour and what lies over it', async () => {
    const user = asUser();
    const small = { widthPx: 3_450, heightPx: 4_140, shape: 'rectangle' as const };
    const sold = await shop.sells({ overlayUrl: '/pictures/folds.png' }, [
      { name: 'XS', printArea: small },
      { name: 'XL' },
      { name: 'Red', type: 'color', imageUrl: '/pictures/red.svg' },
    ]);
    for (const size of ['XS', 'XL'])
      await shop.add(user, {
        productId: sold.id,
        generatedImageId: await shop.artworkOf(user),
        variantSelections: { size, color: 'Red' },
      });
    const { clientSecret } = (await shop.ship(user)).json<{ clientSecret: string }>();
    const intentId = clientSecret.split('_secret_')[0] ?? '';
    // What is changed after the order was placed is not what was sold.
    await shop.sells({ ...sold, printArea: { widthPx: 1, heightPx: 1, shape: 'round' } });
    await paySilently(shop, intentId);
    const { order } = await shop.placed(user, intentId);
    const { data } = await heard.next('order.paid', ({ subject }) => subject === `order/${order.id}`);
    const printOf = (size: string) =>
      orderPaid.schema.parse(data).order.items.find(({ variantSelections }) => variantSelections.size === size)?.print;
    const common = {
      pictureUrl: '/pictures/red.svg',
      pictureArea: sold.pictureArea,
      overlayUrl: '/pictures/folds.png',
    };
    expect(printOf('XS')).toEqual({ ...common, areaPx: small });
    expect(printOf('XL')).toEqual({ ...common, areaPx: sold.printArea });
  });

  it('tells of a product that was first known without its areas what came later, and of one that never was: nothing', async () => {
    const known = product();
    const user = asUser();
    await shop.fillCart(user, known);
    const other = await shop.sells();
    await shop.add(user, { productId: other.id, generatedImageId: await shop.artworkOf(user) });
    await shop.rows('UPDATE catalogue_products SET print_area = NULL, picture_area = NULL');
    const { clientSecret } = (await shop.ship(user)).json<{ clientSecret: string }>();
    await shop.sells(known);
    const intentId = clientSecret.split('_secret_')[0] ?? '';
    await paySilently(shop, intentId);
    const { order } = await shop.placed(user, intentId);
    const { data } = await heard.next('order.paid', ({ subject }) => subject === `order/${order.id}`);
    const prints = new Map(orderPaid.schema.parse(data).order.items.map(({ productId, print }) => [productId, print]));
    expect(prints.get(known.id)).toMatchObject({ areaPx: known.printArea, overlayUrl: null });
    expect(prints.get(other.id)).toBeNull();
  });
});
