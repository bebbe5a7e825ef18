import { jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { stylePreviewUrl, type Generation } from '@shop/contracts-art';
import type { IdentityClaims } from '@shop/contracts-common';
import { guestClaimed, userErasureRequested } from '@shop/contracts-identity';
import { orderPaid, ordersAnonymised, orderStatusChanged } from '@shop/contracts-order';
import {
  asAdmin,
  asGuest,
  asUser,
  waitFor,
  publishEvent,
  recordEvents,
  signIdentityToken,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { extract } from 'tar-stream';
import { DataSource } from 'typeorm';
import { CustomerErasureService } from '../src/customer-data/customer-erasure.service.js';
import { originalKey, printKey } from '../src/images/image-keys.js';
import { FileRemovalsService } from '../src/images/file-removals.service.js';
import { StoredFilesService } from '../src/images/stored-files.service.js';
import { UnusedUploadsService } from '../src/customer-data/unused-uploads.service.js';
import { ArtFixture, generate, uploadPhoto, uploadedPhoto } from './support/art-fixture.js';
import { createPaidItem, createPaidOrder, PRINT, insertArtwork, type PaidOrder } from './support/paid-order.js';
import { petJpeg } from '@shop/art-engine/testing';

const PLAIN = { ...PRINT, pictureUrl: null, overlayUrl: null };

let fixture: ArtFixture;
let service: TestService;
let events: EventRecorder;
let photo: Buffer;

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  events = await recordEvents(fixture.transport, ['artworks.erased', 'print-file.completed']);
  photo = await petJpeg(160, 120);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const query = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  fixture.database.query<Row>(sql, values);
const ageUpload = (id: string, age = '31 days') =>
  query(`UPDATE images SET created_at = now() - $2::interval, review_at = review_at - $2::interval WHERE id = $1`, [
    id,
    age,
  ]);

describe('GET /internal/personal-data', () => {
  const filesOf = async (as: IdentityClaims): Promise<Record<string, Buffer>> => {
    const answer = await fetch(new URL('/internal/personal-data', service.url), {
      headers: { 'x-identity-token': await signIdentityToken(as) },
    });
    expect(answer.headers.get('content-type')).toBe('application/x-tar');
    const tar = extract();
    const files: Record<string, Buffer> = {};
    tar.on('entry', ({ name }, body, next) => {
      void buffer(body).then((bytes) => {
        files[name] = bytes;
        next();
      });
    });
    await pipeline(Readable.fromWeb(answer.body as never), tar);
    return files;
  };
  const json = (file: Buffer | undefined): Record<string, unknown>[] =>
    JSON.parse(String(file)) as Record<string, unknown>[];

  it('contains the designs as JSON and every picture as a file', async () => {
    const user = asUser();
    const { id: photoId, url: imageUrl } = await uploadedPhoto(service, user, photo);
    const { id: furtherId, url: furtherUrl } = await uploadedPhoto(service, user, photo);
    const request = { imageUrl, petName: 'Zoë 🐕', prompt: 'in blue', furtherPets: [{ imageUrl: furtherUrl }] };
    const { id, outputImageId } = (await generate(service, user, request)).json<Generation>();
    const files = await filesOf(user);
    const cutOuts = await query<{ id: string }>('SELECT id FROM cut_outs WHERE image_id = ANY($1)', [
      [photoId, furtherId],
    ]);
    const pictures = [
      `artworks/${outputImageId}.png`,
      `photos/${photoId}.jpg`,
      `photos/${furtherId}.jpg`,
      ...cutOuts.map(({ id: cutOutId }) => `cut-outs/${cutOutId}.png`),
    ];
    expect(pictures).toHaveLength(5);
    expect(Object.keys(files).sort()).toEqual([...pictures, 'designs.json', 'pictures.json'].sort());
    expect(json(files['designs.json'])).toEqual([
      expect.objectContaining({
        id,
        styleKey: 'abstract',
        petName: 'Zoë 🐕',
        prompt: 'in blue',
        status: 'completed',
        photoId,
        furtherPets: [{ photoId: furtherId, cutOutId: null }],
        artworkId: outputImageId,
      }),
    ]);
    expect(files[pictures[0]!]!.subarray(1, 4).toString()).toBe('PNG');
    expect(
      json(files['pictures.json'])
        .map(({ file }) => file)
        .sort(),
    ).toEqual(pictures.toSorted());
    expect(String(files['designs.json'])).not.toMatch(/hash|idempotency|claimed/i);
  });

  it('contains more than one page of pictures, lists lost files, and excludes other customers', async () => {
    const user = asUser();
    await insertArtwork(fixture, { userId: asUser().userId });
    const [lost, stored] = [
      await insertArtwork(fixture, { userId: user.userId }),
      await insertArtwork(fixture, { userId: user.userId }),
    ];
    await rm(fixture.getPath(originalKey(lost, 'image/png')));
    await query(
      `INSERT INTO images (id, user_id, type, url, mime_type, width_px, height_px, size_bytes)
       SELECT gen_random_uuid(), $1, 'upload', '/media/x', 'image/jpeg', 1, 1, 1 FROM generate_series(1, 250)`,
      [user.userId],
    );
    const files = await filesOf(user);
    const pictures = json(files['pictures.json']);
    expect(pictures).toHaveLength(252);
    expect(pictures.find(({ id }) => id === stored)).toMatchObject({ kind: 'artwork', file: `artworks/${stored}.png` });
    expect(pictures.find(({ id }) => id === lost)).toMatchObject({ file: null });
    expect(Object.keys(files).sort()).toEqual([`artworks/${stored}.png`, 'designs.json', 'pictures.json'].sort());
  });
});

describe('the erasure of a customer', () => {
  const requestErasure = (userId: string) =>
    publishEvent(fixture.transport, userErasureRequested, {
      subject: `user/${userId}`,
      data: { userId, email: 'ada@example.com', firstName: 'Ada', requestedAt: new Date().toISOString() },
    });
  const publishOrdersAnonymised = (userId: string) =>
    publishEvent(fixture.transport, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
  const confirmations = (userId: string) =>
    events.list('artworks.erased').filter(({ data }) => (data as { userId: string }).userId === userId);
  const waitForConfirmation = (userId: string) =>
    waitFor(() => expect(confirmations(userId).length).toBeGreaterThan(0), { everyMs: 2 });
  const imagesOf = async (userId: string): Promise<string[]> =>
    (await query<{ id: string }>('SELECT id FROM images WHERE user_id = $1', [userId])).map(({ id }) => id).sort();
  interface Printed {
    order: PaidOrder;
    id: string;
    sha256: string;
    mockupId: string;
    viewId: string;
  }
  const printArtwork = async (userId: string, artworkId: string): Promise<Printed> => {
    const order = createPaidOrder([createPaidItem(artworkId, { print: PLAIN })], userId);
    await publishEvent(fixture.transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
    const { data } = await events.waitForEvent(
      'print-file.completed',
      ({ subject }) => subject === `order-item/${order.order.items[0]!.id}`,
    );
    const { printFile, mockup, view } = data as Record<'printFile' | 'mockup' | 'view', { id: string; sha256: string }>;
    return { order, id: printFile.id, sha256: printFile.sha256, mockupId: mockup.id, viewId: view.id };
  };
  const statusOfPrint = async ({ id }: Printed): Promise<number> =>
    (await service.call('GET', `/api/admin/print-files/${id}`, { as: asAdmin() })).status;

  it('removes photos, cut-outs, previews, designs, artworks, mock-ups and print files with their files, and confirms it', async () => {
    const user = asUser();
    const userId = user.userId!;
    const { url: imageUrl, id: photoId } = await uploadedPhoto(service, user, photo);
    const { outputImageId } = (await generate(service, user, { imageUrl, petName: 'Rex' })).json<Generation>();
    await service.call('GET', `/media/${outputImageId}?w=320`, { headers: { accept: 'image/webp' } });
    await service.call('GET', stylePreviewUrl(photoId, 'modern'), { as: user });
    await service.call('GET', stylePreviewUrl(photoId, 'modern', { background: 'none' }), { as: user });
    const cutOuts = await query<{ id: string }>('SELECT id FROM cut_outs WHERE image_id = $1', [photoId]);
    const printed = await printArtwork(userId, outputImageId);
    const ids = [photoId, cutOuts[0]!.id, outputImageId, printed.mockupId, printed.viewId, printed.sha256];
    expect(fixture.listFiles(...ids)).toHaveLength(9);
    // order-svc may publish the end of the orders before the request arrives.
    await publishOrdersAnonymised(userId);
    await requestErasure(userId);
    await waitForConfirmation(userId);
    expect(fixture.listFiles(...ids)).toEqual([]);
    for (const table of ['ai_jobs', 'images'])
      expect(await query(`SELECT id FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    expect(await query('SELECT id FROM print_files WHERE order_id = $1', [printed.order.order.id])).toEqual([]);
    expect((await service.call('GET', `/media/${outputImageId}`)).status).toBe(404);
    expect(await statusOfPrint(printed)).toBe(404);
  });

  it('keeps what an open order is printed from until that order ends', async () => {
    const userId = randomUUID();
    const [open, over, unused] = [
      await insertArtwork(fixture, { userId }),
      await insertArtwork(fixture, { userId }),
      await insertArtwork(fixture, { userId }),
    ];
    const [onItsWay, delivered] = [await printArtwork(userId, open), await printArtwork(userId, over)];
    const { order } = delivered.order;
    await publishEvent(fixture.transport, orderStatusChanged, {
      subject: `order/${order.id}`,
      sequence: 2,
      data: {
        orderId: order.id,
        orderNumber: order.orderNumber,
        from: 'shipped',
        to: 'delivered',
        order,
        userId,
        tracking: null,
        link: { key: 'key', changeableUntil: null },
      },
    });
    await waitFor(async () =>
      expect(await query('SELECT order_ended FROM print_files WHERE order_id = $1', [order.id])).toEqual([
        { order_ended: true },
      ]),
    );
    await requestErasure(userId);
    const needed = [open, onItsWay.mockupId, onItsWay.viewId];
    await waitFor(async () => expect(await imagesOf(userId)).toEqual(needed.toSorted()));
    await waitFor(() => expect(fixture.listFiles(over, unused, delivered.mockupId, delivered.viewId)).toEqual([]));
    expect(await statusOfPrint(onItsWay)).toBe(200);
    expect(confirmations(userId)).toEqual([]);

    await publishOrdersAnonymised(userId);
    await waitForConfirmation(userId);
    expect(fixture.listFiles(...needed, onItsWay.sha256)).toEqual([]);
  });

  it('keeps a print file that another customer’s order shares, other customers’ pictures, and product pictures', async () => {
    const [userId, otherId, productId] = [randomUUID(), randomUUID(), randomUUID()];
    await query(
      `INSERT INTO images (id, type, url, mime_type, width_px, height_px, size_bytes) VALUES ($1, 'product', '/media/x', 'image/png', 1, 1, 1)`,
      [productId],
    );
    const others = [
      await insertArtwork(fixture, { userId: otherId }),
      await insertArtwork(fixture, { guestId: asGuest().guestId }),
    ];
    const [own, shared] = [
      await printArtwork(userId, await insertArtwork(fixture, { userId })),
      await printArtwork(otherId, others[0]!),
    ];
    expect(shared.sha256).toBe(own.sha256);
    await publishOrdersAnonymised(userId);
    await requestErasure(userId);
    await waitForConfirmation(userId);
    expect([await statusOfPrint(own), await statusOfPrint(shared)]).toEqual([404, 200]);
    expect(await query('SELECT id FROM images WHERE id = ANY($1)', [[...others, productId]])).toHaveLength(3);
    expect(fixture.listFiles(...others)).toHaveLength(2);
  });

  it('is confirmed again after another request, also for a customer without data', async () => {
    const userId = randomUUID();
    await requestErasure(userId);
    await publishOrdersAnonymised(userId);
    await waitForConfirmation(userId);
    const before = confirmations(userId).length;
    await requestErasure(userId);
    await waitFor(() => expect(confirmations(userId).length).toBeGreaterThan(before));
  });

  it('includes data of a running request or of a guest’s claim', async () => {
    const [user, guest] = [asUser(), asGuest()];
    const userId = user.userId!;
    await publishOrdersAnonymised(userId);
    await requestErasure(userId);
    await waitForConfirmation(userId);
    const late = await uploadedPhoto(service, user, photo);
    const claimed = await uploadedPhoto(service, guest, photo);
    await publishEvent(fixture.transport, guestClaimed, {
      subject: `guest/${guest.guestId}`,
      data: { guestId: guest.guestId!, userId },
    });
    await waitFor(async () => {
      await service.get(CustomerErasureService).eraseLateArrivals();
      expect(await query('SELECT id FROM images WHERE id = ANY($1)', [[late.id, claimed.id]])).toEqual([]);
    });
    expect(fixture.listFiles(late.id, claimed.id)).toEqual([]);
  });

  it('removes a print file whose last row is deleted while another process checks its use', async () => {
    const [userId, orderItemId, sha256] = [randomUUID(), randomUUID(), randomBytes(32).toString('hex')];
    const key = printKey(sha256);
    await fixture.putFile(key);
    await query(
      `INSERT INTO print_files (order_item_id, order_id, order_number, line, design, scale_sense, file) VALUES ($1, $2, 'PA-0000000002', 1, '{}', 'whole-artwork', $3)`,
      [orderItemId, randomUUID(), JSON.stringify({ sha256 })],
    );
    await query('INSERT INTO file_removals (key) VALUES ($1)', [key]);
    const removals = service.get(FileRemovalsService);
    const { checking } = await service.get(DataSource).transaction(async (manager) => {
      await manager.query('SELECT FROM file_removals WHERE key = $1 FOR UPDATE', [key]);
      const checking = removals.removeFiles({ keys: [key] });
      await waitFor(async () =>
        expect(
          await query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
        ).toHaveLength(1),
      );
      await manager.query('DELETE FROM print_files WHERE order_item_id = $1', [orderItemId]);
      await removals.schedulePrints([sha256], userId, manager);
      return { checking };
    });
    await checking;
    await removals.removeForUser(userId);
    expect(fixture.listFiles(sha256)).toEqual([]);
  });
});

describe('files and their rows', () => {
  const removalsOf = (text: string) =>
    query<{ key: string }>(`SELECT key FROM file_removals WHERE key LIKE '%' || $1 || '%'`, [text]);
  const jobsOf = (key: string) =>
    query<{ late: boolean }>(
      `SELECT run_at > now() + interval '59 minutes' AS late FROM graphile_worker.jobs WHERE key = $1`,
      [`art.remove-files:${key}`],
    );
  /** Simulates a lost answer to the COMMIT of the next transaction that inserts an image. */
  const loseAnswer = (): void => {
    const source = service.get(DataSource);
    const transaction = source.transaction.bind(source) as unknown as (
      work: (manager: never) => unknown,
    ) => Promise<unknown>;
    const count = async (): Promise<number> => (await query('SELECT FROM images')).length;
    let isLost = false;
    jest.spyOn(source, 'transaction').mockImplementation((async (work: (manager: never) => unknown) => {
      const before = await count();
      const result = await transaction(work);
      if (isLost || (await count()) === before) return result;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    }) as never);
  };

  it('both stay when the answer to the COMMIT of a photo is lost', async () => {
    const guest = asGuest();
    loseAnswer();
    expect((await uploadPhoto(service, guest, photo)).status).toBe(503);
    const [row] = await query<{ id: string }>('SELECT id FROM images WHERE guest_id = $1', [guest.guestId]);
    expect([fixture.listFiles(row!.id).length, await removalsOf(row!.id)]).toEqual([1, []]);
  });

  it('both stay when the answer to the COMMIT of a print file is lost', async () => {
    const order = createPaidOrder([
      createPaidItem(await insertArtwork(fixture, { userId: randomUUID() }), { print: PLAIN }),
    ]);
    loseAnswer();
    await publishEvent(fixture.transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
    const printFile = () =>
      query<Record<'status' | 'view_id' | 'mockup_id' | 'sha256', string>>(
        `SELECT status, view_id, mockup_id, file->>'sha256' AS sha256 FROM print_files WHERE order_id = $1`,
        [order.order.id],
      );
    // The next attempt starts after a second.
    await waitFor(async () => expect(await printFile()).toMatchObject([{ status: 'completed' }]));
    const [{ view_id, mockup_id, sha256 } = { view_id: '', mockup_id: '', sha256: '' }] = await printFile();
    for (const name of [view_id, mockup_id, sha256])
      expect([fixture.listFiles(name).length, await removalsOf(name)]).toEqual([1, []]);
  });

  it('are both removed when the row can’t be inserted', async () => {
    const before = fixture.listFiles('originals');
    jest.spyOn(service.get(FileRemovalsService), 'cancelRemoval').mockRejectedValueOnce(new Error('no row'));
    expect((await uploadPhoto(service, asGuest(), photo)).status).toBe(500);
    expect(fixture.listFiles('originals')).toEqual(before);
  });

  it('are both removed after an hour when the process dies before the row is inserted', async () => {
    const key = `originals/kk/${randomUUID()}.jpg`;
    let fail: (isWritten: boolean) => void = () => undefined;
    const saving = service
      .get(StoredFilesService)
      .saveWithRow(key, Buffer.from('a photo'), () => new Promise((end) => (fail = end)));
    await waitFor(() => expect(fixture.listFiles(key)).toHaveLength(1));
    expect([await removalsOf(key), await jobsOf(key)]).toEqual([[{ key }], [{ late: true }]]);
    await fixture.removeScheduledFiles();
    expect([fixture.listFiles(key), await removalsOf(key)]).toEqual([[], []]);
    fail(false);
    await saving;
  });

  it('are removed despite one failing file, which is retried later, also where the job died', async () => {
    const [failing, next] = [`originals/zz/${randomUUID()}.jpg`, `originals/zz/${randomUUID()}.jpg`];
    // A folder can't be removed as a file.
    await mkdir(fixture.getPath(failing), { recursive: true });
    await fixture.putFile(next);
    await query(
      `INSERT INTO file_removals (key, due_at) VALUES ($1, now() - interval '2 minutes'), ($2, now() - interval '1 minute')`,
      [failing, next],
    );
    const unused = await uploadedPhoto(service, asGuest(), photo);
    await ageUpload(unused.id);
    const removals = service.get(FileRemovalsService);
    await removals.enqueueWithoutJob();
    await removals.enqueueWithoutJob();
    await service.get(UnusedUploadsService).deleteExpired();
    await waitFor(() => expect(fixture.listFiles(next, unused.id)).toEqual([]));
    const jobs = () =>
      query<{ late: boolean }>(
        `SELECT run_at > now() AS late FROM graphile_worker.jobs WHERE task_identifier = 'art.remove-files' AND key NOT LIKE '%/%'`,
      );
    await waitFor(async () => expect(await jobs()).toEqual([{ late: true }]));
    expect(await removalsOf('originals/zz')).toEqual([{ key: failing }]);
    // As if the job had died, and had been deleted after 90 days.
    await query(`SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE task_identifier = $1`, [
      'art.remove-files',
    ]);
    await query(`UPDATE file_removals SET due_at = due_at - interval '91 days' WHERE key = $1`, [failing]);
    await rm(fixture.getPath(failing), { recursive: true });
    await removals.enqueueWithoutJob();
    await waitFor(async () => expect(await removalsOf('originals/zz')).toEqual([]));
  });

  it.each([
    ['thirty days', asUser(), '30 days 1 hour', '29 days 23 hours'],
    ['a day if they are a guest’s', asGuest(), '25 hours', '23 hours'],
  ])('are removed for unused uploads after %s; used uploads and artworks stay', async (_, owner, over, under) => {
    const photos = await Promise.all(Array.from({ length: 3 }, () => uploadedPhoto(service, owner, photo)));
    const [unused, young, used] = photos as [(typeof photos)[0], (typeof photos)[0], (typeof photos)[0]];
    const { outputImageId } = (await generate(service, owner, { imageUrl: used.url })).json<Generation>();
    expect((await service.call('GET', stylePreviewUrl(unused.id, 'modern'), { as: owner })).status).toBe(200);
    for (const id of [unused.id, used.id, outputImageId]) await ageUpload(id, over);
    await ageUpload(young.id, under);
    await service.get(UnusedUploadsService).deleteExpired();
    await fixture.removeScheduledFiles();
    const ids = [...photos.map(({ id }) => id), outputImageId];
    expect(await query('SELECT FROM images WHERE id = ANY($1)', [ids])).toHaveLength(3);
    expect([fixture.listFiles(unused.id), fixture.listFiles(young.id, used.id, outputImageId).length]).toEqual([[], 3]);
    expect((await service.call('GET', unused.url, { as: owner })).status).toBe(404);
  });
});
