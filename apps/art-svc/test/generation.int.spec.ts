import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { Design, GenerateRequest, Generation, UploadedImage, UserDesigns } from '@shop/contracts-art';
import { parseNextPageUrl, type IdentityClaims } from '@shop/contracts-common';
import { guestClaimed } from '@shop/contracts-identity';
import {
  asAdmin,
  asGuest,
  asUser,
  waitFor,
  publishEvent,
  readMetric,
  recordEvents,
  type TestResponse,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { BUILT_IN_VERSION } from '@shop/art-engine/version';
import { originalKey } from '../src/images/image-keys.js';
import { ArtFixture, generate as requestArtwork, republish, uploadedPhoto } from './support/art-fixture.js';
import { petJpeg } from '@shop/art-engine/testing';

const PHOTO_UNKNOWN = 'Please upload your photo again.';
const STYLE_UNKNOWN = 'Please choose an art style to continue';
const ARTWORK_FAILED = 'Your artwork could not be drawn. Please try again.';

describe('POST /api/generate', () => {
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let jpeg: Buffer;
  beforeAll(async () => {
    fixture = await ArtFixture.open();
    ({ service } = fixture);
    events = await recordEvents(fixture.transport, ['artwork.completed', 'artwork.failed']);
    jpeg = await petJpeg(160, 120);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await events.stop();
    await fixture.close();
  });

  const uploadOwnPhoto = (as: IdentityClaims): Promise<UploadedImage> => uploadedPhoto(service, as, jpeg);
  const generate = (
    as: IdentityClaims,
    body: Partial<GenerateRequest> & { imageUrl: string },
    key?: string,
  ): Promise<TestResponse> => requestArtwork(service, as, body, key);
  const generateArtwork = async (...args: Parameters<typeof generate>): Promise<Generation> =>
    (await generate(...args)).json<Generation>();
  const listDesigns = async (as: IdentityClaims): Promise<Design[]> =>
    (await service.call('GET', '/api/designs', { as })).json<Design[]>();
  const getArtworkHash = async ({ outputImageId }: Generation): Promise<unknown> =>
    (
      await fixture.database.query<{ sha256: string }>(
        `SELECT metadata->>'sha256' AS sha256 FROM images WHERE id = $1`,
        [outputImageId],
      )
    )[0]?.sha256;
  const countJobs = async (): Promise<number> => (await fixture.database.query('SELECT FROM ai_jobs')).length;

  it('draws the artwork of the caller’s photo, stores it, and publishes it', async () => {
    const guest = asGuest();
    const { url } = await uploadOwnPhoto(guest);
    const drawnBefore = await readMetric(service, 'artworks_drawn_total');
    const answer = await generate(guest, { imageUrl: url, styleKey: 'modern', petName: 'Rex 小白 🐶' });
    expect(answer.status).toBe(201);
    expect(await readMetric(service, 'artworks_drawn_total')).toBe(drawnBefore + 1);
    const { id, outputImageId, outputImage } = answer.json<Generation>();
    expect(outputImage).toEqual({ id: outputImageId, url: `/media/${outputImageId}` });
    const picture = Buffer.from(await (await fetch(new URL(outputImage.url, service.url))).arrayBuffer());
    const { width, height, format } = await sharp(picture).metadata();
    expect([Math.max(width, height), format]).toEqual([1024, 'png']);
    const { data } = await events.waitForEvent('artwork.completed', ({ subject }) => subject === `artwork/${id}`);
    expect(data).toMatchObject({
      jobId: id,
      imageId: outputImageId,
      styleKey: 'modern',
      petName: 'Rex 小白',
      guestId: guest.guestId,
      userId: null,
      width,
      height,
      watched: true,
      completedAt: expect.any(String),
    });
    const [image] = await fixture.database.query<{ metadata: unknown }>('SELECT metadata FROM images WHERE id = $1', [
      outputImageId,
    ]);
    expect(image?.metadata).toMatchObject({
      engine: 'built-in',
      engineVersion: BUILT_IN_VERSION,
      style: 'modern',
      seed: expect.any(Number),
      sourceSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const [design] = await listDesigns(asUser({ guestId: guest.guestId }));
    expect(design).toMatchObject({ id, petName: 'Rex 小白' });
  });

  it('ignores the print area, because only OpenAI draws in its shape', async () => {
    const guest = asGuest();
    const { url } = await uploadOwnPhoto(guest);
    const [first, second] = [
      await generateArtwork(guest, { imageUrl: url }),
      await generateArtwork(guest, { imageUrl: url, printArea: { widthPx: 879, heightPx: 1830 } }),
    ];
    expect(await getArtworkHash(second)).toEqual(await getArtworkHash(first));
  });

  it('draws once for simultaneous requests with one key, and gives all the same response, also later', async () => {
    const guest = asGuest();
    const body = { imageUrl: (await uploadOwnPhoto(guest)).url };
    const key = randomUUID();
    const answers = await Promise.all([
      generate(guest, body, key),
      generate(guest, body, key),
      generate(guest, { ...body, petName: ' ', prompt: '' }, key),
    ]);
    answers.push(await generate(guest, body, key.toUpperCase()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await fixture.database.query('SELECT attempts FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
      { attempts: 1 },
    ]);
  });

  it('responds with 409 to another request with the same key, and separates the keys of sessions', async () => {
    const [guest, other] = [asGuest(), asGuest()];
    const key = randomUUID();
    const body = { imageUrl: (await uploadOwnPhoto(guest)).url };
    const first = await generateArtwork(guest, body, key);
    expect(await generate(guest, { ...body, styleKey: 'modern' }, key)).toMatchObject({
      status: 409,
      text: 'This Idempotency-Key was already used for another artwork.',
    });
    expect((await generateArtwork(other, { imageUrl: (await uploadOwnPhoto(other)).url }, key)).id).not.toBe(first.id);
  });

  it('draws a guest’s photo for the customer after the guest signed in', async () => {
    const guest = asGuest();
    const user = asUser({ guestId: guest.guestId });
    const { id } = await generateArtwork(user, { imageUrl: (await uploadOwnPhoto(guest)).url });
    expect(await fixture.database.query('SELECT user_id, guest_id FROM ai_jobs WHERE id = $1', [id])).toEqual([
      { user_id: user.userId, guest_id: null },
    ]);
  });

  it('reassigns a guest’s photos and designs to the user, also when the event is delivered twice', async () => {
    const [guest, user] = [asGuest(), asUser()];
    const key = randomUUID();
    const body = { imageUrl: (await uploadOwnPhoto(guest)).url, petName: 'Mia' };
    const { id } = await generateArtwork(guest, body, key);
    // The user has a drawing with the same key, so the guest's drawing loses its key.
    await generate(user, { imageUrl: (await uploadOwnPhoto(user)).url }, key);
    const claimed = { subject: `guest/${guest.guestId}`, data: { guestId: guest.guestId!, userId: user.userId! } };
    await publishEvent(fixture.transport, guestClaimed, claimed);
    await publishEvent(fixture.transport, guestClaimed, claimed);
    await waitFor(async () => expect(await listDesigns(user)).toHaveLength(2));
    expect((await listDesigns(user))[1]).toMatchObject({
      id,
      status: 'completed',
      petName: 'Mia',
      outputImage: { url: expect.stringMatching(/^\/media\//) },
    });
    expect(await fixture.database.query('SELECT id FROM images WHERE guest_id = $1', [guest.guestId])).toEqual([]);
    expect((await generate(user, body)).status).toBe(201);
  });

  it('publishes all finished artworks again on request', async () => {
    const guest = asGuest();
    const { id } = await generateArtwork(guest, { imageUrl: (await uploadOwnPhoto(guest)).url });
    const published = () => events.list('artwork.completed').filter(({ subject }) => subject === `artwork/${id}`);
    await waitFor(() => expect(published()).toHaveLength(1));
    await republish(fixture.transport, 'artwork');
    await waitFor(() => expect(published()).toHaveLength(2));
    expect(published()[1]?.data).toEqual({ ...(published()[0]?.data as object), completedAt: expect.any(String) });
  });

  describe('responds with an error', () => {
    const guest = asGuest();
    let photo: UploadedImage;
    beforeAll(async () => {
      photo = await uploadOwnPhoto(guest);
    });
    const originalOf = ({ id }: UploadedImage): string => fixture.getPath(originalKey(id, 'image/jpeg'));

    it.each<readonly [string, object, string]>([
      ['an address that is no picture of the shop', { imageUrl: 'https://example.com/pet.jpg' }, PHOTO_UNKNOWN],
      ['a picture that does not exist', { imageUrl: `/media/${randomUUID()}` }, PHOTO_UNKNOWN],
      ['no photo', { imageUrl: undefined }, 'imageUrl is missing or not valid'],
      ['an unknown style', { styleKey: 'baroque' }, STYLE_UNKNOWN],
      ['a long name', { petName: 'x'.repeat(51) }, 'Please use at most 50 characters for the name'],
      ['a long prompt', { prompt: 'x'.repeat(501) }, 'Please use at most 500 characters for the prompt'],
      ['variation 1000', { variation: 1000 }, 'A variation is a whole number from 0 to 999'],
      ['variation "1"', { variation: '1' }, 'A variation is a whole number from 0 to 999'],
    ])('400 for %s', async (_, change, text) => {
      const before = await countJobs();
      expect(await generate(guest, { imageUrl: photo.url, ...change })).toMatchObject({ status: 400, text });
      expect(await countJobs()).toBe(before);
    });

    it('400 for an artwork as a photo, for an inactive style, and for a key that is no UUID', async () => {
      const { outputImage } = await generateArtwork(guest, { imageUrl: photo.url });
      expect((await generate(guest, { imageUrl: outputImage.url })).text).toBe(PHOTO_UNKNOWN);
      await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'minimalistic'`);
      expect(await generate(guest, { imageUrl: photo.url, styleKey: 'minimalistic' })).toMatchObject({
        status: 400,
        text: 'This style is not offered any more. Please choose another one.',
      });
      await fixture.database.query(`UPDATE ai_styles SET active = true WHERE key = 'minimalistic'`);
      for (const key of ['1', ''])
        expect(await generate(guest, { imageUrl: photo.url }, key)).toMatchObject({
          status: 400,
          text: 'The Idempotency-Key must be a UUID.',
        });
    });

    it('502 when the engine fails, the same for its key, and publishes the failure', async () => {
      const user = asUser();
      const broken = await uploadOwnPhoto(user);
      await writeFile(originalOf(broken), 'no picture any more');
      const key = randomUUID();
      const answer = await generate(user, { imageUrl: broken.url }, key);
      expect([answer.status, answer.text]).toEqual([502, ARTWORK_FAILED]);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      const [design] = await listDesigns(user);
      expect(design).toMatchObject({ status: 'failed', outputImage: null, errorMessage: ARTWORK_FAILED });
      const { data } = await events.waitForEvent(
        'artwork.failed',
        ({ subject }) => subject === `artwork/${design!.id}`,
      );
      expect(data).toMatchObject({ reason: 'engine-failed', userId: user.userId });
      expect((await generate(user, { imageUrl: broken.url }, key)).text).toBe(ARTWORK_FAILED);
    });

    it('502 when the photo’s file is missing, after the last of four attempts', async () => {
      const lost = await uploadOwnPhoto(guest);
      await rm(originalOf(lost));
      expect(await generate(guest, { imageUrl: lost.url })).toMatchObject({ status: 502, text: ARTWORK_FAILED });
      expect(
        await fixture.database.query('SELECT attempts, status FROM ai_jobs WHERE input_image_id = $1', [lost.id]),
      ).toEqual([{ attempts: 4, status: 'failed' }]);
    });

    it('502 at the deadline, and publishes the failure', async () => {
      const deadlineMs = jest.replaceProperty(fixture.config, 'ART_DEADLINE_MS', 5);
      const key = randomUUID();
      const answer = await generate(guest, { imageUrl: photo.url, styleKey: 'cyberpunk' }, key);
      deadlineMs.restore();
      expect([answer.status, answer.text]).toEqual([502, 'Drawing your artwork took too long. Please try again.']);
      const [drawing] = await fixture.database.query<{ id: string; status: string }>(
        'SELECT id, status FROM ai_jobs WHERE idempotency_key = $1',
        [key],
      );
      expect(drawing?.status).toBe('failed');
      const { data } = await events.waitForEvent(
        'artwork.failed',
        ({ subject }) => subject === `artwork/${drawing?.id}`,
      );
      expect(data).toMatchObject({ reason: 'timed-out', guestId: guest.guestId });
    });

    it('502 after the deadline while another instance continues to draw', async () => {
      const key = randomUUID();
      await generate(guest, { imageUrl: photo.url }, key);
      await fixture.database.query(
        `UPDATE ai_jobs SET status = 'processing', output_image_id = NULL, completed_at = NULL,
           deadline_at = now() + interval '1 hour' WHERE idempotency_key = $1`,
        [key],
      );
      jest.replaceProperty(fixture.config, 'ART_DEADLINE_MS', 5);
      expect(await generate(guest, { imageUrl: photo.url }, key)).toMatchObject({
        status: 502,
        text: 'Your artwork is taking longer than usual. Please try again in a moment.',
      });
      expect(await fixture.database.query('SELECT status FROM ai_jobs WHERE idempotency_key = $1', [key])).toEqual([
        { status: 'processing' },
      ]);
    });
  });

  it('lists the designs of a guest to the guest’s session only', async () => {
    const guest = asGuest();
    const { url } = await uploadOwnPhoto(guest);
    const { id } = await generateArtwork(guest, { imageUrl: url });
    const listGuestDesigns = async (as?: IdentityClaims) =>
      (await service.call('GET', '/api/guest/designs', { as })).json<Design[]>().map((design) => design.id);
    expect(await listGuestDesigns(guest)).toEqual([id]);
    expect(await listGuestDesigns(asGuest())).toEqual([]);
    expect(await listGuestDesigns()).toEqual([]);
    expect(await listGuestDesigns(asUser())).toEqual([]);
  });

  describe('GET /api/designs', () => {
    it('lists the caller’s designs, newest first, including the guest’s of this session', async () => {
      const guest = asGuest();
      const user = asUser({ guestId: guest.guestId });
      const { url } = await uploadOwnPhoto(guest);
      const first = await generateArtwork(guest, { imageUrl: url, petName: 'Rex' });
      const second = await generateArtwork(user, { imageUrl: url });
      const designs = await listDesigns(user);
      expect(designs.map(({ id, petName, status }) => [id, petName, status])).toEqual([
        [second.id, null, 'completed'],
        [first.id, 'Rex', 'completed'],
      ]);
      expect(designs[1]).toMatchObject({ outputImageId: first.outputImageId, outputImage: first.outputImage });
      const ofUser = (as: IdentityClaims) => service.call('GET', `/api/admin/users/${user.userId}/designs`, { as });
      expect((await ofUser(user)).status).toBe(403);
      // The guest's designs become the user's once the sign-in is handled.
      expect((await ofUser(asAdmin())).json<UserDesigns>()).toEqual({ total: 1, newest: [designs[0]] });
    });

    it('returns each design once over all pages', async () => {
      const user = asUser();
      const { id: photoId } = await uploadOwnPhoto(user);
      const made = await fixture.database.query<{ id: string }>(
        `INSERT INTO ai_jobs (user_id, input_image_id, style_key, body_hash, deadline_at, status, failure_reason, error_message, created_at)
         SELECT $1, $2, 'abstract', '', now(), 'failed', 'engine-failed', 'No.', now() - n * interval '1 microsecond' FROM generate_series(1, 3) n RETURNING id`,
        [user.userId, photoId],
      );
      const pages: string[][] = [];
      for (let address: string | null = '/api/designs?limit=2'; address;) {
        const answer: TestResponse = await service.call('GET', address, { as: user });
        pages.push(answer.json<Design[]>().map(({ id }) => id));
        address = parseNextPageUrl(answer.headers.get('link'));
      }
      const ids = made.map(({ id }) => id);
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)]);
    });
  });
});
