import { randomBytes, randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stylePreviewUrl, type Generation } from '@shop/contracts/art';
import { guestClaimed, userErasureRequested } from '@shop/contracts/identity';
import { orderPaid, ordersAnonymised, orderStatusChanged } from '@shop/contracts/order';
import {
  asAdmin,
  asGuest,
  asUser,
  eventually,
  publishEvent,
  recordEvents,
  testTransports,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { DataSource } from 'typeorm';
import { printKey } from '../src/images/image-keys.js';
import { FileRemovals } from '../src/upkeep/file-removals.js';
import { UnusedUploads } from '../src/upkeep/unused-uploads.js';
import { ArtFixture, uploaded } from './art-fixture.js';
import { keptArtwork, paidItem, paidOrder, PRINT, type PaidOrder } from './paid-order.js';
import { petJpeg } from './pet-photo.js';

const PLAIN = { ...PRINT, pictureUrl: null, overlayUrl: null };

for (const transport of testTransports()) {
  describe(`forgetting somebody over ${transport.name}`, () => {
    let fixture: ArtFixture;
    let service: TestService;
    let events: EventRecorder;
    let photo: Buffer;

    beforeAll(async () => {
      fixture = await ArtFixture.open(transport);
      events = await recordEvents(transport, ['artworks.erased', 'print-file.completed']);
      service = await fixture.start({ UPKEEP_MS: '200', PREVIEW_WAIT_MS: '60000' });
      photo = await petJpeg();
    });
    afterAll(async () => {
      await events.stop();
      await fixture.close();
    });

    const erase = (userId: string) =>
      publishEvent(transport, userErasureRequested, {
        subject: `user/${userId}`,
        data: { userId, email: 'ada@example.com', firstName: 'Ada', requestedAt: new Date().toISOString() },
      });
    const ordersEnd = (userId: string) =>
      publishEvent(transport, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
    const confirmations = (userId: string) =>
      events.all('artworks.erased').filter(({ data }) => (data as { userId: string }).userId === userId);
    const imagesOf = (userId: string) =>
      fixture.database.query<{ id: string; type: string }>(
        'SELECT id, type FROM images WHERE user_id = $1 ORDER BY type',
        [userId],
      );
    const filesOf = (ids: readonly string[]) =>
      globSync('images/**/*.*', { cwd: fixture.folder }).filter((path) => ids.some((id) => path.includes(id)));
    const printed = async (
      userId: string,
      artworkId: string,
    ): Promise<{ order: PaidOrder; id: string; sha256: string; mockupId: string; viewId: string }> => {
      const order = paidOrder([paidItem(artworkId, { print: PLAIN })], userId);
      await publishEvent(transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
      const find = () =>
        events.all('print-file.completed').find(({ subject }) => subject === `order-item/${order.order.items[0]!.id}`);
      await eventually(() => expect(find()).toBeDefined());
      const { printFile, mockup, view } = find()?.data as {
        printFile: { id: string; sha256: string };
        mockup: { id: string };
        view: { id: string };
      };
      return { order, id: printFile.id, sha256: printFile.sha256, mockupId: mockup.id, viewId: view.id };
    };

    it('takes photos with their previews, designs, artworks, mock-ups, print files and all their files, and tells so once all is gone', async () => {
      const user = asUser();
      const userId = user.userId!;
      const { url, id: photoId } = await uploaded(service, user, photo);
      const { outputImageId } = (
        await service.call('POST', '/api/generate', {
          as: user,
          body: { imageUrl: url, styleKey: 'abstract', petName: 'Rex' },
        })
      ).json<Generation>();
      await service.call('GET', `/media/${outputImageId}?w=320`, { headers: { accept: 'image/webp' } });
      await service.call('GET', stylePreviewUrl(photoId, 'modern'), { as: user });
      const print = await printed(userId, outputImageId);
      const ids = [photoId, outputImageId, print.mockupId, print.viewId, print.sha256];
      expect(filesOf(ids)).toHaveLength(7);
      // The order has come to its end, and order-svc says so before the request is heard.
      await ordersEnd(userId);
      await erase(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1));
      expect(filesOf(ids)).toEqual([]);
      expect(await imagesOf(userId)).toEqual([]);
      for (const table of ['ai_jobs', 'images'])
        expect(await fixture.database.query(`SELECT id FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
      expect(
        await fixture.database.query('SELECT id FROM print_jobs WHERE order_id = $1', [print.order.order.id]),
      ).toEqual([]);
      expect((await service.call('GET', `/media/${outputImageId}`)).status).toBe(404);
      expect((await service.call('GET', `/api/admin/print-files/${print.id}`, { as: asAdmin() })).status).toBe(404);
    });

    it('keeps what an order on its way is printed from until that order is over', async () => {
      const userId = randomUUID();
      const [open, over, unused] = [
        await keptArtwork(fixture, { userId }),
        await keptArtwork(fixture, { userId }),
        await keptArtwork(fixture, { userId }),
      ];
      const [onItsWay, delivered] = [await printed(userId, open), await printed(userId, over)];
      await publishEvent(transport, orderStatusChanged, {
        subject: `order/${delivered.order.order.id}`,
        sequence: 2,
        data: {
          orderId: delivered.order.order.id,
          orderNumber: delivered.order.order.orderNumber,
          from: 'shipped',
          to: 'delivered',
          order: delivered.order.order,
          tracking: null,
        },
      });
      await eventually(async () =>
        expect(
          await fixture.database.query('SELECT order_ended FROM print_jobs WHERE order_id = $1', [
            delivered.order.order.id,
          ]),
        ).toEqual([{ order_ended: true }]),
      );
      await erase(userId);
      await eventually(async () =>
        expect((await imagesOf(userId)).map(({ id }) => id).sort()).toEqual(
          [open, onItsWay.mockupId, onItsWay.viewId].sort(),
        ),
      );
      await eventually(() => expect(filesOf([over, unused, delivered.mockupId, delivered.viewId])).toEqual([]));
      expect((await service.call('GET', `/api/admin/print-files/${onItsWay.id}`, { as: asAdmin() })).status).toBe(200);
      expect(confirmations(userId)).toEqual([]);

      await ordersEnd(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1));
      expect(filesOf([open, onItsWay.mockupId, onItsWay.viewId, onItsWay.sha256])).toEqual([]);
    });

    it('keeps the photo of an artwork that is still to be painted anew for the press, and not a moment longer', async () => {
      const user = asUser();
      const userId = user.userId!;
      const { url, id: photoId } = await uploaded(service, user, photo);
      const { outputImageId } = (
        await service.call('POST', '/api/generate', { as: user, body: { imageUrl: url, styleKey: 'abstract' } })
      ).json<Generation>();
      // An item whose turn does not come yet.
      const orderItemId = randomUUID();
      await fixture.database.query(
        `INSERT INTO print_jobs (order_item_id, order_id, order_number, line, artwork_id, design, print, due_at) VALUES ($1, $2, 'PA-0000000001', 1, $3, $4, $5, now() + interval '1 hour')`,
        [
          orderItemId,
          randomUUID(),
          outputImageId,
          JSON.stringify({ x: 50, y: 50, scale: 100, rotation: 0 }),
          JSON.stringify(PLAIN),
        ],
      );
      await fixture.database.query(`UPDATE images SET created_at = now() - interval '31 days' WHERE id = $1`, [
        photoId,
      ]);
      await erase(userId);
      await eventually(async () =>
        expect(await fixture.database.query('SELECT FROM ai_jobs WHERE user_id = $1', [userId])).toEqual([]),
      );
      await service.get(UnusedUploads).expire();
      expect((await imagesOf(userId)).map(({ id }) => id)).toEqual([outputImageId, photoId]);
      await fixture.database.query(`UPDATE print_jobs SET file = '{}' WHERE order_item_id = $1`, [orderItemId]);
      await eventually(() => expect(filesOf([photoId])).toEqual([]));
      expect((await imagesOf(userId)).map(({ id }) => id)).toEqual([outputImageId]);
    });

    it('leaves a print file that somebody else’s order shares', async () => {
      const [userId, otherId] = [randomUUID(), randomUUID()];
      const [own, others] = [
        await printed(userId, await keptArtwork(fixture, { userId })),
        await printed(otherId, await keptArtwork(fixture, { userId: otherId })),
      ];
      expect(others.sha256).toBe(own.sha256);
      await ordersEnd(userId);
      await erase(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1));
      expect((await service.call('GET', `/api/admin/print-files/${own.id}`, { as: asAdmin() })).status).toBe(404);
      expect((await service.call('GET', `/api/admin/print-files/${others.id}`, { as: asAdmin() })).status).toBe(200);
    });

    it('confirms again when it is asked again, also for somebody of whom nothing was kept', async () => {
      const userId = randomUUID();
      await erase(userId);
      await ordersEnd(userId);
      await eventually(() => expect(confirmations(userId).length).toBeGreaterThanOrEqual(1));
      const before = confirmations(userId).length;
      await erase(userId);
      await eventually(() => expect(confirmations(userId).length).toBeGreaterThan(before));
    });

    it('takes nothing of anybody else’s, and no picture of a product', async () => {
      const [userId, guest] = [randomUUID(), asGuest()];
      const productPicture = randomUUID();
      await fixture.database.query(
        `INSERT INTO images (id, type, url, mime_type, width_px, height_px, size_bytes) VALUES ($1, 'product', '/media/x', 'image/png', 1, 1, 1)`,
        [productPicture],
      );
      const others = [
        await keptArtwork(fixture, { userId: randomUUID() }),
        await keptArtwork(fixture, { guestId: guest.guestId }),
      ];
      await ordersEnd(userId);
      await erase(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1));
      expect(
        await fixture.database.query('SELECT id FROM images WHERE id = ANY($1)', [[...others, productPicture]]),
      ).toHaveLength(3);
      expect(filesOf(others)).toHaveLength(2);
    });

    it('takes what a call brought that was under way meanwhile, and what a guest’s claim brings later', async () => {
      const [user, guest] = [asUser(), asGuest()];
      const userId = user.userId!;
      await ordersEnd(userId);
      await erase(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1));
      const late = await uploaded(service, user, photo);
      const claimed = await uploaded(service, guest, photo);
      await publishEvent(transport, guestClaimed, {
        subject: `guest/${guest.guestId}`,
        data: { guestId: guest.guestId!, userId },
      });
      await eventually(async () =>
        expect(
          await fixture.database.query('SELECT id FROM images WHERE id = ANY($1)', [[late.id, claimed.id]]),
        ).toEqual([]),
      );
      await eventually(() => expect(filesOf([late.id, claimed.id])).toEqual([]));
    });

    it('tells nothing while a file is still there that another instance was about to remove', async () => {
      const userId = randomUUID();
      const folder = join(fixture.folder, 'images/originals/yy');
      await mkdir(folder, { recursive: true });
      const names = Array.from({ length: 20 }, () => `${randomUUID()}.jpg`);
      for (const name of names) await writeFile(join(folder, name), 'somebody’s');
      // The other instance has taken the rows, and died before it came to the files.
      await fixture.database.query('INSERT INTO file_removals (key, user_id) SELECT unnest($1::text[]), $2', [
        names.map((name) => `originals/yy/${name}`),
        userId,
      ]);
      await ordersEnd(userId);
      await erase(userId);
      await eventually(() => expect(confirmations(userId)).toHaveLength(1), { everyMs: 1 });
      expect(filesOf(names)).toEqual([]);
    });

    it('removes a print file whose last order goes while somebody looks whether it has any', async () => {
      const [userId, orderItemId, sha256] = [randomUUID(), randomUUID(), randomBytes(32).toString('hex')];
      const key = printKey(sha256);
      await mkdir(dirname(join(fixture.folder, 'images', key)), { recursive: true });
      await writeFile(join(fixture.folder, 'images', key), 'somebody’s');
      await fixture.database.query(
        `INSERT INTO print_jobs (order_item_id, order_id, order_number, line, design, file, due_at) VALUES ($1, $2, 'PA-0000000002', 1, '{}', $3, now() + interval '1 hour')`,
        [orderItemId, randomUUID(), JSON.stringify({ sha256 })],
      );
      await fixture.database.query('INSERT INTO file_removals (key) VALUES ($1)', [key]);
      const removals = service.get(FileRemovals);
      const looking = await service.get(DataSource).transaction(async (manager) => {
        await manager.query('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
        const looking = removals.remove([key]);
        await eventually(
          async () =>
            expect(
              await fixture.database.query(
                `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
              ),
            ).toHaveLength(1),
          { everyMs: 5 },
        );
        await manager.query('DELETE FROM print_jobs WHERE order_item_id = $1', [orderItemId]);
        await removals.notePrints([sha256], userId, manager);
        return { done: looking };
      });
      await looking.done;
      await removals.removeOf(userId);
      expect(filesOf([sha256])).toEqual([]);
    });

    it('removes what an earlier process noted and did not come to', async () => {
      const key = `originals/zz/${randomUUID()}.png`;
      await mkdir(join(fixture.folder, 'images/originals/zz'), { recursive: true });
      await writeFile(join(fixture.folder, 'images', key), 'left over');
      await fixture.database.query(`INSERT INTO file_removals (key, due_at) VALUES ($1, now() - interval '1 minute')`, [
        key,
      ]);
      await eventually(async () =>
        expect(await fixture.database.query('SELECT key FROM file_removals WHERE key = $1', [key])).toEqual([]),
      );
      expect(globSync(`images/${key}`, { cwd: fixture.folder })).toEqual([]);
    });
  });
}
