import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ArtworkDetails, Design, Generation, printFileCompleted } from '@shop/contracts-art';
import type { EventPayload } from '@shop/contracts-common';
import { orderChanged, orderPaid, orderPrintFilesRequested, type DesignConfig } from '@shop/contracts-order';
import { signLink } from '@shop/service-kit';
import {
  asAdmin,
  asGuest,
  waitFor,
  publishEvent,
  recordEvents,
  signIdentityToken,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { ssim } from '@shop/testing/ssim';
import sharp from 'sharp';
import { fromBufferPromise } from 'yauzl';
import { originalKey, printKey } from '../src/images/image-keys.js';
import { ArtFixture, generate, republish, uploadedPhoto } from './support/art-fixture.js';
import { renderPreview } from './support/marker-artwork.js';
import {
  FakeCatalogue,
  createPaidItem,
  createPaidOrder,
  PRINT,
  insertArtwork,
  type PaidOrder,
} from './support/paid-order.js';
import { petJpeg } from '@shop/art-engine/testing';

type Completed = EventPayload<typeof printFileCompleted>;

const PLAIN_BACKGROUND = [242, 242, 242];
const PRINT_FILE_SECRET = 'the secret of print files';

let fixture: ArtFixture;
let catalogue: FakeCatalogue;
let service: TestService;
let events: EventRecorder;
let artworkId: string;

beforeAll(async () => {
  catalogue = await FakeCatalogue.open();
  fixture = await ArtFixture.open({ CATALOG_URL: catalogue.url, PRINT_RETRY_MS: '100', PRINT_FILE_SECRET });
  ({ service } = fixture);
  events = await recordEvents(fixture.transport, ['print-file.completed', 'print-file.failed']);
  artworkId = await insertArtwork(fixture, { guestId: asGuest().guestId });
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
  await catalogue.close();
});

type Item = Parameters<typeof createPaidItem>[1];
const createOrder = (...items: Item[]): PaidOrder =>
  createPaidOrder(items.map((item) => createPaidItem(artworkId, item)));
const pay = async (data: PaidOrder): Promise<PaidOrder> => {
  await publishEvent(fixture.transport, orderPaid, { subject: `order/${data.order.id}`, data });
  return data;
};
const publishedOf = <Data = Completed>(orderItemId: string, type = 'print-file.completed'): Data[] =>
  events.list(type).flatMap(({ subject, data }) => (subject === `order-item/${orderItemId}` ? [data as Data] : []));
const waitForCompleted = async ({ order }: PaidOrder, line = 1): Promise<Completed> => {
  const { id } = order.items[line - 1]!;
  await waitFor(() => expect(publishedOf(id).length).toBeGreaterThan(0));
  return publishedOf(id)[0]!;
};
const waitForFailed = async ({ order }: PaidOrder, line = 1): Promise<{ reason: string }> => {
  const { id } = order.items[line - 1]!;
  await waitFor(() => expect(publishedOf(id, 'print-file.failed')).not.toEqual([]));
  return publishedOf<{ reason: string }>(id, 'print-file.failed')[0]!;
};
/** Ends the pause before the next attempt; all pauses together take minutes. */
const skipPause = ({ order }: PaidOrder) =>
  fixture.database.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs WHERE key = ANY ($1)`,
    [order.items.map(({ id }) => `art.print-file:${id}`)],
  );
const getAsAdmin = async (path: string): Promise<Response> =>
  fetch(new URL(path, service.url), { headers: { 'x-identity-token': await signIdentityToken(asAdmin()) } });
const download = async (path: string): Promise<Buffer> => Buffer.from(await (await getAsAdmin(path)).arrayBuffer());
const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const colourAt = async (picture: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('the print files of a paid order', () => {
  it('are made for each item, and published with their true density', async () => {
    const order = await pay(createOrder({ design: { scale: 80, rotation: 15 } }, { design: { scale: 50 } }));
    const data = await waitForCompleted(order);
    expect(data).toMatchObject({
      orderId: order.order.id,
      // 640 px of artwork on 80 % of 540 px at 300 dpi, which is 1.44 inches.
      printFile: {
        url: `/api/admin/print-files/${data.printFile.id}`,
        widthPx: 450,
        heightPx: 540,
        bleedPx: 0,
        dpi: 444,
      },
      mockup: { url: `/media/${data.mockup.id}` },
    });
    expect((await waitForCompleted(order, 2)).printFile.dpi).toBe(711);
  });

  it('are downloaded by admins under the order’s number and line, unchanged', async () => {
    const order = await pay(createOrder({}, { design: { rotation: 45, scale: 60, x: 40 } }));
    const { printFile } = await waitForCompleted(order, 2);
    const answer = await getAsAdmin(printFile.url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${order.order.orderNumber}-line-2.png"`,
      etag: `"${printFile.sha256}"`,
      'cache-control': 'private, no-store',
    });
    const png = Buffer.from(await answer.arrayBuffer());
    expect(computeSha256(png)).toBe(printFile.sha256);
    expect(await sharp(png).metadata()).toMatchObject({ width: 450, height: 540, density: 300, hasAlpha: true });
    const headers = { 'if-none-match': `"${printFile.sha256}"` };
    expect((await service.call('GET', printFile.url, { as: asAdmin(), headers })).status).toBe(304);
    await rm(fixture.getPath(printKey(printFile.sha256)));
    const missing = await service.call('GET', printFile.url, { as: asAdmin() });
    expect([missing.status, missing.text, missing.headers.get('content-disposition')]).toEqual([
      404,
      'Not found',
      null,
    ]);
    for (const id of ['6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11', 'no-uuid'])
      expect((await service.call('GET', `/api/admin/print-files/${id}`, { as: asAdmin() })).status).toBe(404);
  });

  it('are downloaded for selected orders as one ZIP, which names what is missing', async () => {
    const ready = await pay(createOrder({ design: { scale: 71 } }, { design: { scale: 72 } }));
    const files = [await waitForCompleted(ready), await waitForCompleted(ready, 2)];
    const { orderNumber } = ready.order;
    const query = `?orders=PA-0000000000,${orderNumber}`;
    const missing = [
      { orderNumber: 'PA-0000000000', message: 'There is no print file. Files are made after the payment.' },
    ];
    expect(await (await getAsAdmin(`/api/admin/print-files${query}`)).json()).toEqual({ files: 2, missing });
    const zip = await fromBufferPromise(await download(`/api/admin/print-files.zip${query}`), { lazyEntries: true });
    const unzipped = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry())
      unzipped.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    expect([...unzipped.keys()]).toEqual([
      `${orderNumber}/${orderNumber}-line-1.png`,
      `${orderNumber}/${orderNumber}-line-2.png`,
      'Not in this file.txt',
    ]);
    const pictures = [...unzipped.values()];
    expect(String(pictures.pop())).toBe('PA-0000000000: There is no print file. Files are made after the payment.\n');
    expect(pictures.map(computeSha256)).toEqual(files.map(({ printFile }) => printFile.sha256));
    const entries = await fixture.database.query(
      `SELECT actor, after FROM audit_entries WHERE action = 'orders.print-files-downloaded'`,
    );
    expect(entries).toEqual([{ actor: asAdmin().email, after: { orders: ['PA-0000000000', orderNumber], files: 2 } }]);
  });

  it('are downloaded by a printer under a signed URL until it expires, and under no other URL', async () => {
    const { sha256 } = (await waitForCompleted(await pay(createOrder({ design: { scale: 63 } })))).printFile;
    const inOneMinute = Math.floor(Date.now() / 1000) + 60;
    const sign = (expires: number) => signLink(PRINT_FILE_SECRET, { subject: `print-file ${sha256}`, expires });
    const at = (hash: string, expires: number, signature = sign(expires)) =>
      `/api/print-files/${hash}.png?expires=${expires}&signature=${signature}`;
    expect(computeSha256(await download(at(sha256, inOneMinute)))).toBe(sha256);
    const invalidPaths = [
      at(sha256, inOneMinute - 120),
      at(sha256, inOneMinute, 'made-up'),
      at(sha256, inOneMinute + 1, sign(inOneMinute)),
      at('0'.repeat(64), inOneMinute),
      `/api/print-files/${sha256}.png`,
      '/api/print-files/..%2F..%2Fsecret',
    ];
    for (const path of invalidPaths) expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
  });

  it('have a mock-up: the product in its color, the artwork as in the preview, the overlay on top', async () => {
    const design = { x: 45, y: 40, scale: 70, rotation: 30 };
    const mockup = await download((await waitForCompleted(await pay(createOrder({ design })))).mockup.url);
    expect(await sharp(mockup).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1000, space: 'srgb' });
    // The print area is 500 × 600 px at 250, 200; the fold of the overlay is from 600 to 620.
    const preview = await renderPreview(
      await download(`/media/${artworkId}`),
      { widthPx: 500, heightPx: 600, shape: 'rectangle' },
      design,
    );
    const top = { left: 0, top: 0, width: 500, height: 400 };
    const expected = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#3050c0' } })
      .composite([{ input: await sharp(preview).extract(top).png().toBuffer() }])
      .png()
      .toBuffer();
    const actual = await sharp(mockup)
      .extract({ ...top, left: 250, top: 200 })
      .png()
      .toBuffer();
    expect(await ssim(actual, expected)).toBeGreaterThanOrEqual(0.97);
    expect((await colourAt(mockup, 500, 610)).every((channel) => channel < 20)).toBe(true);
    const differences = (await colourAt(mockup, 100, 100)).map((channel, n) =>
      Math.abs(channel - [0x30, 0x50, 0xc0][n]!),
    );
    expect(Math.max(...differences)).toBeLessThan(3);
  });

  it('are made once, however often the event is delivered', async () => {
    const order = createOrder({ design: { scale: 77 } });
    await Promise.all([pay(order), pay(order)]);
    await waitForCompleted(order);
    await pay(order);
    await waitForCompleted(await pay(createOrder({})));
    expect(publishedOf(order.order.items[0]!.id)).toHaveLength(1);
    expect(
      await fixture.database.query('SELECT attempts FROM print_files WHERE order_id = $1', [order.order.id]),
    ).toEqual([{ attempts: 1 }]);
  });

  it('fail with a reason when the artwork is missing or the product is unknown', async () => {
    const order = await pay(
      createPaidOrder([
        createPaidItem('7a0e4f6c-7d5f-4a56-8f2b-0d4f3e1c2b1a'),
        createPaidItem(null),
        createPaidItem(artworkId, { print: null }),
      ]),
    );
    const reasons = await Promise.all([1, 2, 3].map(async (line) => (await waitForFailed(order, line)).reason));
    expect(reasons).toEqual(['artwork-missing', 'artwork-missing', 'product-unknown']);
  });

  it('fail permanently after the last attempt', async () => {
    const broken = await insertArtwork(fixture, { guestId: asGuest().guestId });
    await writeFile(fixture.getPath(originalKey(broken, 'image/png')), 'no picture');
    const order = await pay(createPaidOrder([createPaidItem(broken)]));
    await waitFor(async () => {
      await skipPause(order);
      expect(publishedOf(order.order.items[0]!.id, 'print-file.failed')).toMatchObject([{ reason: 'not-drawn' }]);
    });
  });

  it('are not made again while the catalogue is unavailable; the mock-up waits, and finally has a plain background', async () => {
    const order = createOrder({ print: { ...PRINT, overlayUrl: '/pictures/never-asked-before.svg' } });
    catalogue.failsWith = 503;
    await pay(order);
    const readPrintFile = () =>
      fixture.database.query<{ attempts: number; sha256: string }>(
        `SELECT attempts, file->>'sha256' AS sha256 FROM print_files WHERE order_id = $1`,
        [order.order.id],
      );
    const [waitingJob] = await waitFor(async () => {
      const rows = await readPrintFile();
      expect(rows).toEqual([{ attempts: expect.any(Number), sha256: expect.any(String) }]);
      expect(rows[0]!.attempts).toBeGreaterThanOrEqual(2);
      return rows;
    });
    await waitFor(async () => {
      await skipPause(order);
      expect(publishedOf(order.order.items[0]!.id)).toHaveLength(1);
    });
    catalogue.failsWith = null;
    const { printFile, mockup } = await waitForCompleted(order);
    expect(printFile.sha256).toBe(waitingJob!.sha256);
    expect(await colourAt(await download(mockup.url), 10, 10)).toEqual(PLAIN_BACKGROUND);
  });

  it('are published again on request, failures too', async () => {
    const order = await pay(createPaidOrder([createPaidItem(artworkId), createPaidItem(null)]));
    const [made, missing] = order.order.items.map(({ id }) => id);
    const [first] = [await waitForCompleted(order), await waitForFailed(order, 2)];
    await republish(fixture.transport, 'print-file');
    await waitFor(() => {
      expect(publishedOf(made!)).toEqual([first, first]);
      expect(publishedOf(missing!, 'print-file.failed')).toHaveLength(2);
    });
  });
});

