import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printFileCompleted } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import { orderPaid } from '@shop/contracts/order';
import {
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  signIdentityToken,
  testTransports,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { ArtFixture, askToRepublish } from './art-fixture.js';
import { previewOf } from './marker-artwork.js';
import { FakeCatalogue, keptArtwork, paidItem, paidOrder, PRINT, type PaidOrder } from './paid-order.js';
import { ssim } from '@shop/testing/ssim';

type Completed = EventPayload<typeof printFileCompleted>;

const PLAIN_GROUND = [242, 242, 242];

for (const transport of testTransports()) {
  describe(`print files over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let catalogue: FakeCatalogue;
    let service: TestService;
    let events: EventRecorder;

    beforeAll(async () => {
      catalogue = await FakeCatalogue.open();
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['print-file.completed', 'print-file.failed']);
      service = await fixture.start({ CATALOG_URL: catalogue.url, PRINT_RETRY_MS: '100' });
    });
    afterAll(async () => {
      await events.stop();
      await fixture.close();
      await catalogue.close();
    });

    const pay = (data: PaidOrder) => publishEvent(transport, orderPaid, { subject: `order/${data.order.id}`, data });
    /** Rendering takes its time where other tests have the cores. */
    const toldOf = async (type: string, orderItemId: string): Promise<unknown> => {
      const find = () => events.all(type).find(({ subject }) => subject === `order-item/${orderItemId}`);
      await eventually(() => expect(find()).toBeDefined());
      return find()?.data;
    };
    const told = async (orderItemId: string): Promise<Completed> =>
      (await toldOf('print-file.completed', orderItemId)) as Completed;
    const failure = (orderItemId: string) => toldOf('print-file.failed', orderItemId);
    const fetched = async (path: string): Promise<Buffer> =>
      Buffer.from(await (await fetch(new URL(path, service.url))).arrayBuffer());
    const downloaded = async (url: string): Promise<Response> => {
      return fetch(new URL(url, service.url), { headers: { 'x-identity-token': await signIdentityToken(asAdmin()) } });
    };
    const colourAt = async (picture: Buffer, left: number, top: number): Promise<number[]> => [
      ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];

    it('are made of each item of a paid order, and told with their true density', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem(artworkId, { design: { scale: 80, rotation: 15 } }),
        paidItem(artworkId, { design: { scale: 50 } }),
      ]);
      await pay(order);
      const [first, second] = order.order.items;
      const data = await told(first!.id);
      expect(data).toMatchObject({
        orderId: order.order.id,
        orderItemId: first!.id,
        // 512 px of artwork on 80 % of 450 px at 300 dpi, which is 1.2 inches.
        printFile: {
          url: `/api/admin/print-files/${data.printFile.id}`,
          widthPx: 450,
          heightPx: 540,
          bleedPx: 0,
          dpi: 426,
        },
        mockup: { url: `/media/${data.mockup.id}` },
      });
      expect((await told(second!.id)).printFile.dpi).toBe(682);
    });

    it('are given to admins under the order’s name and line, whole and as they were made', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem(artworkId),
        paidItem(artworkId, { design: { rotation: 45, scale: 60, x: 40 } }),
      ]);
      await pay(order);
      const { printFile } = await told(order.order.items[1]!.id);
      const answer = await downloaded(printFile.url);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${order.order.orderNumber}-line-2.png"`,
        etag: `"${printFile.sha256}"`,
        'cache-control': 'private, no-cache',
      });
      const png = Buffer.from(await answer.arrayBuffer());
      expect(createHash('sha256').update(png).digest('hex')).toBe(printFile.sha256);
      expect(await sharp(png).metadata()).toMatchObject({ width: 450, height: 540, density: 300, hasAlpha: true });
      const again = await service.call('GET', printFile.url, {
        as: asAdmin(),
        headers: { 'if-none-match': `"${printFile.sha256}"` },
      });
      expect(again.status).toBe(304);
      await rm(join(fixture.folder, 'images', 'prints', printFile.sha256.slice(0, 2), `${printFile.sha256}.png`));
      const lost = await service.call('GET', printFile.url, { as: asAdmin() });
      expect([lost.status, lost.text, lost.headers.get('content-disposition')]).toEqual([404, 'Not found', null]);
    });

    it('are for admins only', async () => {
      const path = '/api/admin/print-files/6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11';
      const statuses = await Promise.all(
        [undefined, asGuest(), asUser(), asAdmin()].map(async (as) => (await service.call('GET', path, { as })).status),
      );
      expect(statuses).toEqual([401, 401, 403, 404]);
      expect((await service.call('GET', '/api/admin/print-files/no-uuid', { as: asAdmin() })).status).toBe(404);
    });

    it('come with a mock-up: the product in its colour, the artwork where the preview had it, folds on top', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const design = { x: 45, y: 40, scale: 70, rotation: 30 };
      const order = paidOrder([paidItem(artworkId, { design })]);
      await pay(order);
      const mockup = await fetched((await told(order.order.items[0]!.id)).mockup.url);
      expect(await sharp(mockup).metadata()).toMatchObject({
        format: 'jpeg',
        width: 1000,
        height: 1000,
        space: 'srgb',
        hasAlpha: false,
      });
      // The print area is 500 × 600 px from 250, 200 on; the fold is from 600 to 620.
      const artwork = await fetched(`/media/${artworkId}`);
      const preview = await previewOf(artwork, { widthPx: 500, heightPx: 600 }, design);
      const shown = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#3050c0' } })
        .composite([
          { input: await sharp(preview).extract({ left: 0, top: 0, width: 500, height: 400 }).png().toBuffer() },
        ])
        .png()
        .toBuffer();
      expect(
        await ssim(
          await sharp(mockup).extract({ left: 250, top: 200, width: 500, height: 400 }).png().toBuffer(),
          shown,
        ),
      ).toBeGreaterThanOrEqual(0.97);
      expect((await colourAt(mockup, 500, 610)).every((channel) => channel < 20)).toBe(true);
      const [red, green, blue] = await colourAt(mockup, 100, 100);
      expect([Math.abs(red! - 0x30) < 3, Math.abs(green! - 0x50) < 3, Math.abs(blue! - 0xc0) < 3]).toEqual([
        true,
        true,
        true,
      ]);
    });

    it('come with a mock-up on a plain ground where the product’s picture is somebody else’s, who is asked for nothing', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const before = catalogue.asked.length;
      const foreign = [
        'https://example.com/pictures/shirt-blue.svg',
        `${catalogue.url}/pictures/shirt-blue.svg`,
        '/pictures/../internal/secrets',
        '//example.com/pictures/a.svg',
        null,
      ];
      const order = paidOrder(
        foreign.map((pictureUrl) => paidItem(artworkId, { print: { ...PRINT, pictureUrl, overlayUrl: null } })),
      );
      await pay(order);
      const mockups = await Promise.all(order.order.items.map(async ({ id }) => fetched((await told(id)).mockup.url)));
      for (const mockup of mockups) expect(await colourAt(mockup, 10, 10)).toEqual(PLAIN_GROUND);
      expect(catalogue.asked.length).toBe(before);
    });

    it('are made once, however often the order is told', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([paidItem(artworkId)]);
      await Promise.all([pay(order), pay(order)]);
      await told(order.order.items[0]!.id);
      await pay(order);
      const after = paidOrder([paidItem(artworkId)]);
      await pay(after);
      await told(after.order.items[0]!.id);
      expect(
        events
          .all('print-file.completed')
          .filter(({ subject }) => subject === `order-item/${order.order.items[0]!.id}`),
      ).toHaveLength(1);
      expect(
        await fixture.database.query('SELECT attempts FROM print_jobs WHERE order_id = $1', [order.order.id]),
      ).toEqual([{ attempts: 1 }]);
    });

    it('that are alike lie once in the folder', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem(artworkId, { design: { rotation: 12 } }),
        paidItem(artworkId, { design: { rotation: 12 } }),
      ]);
      await pay(order);
      const [one, other] = await Promise.all(order.order.items.map(({ id }) => told(id)));
      expect(one!.printFile.sha256).toBe(other!.printFile.sha256);
      expect(one!.printFile.id).not.toBe(other!.printFile.id);
      const files = await readdir(join(fixture.folder, 'images', 'prints', one!.printFile.sha256.slice(0, 2)));
      expect(files.filter((name) => name.startsWith(one!.printFile.sha256))).toEqual([`${one!.printFile.sha256}.png`]);
    });

    it('say why there are none: the artwork is gone, nobody knows the product', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem('7a0e4f6c-7d5f-4a56-8f2b-0d4f3e1c2b1a'),
        paidItem(null),
        paidItem(artworkId, { print: null }),
      ]);
      await pay(order);
      const reasons = await Promise.all(
        order.order.items.map(async ({ id }) => (await failure(id)) as { reason: string }),
      );
      expect(reasons.map(({ reason }) => reason)).toEqual(['artwork-missing', 'artwork-missing', 'product-unknown']);
    });

    it('wait for the catalogue only with their mock-up, and need not be made again', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem(artworkId, {
          print: { ...PRINT, pictureUrl: '/pictures/shirt-blue.svg', overlayUrl: '/pictures/other-overlay.svg' },
        }),
      ]);
      catalogue.failsWith = 503;
      await pay(order);
      const jobOf = async () =>
        (
          await fixture.database.query<{ status: string; attempts: number; file: { sha256: string } | null }>(
            'SELECT status, attempts, file FROM print_jobs WHERE order_id = $1',
            [order.order.id],
          )
        )[0];
      const waiting = await eventually(async () => {
        const job = await jobOf();
        expect(job?.attempts).toBeGreaterThanOrEqual(2);
        expect(job?.file).not.toBeNull();
        return job!;
      });
      catalogue.failsWith = null;
      const { printFile } = await told(order.order.items[0]!.id);
      expect(printFile.sha256).toBe(waiting.file!.sha256);
    });

    it('do in the end without a catalogue that never comes back', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([
        paidItem(artworkId, { print: { ...PRINT, overlayUrl: '/pictures/never-asked-before.svg' } }),
      ]);
      catalogue.failsWith = 500;
      await pay(order);
      const id = order.order.items[0]!.id;
      // The pauses are made short: they would add up to minutes.
      await eventually(async () => {
        await fixture.database.query(
          `UPDATE print_jobs SET due_at = now() WHERE order_item_id = $1 AND status = 'pending'`,
          [id],
        );
        expect(events.all('print-file.completed').map(({ subject }) => subject)).toContain(`order-item/${id}`);
      });
      catalogue.failsWith = null;
      expect(await colourAt(await fetched((await told(id)).mockup.url), 10, 10)).toEqual(PLAIN_GROUND);
    });

    it('are told again when they are asked for, as they are', async () => {
      const artworkId = await keptArtwork(fixture, { guestId: asGuest().guestId });
      const order = paidOrder([paidItem(artworkId), paidItem(null)]);
      await pay(order);
      const [made, missing] = order.order.items.map(({ id }) => id);
      const [first] = [await told(made!), await failure(missing!)];
      await askToRepublish(transport, 'print-file');
      const ofItem = (type: string, id: string) =>
        events.all(type).filter(({ subject }) => subject === `order-item/${id}`);
      await eventually(() => {
        expect(ofItem('print-file.completed', made!)).toHaveLength(2);
        expect(ofItem('print-file.failed', missing!)).toHaveLength(2);
      });
      const [before, after] = ofItem('print-file.completed', made!);
      expect(after!.data).toEqual(first);
      expect(after!.sequence).toBeGreaterThan(before!.sequence);
    });

    it('are given up, and told so, where they fail again and again', async () => {
      const broken = await keptArtwork(fixture, { guestId: asGuest().guestId });
      await writeFile(join(fixture.folder, 'images', 'originals', broken.slice(0, 2), `${broken}.png`), 'no picture');
      const order = paidOrder([paidItem(broken)]);
      await pay(order);
      const id = order.order.items[0]!.id;
      await eventually(async () => {
        await fixture.database.query(
          `UPDATE print_jobs SET due_at = now() WHERE order_item_id = $1 AND status = 'pending'`,
          [id],
        );
        expect(events.all('print-file.failed').map(({ subject }) => subject)).toContain(`order-item/${id}`);
      });
      expect(await failure(id)).toMatchObject({ reason: 'not-drawn' });
    });
  });
}
