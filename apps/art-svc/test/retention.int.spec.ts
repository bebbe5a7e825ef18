import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { petJpeg, petPhoto } from '@shop/art-engine/testing';
import type { Generation } from '@shop/contracts-art';
import { reviewChanged } from '@shop/contracts-catalog';
import {
  orderAnonymised,
  orderPaid,
  orderProblemReported,
  orderReprintEnded,
  orderReprintRequested,
} from '@shop/contracts-order';
import {
  asAdmin,
  asGuest,
  asUser,
  publishEvent,
  recordEvents,
  waitFor,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { CustomerErasureService } from '../src/customer-data/customer-erasure.service.js';
import { GuestArtworksService } from '../src/customer-data/guest-artworks.service.js';
import { UnusedUploadsService } from '../src/customer-data/unused-uploads.service.js';
import { OldPrintFilesService } from '../src/printing/old-print-files.service.js';
import { ArtFixture, generate, uploadedPhoto } from './support/art-fixture.js';
import { createPaidItem, createPaidOrder, insertArtwork, PRINT } from './support/paid-order.js';

let fixture: ArtFixture;
let service: TestService;
let events: EventRecorder;
let photo: Buffer;

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  events = await recordEvents(fixture.transport, ['print-file.completed', 'review-photo.missing']);
  photo = await petJpeg(160, 120);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const query = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  fixture.database.query<Row>(sql, values);

/** A guest's photo and artwork, which are so many days old. */
async function createDesign(guest: ReturnType<typeof asGuest>, ageDays: number) {
  const { id: photoId, url: imageUrl } = await uploadedPhoto(service, guest, photo);
  const { id, outputImageId: artworkId } = (await generate(service, guest, { imageUrl })).json<Generation>();
  await query(`UPDATE images SET created_at = now() - $2 * interval '1 day' WHERE id = ANY($1)`, [
    [photoId, artworkId],
    ageDays,
  ]);
  await query(`UPDATE ai_jobs SET created_at = now() - $2 * interval '1 day', review_at = now() WHERE id = $1`, [
    id,
    ageDays,
  ]);
  return { id, photoId, artworkId };
}

async function printArtwork(artworkId: string) {
  const order = createPaidOrder([
    createPaidItem(artworkId, { print: { ...PRINT, pictureUrl: null, overlayUrl: null } }),
  ]);
  const itemId = order.order.items[0]!.id;
  await publishEvent(fixture.transport, orderPaid, { subject: `order/${order.order.id}`, data: order });
  await events.waitForEvent('print-file.completed', ({ subject }) => subject === `order-item/${itemId}`);
  const [printFile] = await query<{ id: string; sha256: string }>(
    `SELECT id, file->>'sha256' AS sha256 FROM print_files WHERE order_item_id = $1`,
    [itemId],
  );
  return { ...printFile!, ...order, orderId: order.order.id, itemId };
}

/** The common data of the events of a reprint. The order is delivered. */
const createReprint = ({ order, userId, link, itemId }: Awaited<ReturnType<typeof printArtwork>>) => ({
  order: { ...order, status: 'delivered' as const },
  userId,
  link,
  reprintId: randomUUID(),
  items: [{ orderItemId: itemId, title: 'Shirt', quantity: 1 }],
  shippingAddress: order.shippingAddress,
});

describe('designs of guests', () => {
  const cleanUp = async (): Promise<void> => {
    await service.get(GuestArtworksService).deleteExpired();
    await service.get(UnusedUploadsService).deleteExpired();
    await fixture.removeScheduledFiles();
  };
  const reviewIn = async (id: string): Promise<number> =>
    Math.round(
      (
        await query<{ days: number }>(
          `SELECT extract(epoch FROM review_at - now())::float / 86400 AS days FROM ai_jobs WHERE id = $1`,
          [id],
        )
      )[0]!.days,
    );

  it('are deleted with their photos 120 days after the guest’s last upload or drawing', async () => {
    const { id, photoId, artworkId } = await createDesign(asGuest(), 121);
    expect(fixture.listFiles(photoId, artworkId)).not.toEqual([]);
    await cleanUp();
    expect(await query('SELECT FROM ai_jobs WHERE id = $1', [id])).toEqual([]);
    expect(await query('SELECT FROM images WHERE id = ANY($1)', [[photoId, artworkId]])).toEqual([]);
    expect(fixture.listFiles(photoId, artworkId)).toEqual([]);
  });

  it('stay while the guest uploads or draws, and are looked at when that time is over', async () => {
    const guest = asGuest();
    const old = await createDesign(guest, 200);
    await createDesign(guest, 20);
    await cleanUp();
    expect(fixture.listFiles(old.photoId, old.artworkId)).not.toEqual([]);
    expect(await reviewIn(old.id)).toBe(100);
  });

  it('stay for ever when they were ordered', async () => {
    const { id, photoId, artworkId } = await createDesign(asGuest(), 200);
    await printArtwork(artworkId);
    await cleanUp();
    expect(fixture.listFiles(photoId, artworkId)).not.toEqual([]);
    expect(await query('SELECT FROM ai_jobs WHERE id = $1 AND review_at = $2', [id, 'infinity'])).toHaveLength(1);
  });
});

describe('photos that are in use', () => {
  it('are looked at only each 30 days, so they never keep the cleanup from the expired ones', async () => {
    const { photoId } = await createDesign(asGuest(), 31);
    await query('UPDATE images SET review_at = now() WHERE id = $1', [photoId]);
    await service.get(UnusedUploadsService).deleteExpired();
    expect(
      await query(`SELECT FROM images WHERE id = $1 AND review_at > now() + interval '29 days'`, [photoId]),
    ).toHaveLength(1);
  });
});

describe('photos of a reported problem', () => {
  it('stay for a year, and only the uploader’s own can be attached', async () => {
    const guest = asGuest();
    const [{ id: own }, { id: foreign }] = [
      await uploadedPhoto(service, guest, photo),
      await uploadedPhoto(service, asGuest(), photo),
    ];
    const { order, link } = createPaidOrder([]);
    const userId = randomUUID();
    await publishEvent(fixture.transport, orderProblemReported, {
      subject: `order/${order.id}`,
      data: {
        order,
        userId,
        link,
        reportId: randomUUID(),
        kind: 'damaged',
        text: 'A hole',
        items: [],
        photos: { ids: [own, foreign], userId: null, guestId: guest.guestId ?? null },
      },
    });
    const listAttached = () => query('SELECT image_id AS id FROM report_photos WHERE order_id = $1', [order.id]);
    await waitFor(async () => expect(await listAttached()).toEqual([{ id: own }]));
    const age = async (change: string) => {
      await query(`UPDATE images SET created_at = now() - interval '31 days', review_at = now() WHERE id = $1`, [own]);
      await query(`UPDATE report_photos SET attached_at = now() - $2::interval WHERE image_id = $1`, [own, change]);
      await service.get(UnusedUploadsService).deleteExpired();
    };
    await age('364 days');
    expect(await listAttached()).toHaveLength(1);
    await age('366 days');
    expect(await listAttached()).toEqual([]);
  });

  it('are deleted when their order is anonymised, also those of an admin and of a guest', async () => {
    const [guest, office] = [asGuest(), asAdmin()];
    const { id: reported } = await uploadedPhoto(service, guest, photo);
    const { id: sentAgain } = await uploadedPhoto(service, office, photo);
    const { photoId: drawn } = await createDesign(guest, 0);
    const { order, link } = createPaidOrder([]);
    const subject = `order/${order.id}`;
    const common = { order, userId: null, link };
    await publishEvent(fixture.transport, orderProblemReported, {
      subject,
      data: {
        ...common,
        reportId: randomUUID(),
        kind: 'damaged',
        text: 'A hole',
        items: [],
        photos: { ids: [reported, drawn], userId: null, guestId: guest.guestId ?? null },
      },
    });
    await publishEvent(fixture.transport, orderReprintRequested, {
      subject,
      sequence: 2,
      data: {
        ...common,
        reprintId: randomUUID(),
        items: [],
        shippingAddress: order.shippingAddress,
        reason: 'damaged',
        photos: { ids: [sentAgain], userId: office.userId ?? null, guestId: null },
      },
    });
    await waitFor(async () =>
      expect(await query('SELECT FROM report_photos WHERE order_id = $1', [order.id])).toHaveLength(3),
    );
    await publishEvent(fixture.transport, orderAnonymised, { subject, sequence: 3, data: { orderId: order.id } });
    const ids = [reported, sentAgain, drawn];
    await waitFor(async () =>
      expect(await query('SELECT id FROM images WHERE id = ANY($1)', [ids])).toEqual([{ id: drawn }]),
    );
  });
});

describe('photos of reviews', () => {
  type Status = 'pending' | 'published' | 'rejected' | 'deleted';
  type Uploaded = { id: string; userId?: string | undefined; guestId?: string | undefined };
  /** Publishes the change of a review: of a guest's order, unless it has a `userId`. */
  const change = (
    { id: reviewId, userId = null, ...state }: { id: string; userId?: string | null; version: number; status: Status },
    photo: Uploaded | null,
  ) =>
    publishEvent(fixture.transport, reviewChanged, {
      subject: `review/${reviewId}`,
      sequence: state.version,
      data: {
        ...{ reviewId, userId, ...state },
        photo: photo && { id: photo.id, userId: photo.userId ?? null, guestId: photo.guestId ?? null },
      },
    });
  const waitUntilAttached = (reviewId: string, times = 1) =>
    waitFor(async () =>
      expect(await query('SELECT FROM review_photos WHERE review_id = $1', [reviewId])).toHaveLength(times),
    );
  const view = (id: string) => service.call('GET', `/media/${id}`);
  const listImages = (...ids: string[]) => query('SELECT id FROM images WHERE id = ANY($1)', [ids]);

  it('are public while the review is published, and stay until it is deleted', async () => {
    const [guest, id] = [asGuest(), randomUUID()];
    const { id: photoId } = await uploadedPhoto(service, guest, photo);
    const own = { id: photoId, guestId: guest.guestId };
    await change({ id, version: 1, status: 'pending' }, own);
    await waitUntilAttached(id);
    expect((await view(photoId)).status).toBe(404);
    await change({ id, version: 2, status: 'published' }, own);
    await waitFor(async () => expect((await view(photoId)).status).toBe(200));
    expect((await view(photoId)).headers.get('cache-control')).toBe('public, max-age=86400');
    await query(`UPDATE images SET created_at = now() - interval '9 years', review_at = now() WHERE id = $1`, [
      photoId,
    ]);
    await service.get(UnusedUploadsService).deleteExpired();
    await change({ id, version: 3, status: 'rejected' }, own);
    await waitFor(async () => expect((await view(photoId)).status).toBe(404));
    // An event that comes late.
    await change({ id, version: 2, status: 'published' }, own);
    expect((await view(photoId)).status).toBe(404);
    await change({ id, version: 4, status: 'deleted' }, own);
    await waitFor(async () => expect(await listImages(photoId)).toEqual([]));
  });

  it('are replaced, and only their uploader can attach them', async () => {
    const [guest, id] = [asGuest(), randomUUID()];
    const { id: first } = await uploadedPhoto(service, guest, photo);
    const { id: second } = await uploadedPhoto(service, guest, photo);
    const { id: foreign } = await uploadedPhoto(service, asGuest(), photo);
    await change({ id, version: 1, status: 'published' }, { id: first, guestId: guest.guestId });
    await waitFor(async () => expect((await view(first)).status).toBe(200));
    await change({ id, version: 2, status: 'published' }, { id: second, guestId: guest.guestId });
    await waitFor(async () => expect(await listImages(first, second)).toEqual([{ id: second }]));
    await change({ id, version: 3, status: 'published' }, { id: foreign, guestId: guest.guestId });
    await waitFor(async () => expect(await listImages(second, foreign)).toEqual([{ id: foreign }]));
    expect((await view(foreign)).status).toBe(404);
    await waitUntilMissing(id, foreign);
  });

  const waitUntilMissing = (reviewId: string, imageId: string) =>
    events.waitForEvent('review-photo.missing', ({ data }) => isDeepStrictEqual(data, { reviewId, imageId }));

  /** Reviews of orders of two accounts show the same photo. */
  async function shareBetween(users: readonly string[], uploader: ReturnType<typeof asGuest>) {
    const { id } = await uploadedPhoto(service, uploader, photo);
    const { userId, guestId } = uploader;
    const reviews = users.map((owner) => ({ id: randomUUID(), userId: owner }));
    for (const review of reviews) {
      await change({ ...review, version: 1, status: 'published' }, userId ? { id, userId } : { id, guestId });
      await waitUntilAttached(review.id);
    }
    return { id, reviews };
  }
  const erase = (userId: string) => service.get(CustomerErasureService).handleErasureRequest(userId);

  it('stay for the review of another account when one account is erased, and go with the last', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const { id, reviews } = await shareBetween([first, second], asGuest());
    await erase(first);
    expect((await view(id)).status).toBe(200);
    await change({ ...reviews[0]!, version: 2, status: 'deleted' }, null);
    await waitUntilAttached(reviews[0]!.id, 0);
    expect((await view(id)).status).toBe(200);
    await erase(second);
    expect(await listImages(id)).toEqual([]);
  });

  it('go with the account that uploaded them, also from the review of another, which catalog-svc learns', async () => {
    const [uploader, other] = [asUser(), randomUUID()];
    const { id, reviews } = await shareBetween([uploader.userId!, other], uploader);
    await erase(uploader.userId!);
    expect(await listImages(id)).toEqual([]);
    await waitUntilMissing(reviews[1]!.id, id);
  });

  it('that are also of a reported problem stay until both are deleted', async () => {
    const { id, reviews } = await shareBetween([randomUUID()], asGuest());
    const orderId = randomUUID();
    await query('INSERT INTO report_photos (image_id, order_id, user_id) VALUES ($1, $2, $3)', [
      ...[id, orderId, randomUUID()],
    ]);
    await publishEvent(fixture.transport, orderAnonymised, { subject: `order/${orderId}`, data: { orderId } });
    await waitFor(async () =>
      expect(await query('SELECT FROM report_photos WHERE order_id = $1', [orderId])).toEqual([]),
    );
    expect((await view(id)).status).toBe(200);
    await change({ ...reviews[0]!, version: 2, status: 'deleted' }, null);
    await waitFor(async () => expect(await listImages(id)).toEqual([]));
  });
});

