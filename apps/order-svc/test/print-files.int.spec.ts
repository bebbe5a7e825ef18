import { randomUUID } from 'node:crypto';
import { printFileCompleted, printFileFailed } from '@shop/contracts/art';
import { orderPaid, type Order } from '@shop/contracts/order';
import { asUser, eventually, publishEvent, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { BackOffice } from './admin.js';
import { product, Shop } from './shop.js';
import { paySilently } from './webhooks.js';

describe.each(testTransports())('over $name', (transport) => {
  let shop: Shop;
  let heard: EventRecorder;
  const office = new BackOffice(() => shop);
  beforeAll(async () => {
    shop = await Shop.open({ transport });
    heard = await recordEvents(transport, ['order.paid']);
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
      printFile: { id, url: `/api/admin/print-files/${id}`, widthPx: 4_500, heightPx: 5_400, bleedPx: 0, dpi: change.dpi ?? 240, sha256: 'ab'.repeat(32) },
      mockup: { id: mockupId, url: `/media/${mockupId}` },
    };
  };
  const completed = (item: { id: string; itemId: string }, files: ReturnType<typeof filesOf>, sequence: number) =>
    publishEvent(transport, printFileCompleted, { subject: `order-item/${item.itemId}`, sequence, data: { orderId: item.id, orderItemId: item.itemId, ...files } });
  const failed = (item: { id: string; itemId: string }, sequence: number) =>
    publishEvent(transport, printFileFailed, { subject: `order-item/${item.itemId}`, sequence, data: { orderId: item.id, orderItemId: item.itemId, reason: 'not-drawn' } });
  const printStory = async (id: string) => (await office.detail(id)).timeline.filter(({ action }) => action.startsWith('print-file.')).map(({ summary }) => summary);

  it('keeps print file and mock-up with the item, and shows the mock-up to the shopper too', async () => {
    const item = await paidItem();
    const files = filesOf();
    await completed(item, files, 1);
    await eventually(async () => expect((await office.detail(item.id)).items[0]).toMatchObject({ mockupUrl: files.mockup.url }));
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
    await eventually(async () => expect((await office.detail(item.id)).items[0]?.printFile?.id).toBe(fresh.printFile.id));
    await completed(item, old, 2);
    await completed(item, fresh, 4);
    const marker = await paidItem();
    await completed(marker, filesOf(), 1);
    await eventually(async () => expect((await office.detail(marker.id)).items[0]?.printFile).toBeTruthy());
    await eventually(async () => expect(await shop.rows(`SELECT sequence FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`])).toEqual([{ sequence: 4 }]));
    expect((await office.detail(item.id)).items[0]).toMatchObject({ mockupUrl: fresh.mockup.url, printFileFailure: null });
    expect((await printStory(item.id)).filter((summary) => summary.includes('was made'))).toHaveLength(1);
  });

  it('says why there can be none', async () => {
    const item = await paidItem();
    await failed(item, 1);
    await eventually(async () => expect((await office.detail(item.id)).items[0]).toMatchObject({ printFile: null, printFileFailure: 'not-drawn' }));
    expect(await printStory(item.id)).toEqual(['There is no print file of Classic T-shirt: it could not be drawn.']);
  });

  it("passes over files of an item that is not that order's", async () => {
    const [item, other] = [await paidItem(), await paidItem()];
    await completed({ id: other.id, itemId: item.itemId }, filesOf(), 1);
    await completed(other, filesOf(), 1);
    await eventually(async () => expect((await office.detail(other.id)).items[0]?.printFile).toBeTruthy());
    await eventually(async () => expect(await shop.rows(`SELECT 1 FROM subject_positions WHERE subject = $1`, [`order-item/${item.itemId}`])).toHaveLength(1));
    expect((await office.detail(item.id)).items[0]?.printFile).toBeNull();
  });

  it('tells the printer the area of the chosen size, the picture in the chosen colour and what lies over it', async () => {
    const user = asUser();
    const small = { widthPx: 3_450, heightPx: 4_140, shape: 'rectangle' as const };
    const sold = await shop.sells({ overlayUrl: '/pictures/folds.png' }, [{ name: 'XS', printArea: small }, { name: 'XL' }, { name: 'Red', type: 'color', imageUrl: '/pictures/red.svg' }]);
    for (const size of ['XS', 'XL']) await shop.add(user, { productId: sold.id, generatedImageId: await shop.artworkOf(user), variantSelections: { size, color: 'Red' } });
    const { clientSecret } = (await shop.ship(user)).json<{ clientSecret: string }>();
    const intentId = clientSecret.split('_secret_')[0] ?? '';
    // What is changed after the order was placed is not what was sold.
    await shop.sells({ ...sold, printArea: { widthPx: 1, heightPx: 1, shape: 'round' } });
    await paySilently(shop, intentId);
    const { order } = await shop.placed(user, intentId);
    const { data } = await heard.next('order.paid', ({ subject }) => subject === `order/${order.id}`);
    const printOf = (size: string) => orderPaid.schema.parse(data).order.items.find(({ variantSelections }) => variantSelections.size === size)?.print;
    const common = { pictureUrl: '/pictures/red.svg', pictureArea: sold.pictureArea, overlayUrl: '/pictures/folds.png' };
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