describe('the print file of a changed item', () => {
  const changeOrder = (data: PaidOrder) =>
    publishEvent(fixture.transport, orderChanged, {
      subject: `order/${data.order.id}`,
      sequence: 2,
      data: { ...data, what: ['Shirt: placement'] },
    });
  const revise = (data: PaidOrder, revision: number, design: Partial<DesignConfig>): PaidOrder => {
    const [item] = data.order.items;
    const designConfig = { ...item!.designConfig, ...design };
    return { ...data, order: { ...data.order, items: [{ ...item!, designConfig, revision }] } };
  };
  const revisionsOf = ({ order }: PaidOrder): Completed[] => publishedOf(order.items[0]!.id);
  const waitForRevision = async (data: PaidOrder, revision: number): Promise<Completed> => {
    await waitFor(() => expect(revisionsOf(data).map((each) => each.revision)).toContain(revision));
    return revisionsOf(data).find((each) => each.revision === revision)!;
  };

  it('is made again; the old file and view are removed, and the mock-up stays for sent emails', async () => {
    const order = await pay(createOrder({ design: { scale: 91 } }));
    const before = await waitForRevision(order, 1);
    await changeOrder(revise(order, 2, { scale: 40, x: 30 }));
    const after = await waitForRevision(order, 2);
    expect([after.printFile.id, after.printFile.dpi]).toEqual([before.printFile.id, 888]);
    expect(computeSha256(await download(after.printFile.url))).toBe(after.printFile.sha256);
    await fixture.removeScheduledFiles();
    expect(fixture.listFiles(before.printFile.sha256, before.view!.id)).toEqual([]);
    expect([(await getAsAdmin(before.view!.url)).status, (await getAsAdmin(before.mockup.url)).status]).toEqual([
      404, 200,
    ]);
    expect(fixture.listFiles(after.printFile.sha256)).toHaveLength(1);
  });

  it('has the newest revision in any order of events, and is made once for each revision', async () => {
    const order = createOrder({ design: { scale: 93 } });
    const [second, third] = [revise(order, 2, { scale: 80 }), revise(order, 3, { scale: 60 })];
    await Promise.all([changeOrder(third), changeOrder(second), pay(order), changeOrder(third)]);
    const { printFile } = await waitForRevision(order, 3);
    await changeOrder(second);
    await pay(order);
    await waitForRevision(await pay(createOrder({})), 1);
    expect(
      await fixture.database.query(`SELECT file->>'sha256' AS sha256, revision FROM print_files WHERE order_id = $1`, [
        order.order.id,
      ]),
    ).toEqual([{ sha256: printFile.sha256, revision: 3 }]);
    expect(revisionsOf(order).at(-1)?.revision).toBe(3);
  });

  it('is made when an admin requests it after a failure and the product is now known', async () => {
    const order = createOrder({});
    const [item] = order.order.items;
    await pay({ ...order, order: { ...order.order, items: [{ ...item!, print: null }] } });
    expect((await waitForFailed(order)).reason).toBe('product-unknown');
    const request = () =>
      publishEvent(fixture.transport, orderPrintFilesRequested, {
        subject: `order/${order.order.id}`,
        sequence: 2,
        data: revise(order, 2, {}),
      });
    await request();
    await waitForRevision(order, 2);
    await request();
    await waitForRevision(await pay(createOrder({})), 1);
    expect(
      await fixture.database.query('SELECT failure_reason FROM print_files WHERE order_id = $1', [order.order.id]),
    ).toEqual([{ failure_reason: null }]);
    expect(revisionsOf(order)).toHaveLength(1);
  });

  it('has a small transparent view for its customer', async () => {
    const { view } = await waitForRevision(await pay(createOrder({ design: { scale: 50 } })), 1);
    const { data, info } = await sharp(await download(view!.url))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([450, 540, 4]);
    expect([data[3], data[(270 * 450 + 225) * 4 + 3]]).toEqual([0, 255]);
  });
});