describe('print files', () => {
  const download = async (id: string): Promise<number> =>
    (await service.call('GET', `/api/admin/print-files/${id}`, { as: asAdmin() })).status;
  const cleanUp = async (): Promise<void> => {
    await service.get(OldPrintFilesService).scheduleEnded();
    await service.get(OldPrintFilesService).deleteDue();
    await fixture.removeScheduledFiles();
  };
  const age = (orderId: string, days: number) =>
    query(`UPDATE print_files SET files_due_at = files_due_at - $2 * interval '1 day' WHERE order_id = $1`, [
      orderId,
      days,
    ]);

  it('are deleted 60 days after the order ended, and made again when an admin asks for one', async () => {
    const print = await printArtwork(await insertArtwork(fixture, { guestId: asGuest().guestId! }));
    await cleanUp();
    await query('UPDATE print_files SET order_ended = true WHERE order_id = $1', [print.orderId]);
    await cleanUp();
    await age(print.orderId, 59);
    await cleanUp();
    expect(await download(print.id)).toBe(200);
    await age(print.orderId, 1);
    await cleanUp();
    expect(fixture.listFiles(print.sha256)).toEqual([]);

    expect(await download(print.id)).toBe(503);
    await waitFor(async () => expect(await download(print.id)).toBe(200), { timeoutMs: 30_000 });
    await cleanUp();
    expect(await download(print.id)).toBe(200);
  });

  it('stay while items are sent again, for which deleted ones are made again', async () => {
    // Not the picture of the other tests: equal print files share one file.
    const png = await petPhoto(120, 90).png().toBuffer();
    const print = await printArtwork(await insertArtwork(fixture, { guestId: asGuest().guestId! }, png));
    const reprint = createReprint(print);
    await query('UPDATE print_files SET order_ended = true WHERE order_id = $1', [print.orderId]);
    const removeOld = async () => {
      await cleanUp();
      await age(print.orderId, 61);
      await cleanUp();
    };
    const expectReported = async (times: number) => {
      await publishEvent(fixture.transport, orderReprintRequested, {
        subject: `order/${print.orderId}`,
        data: { ...reprint, reason: 'damaged', photos: { ids: [], userId: null, guestId: null } },
      });
      await waitFor(
        () =>
          expect(
            events.list('print-file.completed').filter(({ subject }) => subject === `order-item/${print.itemId}`),
          ).toHaveLength(times),
        { timeoutMs: 30_000 },
      );
      await removeOld();
      expect(fixture.listFiles(print.sha256)).toHaveLength(1);
    };
    await expectReported(2);
    await publishEvent(fixture.transport, orderReprintEnded, {
      subject: `order/${print.orderId}`,
      data: { ...reprint, state: 'delivered', isLast: true, wasSent: true },
    });
    await waitFor(async () =>
      expect(await query('SELECT FROM print_files WHERE id = $1 AND order_ended', [print.id])).toHaveLength(1),
    );
    await removeOld();
    expect(fixture.listFiles(print.sha256)).toEqual([]);
    await expectReported(3);
  });

  it('stay while another order with the same picture needs them', async () => {
    const artworkId = await insertArtwork(fixture, { guestId: asGuest().guestId! });
    const [ended, open] = [await printArtwork(artworkId), await printArtwork(artworkId)];
    expect(open.sha256).toBe(ended.sha256);
    await query('UPDATE print_files SET order_ended = true WHERE order_id = $1', [ended.orderId]);
    await cleanUp();
    await age(ended.orderId, 61);
    await cleanUp();
    expect(await download(open.id)).toBe(200);
  });
});