describe('the print file of an artwork of the built-in engine', () => {
  let artwork: Generation;
  const guest = asGuest();
  beforeAll(async () => {
    const { url: imageUrl } = await uploadedPhoto(service, guest, await petJpeg(160, 120));
    artwork = (await generate(service, guest, { imageUrl, petName: 'Biscuit', prompt: 'red' })).json<Generation>();
  });
  /** Changes the artwork's metadata; returns them as they were. */
  const changeMetadata = async (changed: string): Promise<{ detailWidthPx: number }> => {
    const id = artwork.outputImageId;
    const [image] = await fixture.database.query<{ metadata: { detailWidthPx: number } }>(
      'SELECT metadata FROM images WHERE id = $1',
      [id],
    );
    await fixture.database.query(
      `UPDATE images SET metadata = metadata || jsonb_build_object(${changed}) WHERE id = $1`,
      [id],
    );
    return image!.metadata;
  };
  const restoreMetadata = (metadata: object) =>
    fixture.database.query('UPDATE images SET metadata = $2 WHERE id = $1', [
      artwork.outputImageId,
      JSON.stringify(metadata),
    ]);
  const getDetails = async (id: string): Promise<ArtworkDetails> =>
    (await service.call('GET', `/api/artworks/${id}`)).json<ArtworkDetails>();
  /** At 200 % the print is larger than the artwork's file. */
  const print = { ...PRINT, areaPx: { ...PRINT.areaPx, widthPx: 600, heightPx: 720 } };
  const printedDpi = async (): Promise<number> =>
    (
      await waitForCompleted(
        await pay(createPaidOrder([createPaidItem(artwork.outputImageId, { print, design: { scale: 200 } })])),
      )
    ).printFile.dpi;

  it('is painted from the photo at print density', async () => {
    expect(await getDetails(artwork.outputImageId)).toMatchObject({
      id: artwork.outputImageId,
      isRedrawnForPrint: true,
      detail: { widthPx: expect.any(Number), isFlat: true },
    });
    // Flat shapes count as 2.25 in wide; the photo has 160 px.
    const dpi = await printedDpi();
    expect(dpi).toBeGreaterThan(20);
    expect(dpi).toBeLessThanOrEqual(Math.floor(160 / 2.25));
  });

  it.each([
    ['the photo no longer exists', `'sourceImageId', gen_random_uuid()`, false],
    // The details that the designer requests do not read the photo itself.
    ['the photo is not the one it was drawn from', `'sourceSha256', repeat('0', 64)`, true],
  ])('is enlarged when %s', async (_, changed, isRedrawnForPrint) => {
    const metadata = await changeMetadata(changed);
    expect(await getDetails(artwork.outputImageId)).toMatchObject({ isRedrawnForPrint });
    // Its detail on 200 % of 600 px at 300 dpi, which is 4 inches.
    expect(await printedDpi()).toBe(Math.floor(metadata.detailWidthPx / 4));
    await restoreMetadata(metadata);
  });

  it('of an earlier version: an unpaid design says so, a paid one is printed from its stored file', async () => {
    const designs = async () => (await service.call('GET', '/api/guest/designs', { as: guest })).json<Design[]>();
    // The orders of the tests above are not the matter.
    await fixture.database.query('DELETE FROM print_files WHERE artwork_id = $1', [artwork.outputImageId]);
    expect(await designs()).toEqual([expect.not.objectContaining({ isOfEarlierVersion: true })]);
    const metadata = await changeMetadata(`'engineVersion', '1'`);
    expect(await getDetails(artwork.outputImageId)).toMatchObject({
      isOfEarlierVersion: true,
      isRedrawnForPrint: false,
    });
    expect(await designs()).toMatchObject([{ isOfEarlierVersion: true }]);
    expect(await printedDpi()).toBe(Math.floor(metadata.detailWidthPx / 4));
    expect(await designs()).toEqual([expect.not.objectContaining({ isOfEarlierVersion: true })]);
    await restoreMetadata(metadata);
  });

  it('stays as it was painted when the version of the engine rises after the payment', async () => {
    const order = createPaidOrder([createPaidItem(artwork.outputImageId, { print, design: { scale: 190 } })]);
    const { printFile } = await waitForCompleted(await pay(order));
    const metadata = await changeMetadata(`'engineVersion', '1'`);
    await pay(order);
    await waitForCompleted(await pay(createOrder({})));
    expect(computeSha256(await download(printFile.url))).toBe(printFile.sha256);
    expect(publishedOf(order.order.items[0]!.id)).toHaveLength(1);
    await restoreMetadata(metadata);
  });

  it('is described for the designer by GET /api/artworks/:id', async () => {
    expect(await getDetails(artworkId)).toEqual({
      id: artworkId,
      width: 512,
      height: 640,
      isRedrawnForPrint: false,
      subjectBox: null,
      nameBox: null,
      isGroundContinued: false,
      detail: null,
      background: 'style',
    });
    expect((await service.call('GET', '/api/artworks/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
  });
});
