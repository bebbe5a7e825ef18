import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { petJpeg, petPhoto } from '@shop/art-engine/testing';
import {
  CUT_OUTS_MAX,
  type CutOut,
  cutOutMaskUrl,
  cutOutSchema,
  cutOutsUrl,
  cutOutUrl,
  type UploadedImage,
} from '@shop/contracts-art';
import { IDENTITY_HEADER, type IdentityClaims } from '@shop/contracts-common';
import {
  asGuest,
  signIdentityToken,
  startTestService,
  type TestResponse,
  type TestService,
  waitFor,
} from '@shop/testing';
import sharp from 'sharp';
import { AppModule } from '../src/app.module.js';
import { CutOutWorkerPool } from '../src/cut-outs/cut-out-worker-pool.js';
import { cutOutKey } from '../src/images/image-keys.js';
import { ArtFixture, createUploadForm, generate, uploadedPhoto } from './support/art-fixture.js';

let fixture: ArtFixture;
let service: TestService;
let jpeg: Buffer;
const guest = asGuest();

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  jpeg = await petJpeg(160, 120);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

const query = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  fixture.database.query<Row>(sql, values);
const upload = (as: IdentityClaims = guest): Promise<UploadedImage> => uploadedPhoto(service, as, jpeg);
const requestCutOut = ({ id }: { id: string }, as = guest, from = service): Promise<TestResponse> =>
  from.call('GET', cutOutUrl(id), { as });
const getCutOut = async (photo: UploadedImage, as = guest): Promise<CutOut> =>
  cutOutSchema.parse((await requestCutOut(photo, as)).json());
const listRows = ({ id }: UploadedImage) =>
  query<{ id: string; source: string }>('SELECT id, source FROM cut_outs WHERE image_id = $1 ORDER BY created_at, id', [
    id,
  ]);
async function getMask(path: string, as = guest, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, service.url), {
    headers: { ...headers, [IDENTITY_HEADER]: await signIdentityToken(as) },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
/** A photo as an earlier version stored it, and as an instance leaves it that dies after the upload. */
async function uploadWithoutCutOut(): Promise<UploadedImage> {
  const photo = await upload();
  const { id } = await getCutOut(photo);
  await query('DELETE FROM cut_outs WHERE id = $1', [id]);
  await rm(fixture.getPath(cutOutKey(id)));
  return photo;
}

describe('GET /api/uploads/:id/cut-out', () => {
  it('returns the outline of the pet, which the upload has started to look for', async () => {
    const photo = await upload();
    await waitFor(async () => expect(await listRows(photo)).toHaveLength(1));
    const cutOut = await getCutOut(photo);
    expect(cutOut).toEqual({
      id: (await listRows(photo))[0]!.id,
      maskUrl: cutOutMaskUrl(photo.id, cutOut.id),
      width: expect.any(Number),
      height: expect.any(Number),
      source: 'contrast',
      hasSubject: expect.any(Boolean),
    });
    expect(cutOut.width / cutOut.height).toBeCloseTo(160 / 120, 1);
  });

  it('looks for the pet once, also for simultaneous requests of a photo without a cut-out', async () => {
    const photo = await uploadWithoutCutOut();
    const cutOut = jest.spyOn(service.get(CutOutWorkerPool), 'cutOut');
    const answers = await Promise.all(Array.from({ length: 6 }, () => getCutOut(photo)));
    answers.push(await getCutOut(photo));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(cutOut).toHaveBeenCalledTimes(1);
  });

  it('ends with one cut-out and one file when two instances look at the same time', async () => {
    const photo = await uploadWithoutCutOut();
    const before = fixture.listFiles('cut-outs').length;
    const other = await startTestService(AppModule.with(fixture.config));
    try {
      const answers = await Promise.all([requestCutOut(photo), requestCutOut(photo, guest, other)]);
      expect(new Set(answers.map((answer) => answer.json<CutOut>().id)).size).toBe(1);
    } finally {
      await other.stop();
    }
    expect(await listRows(photo)).toHaveLength(1);
    expect(fixture.listFiles('cut-outs')).toHaveLength(before + 1);
  });

  it('finds the pet by the network where its weights are present', async () => {
    const photo = await uploadWithoutCutOut();
    const withNetwork = await startTestService(AppModule.with({ ...fixture.config, CUT_OUT_WEIGHTS: undefined }));
    try {
      expect((await requestCutOut(photo, guest, withNetwork)).json()).toMatchObject({ source: 'network' });
    } finally {
      await withNetwork.stop();
    }
  });

  it('responds with 503 and Retry-After when the search fails or takes too long, and searches again', async () => {
    const photo = await uploadWithoutCutOut();
    jest.spyOn(service.get(CutOutWorkerPool), 'cutOut').mockRejectedValueOnce(new Error('out of memory'));
    const failed = await requestCutOut(photo);
    expect([failed.status, failed.text, failed.headers.get('retry-after')]).toEqual([
      503,
      'We are still looking for your pet. Please try again in a moment.',
      '2',
    ]);
    const waitMs = jest.replaceProperty(fixture.config, 'PREVIEW_WAIT_MS', 1);
    expect((await requestCutOut(photo)).status).toBe(503);
    waitMs.restore();
    expect((await requestCutOut(photo)).status).toBe(200);
  });

  it('responds with 404 for a photo of another session and a picture that is no upload', async () => {
    const photo = await upload();
    const { outputImageId: id } = (await generate(service, guest, { imageUrl: photo.url })).json<{
      outputImageId: string;
    }>();
    for (const answer of [await requestCutOut(photo, asGuest()), await requestCutOut({ id })])
      expect([answer.status, answer.text]).toEqual([404, 'Not found']);
  });

  it('stores nothing for a photo that was removed during the search', async () => {
    const photo = await uploadWithoutCutOut();
    const pool = service.get(CutOutWorkerPool);
    const cutOut = pool.cutOut.bind(pool);
    jest.spyOn(pool, 'cutOut').mockImplementationOnce(async (...args) => {
      const found = await cutOut(...args);
      await query('DELETE FROM images WHERE id = $1', [photo.id]);
      return found;
    });
    const before = fixture.listFiles('cut-outs').length;
    expect((await requestCutOut(photo)).status).toBe(404);
    expect(fixture.listFiles('cut-outs')).toHaveLength(before);
  });
});

describe('GET /api/uploads/:id/cut-outs/:cutOutId', () => {
  it('sends the mask, cacheable by the browser only', async () => {
    const photo = await upload();
    const { id, maskUrl, width, height } = await getCutOut(photo);
    const { status, headers, bytes } = await getMask(maskUrl);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      etag: `"${id}"`,
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height, channels: 1, depth: 'uchar' });
    expect((await getMask(maskUrl, guest, { 'if-none-match': `"${id}"` })).status).toBe(304);
  });

  it('responds with 404 for another session, another photo, and an unknown cut-out', async () => {
    const [photo, other] = [await upload(), await upload()];
    const { id, maskUrl } = await getCutOut(photo);
    const answers = await Promise.all([
      getMask(maskUrl, asGuest()),
      getMask(cutOutMaskUrl(other.id, id)),
      getMask(cutOutMaskUrl(photo.id, randomUUID())),
      getMask(cutOutMaskUrl(photo.id, 'x')),
    ]);
    expect(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).toEqual(
      answers.map(() => '404 Not found'),
    );
  });
});

/** A mask of 160 × 120 px whose first `columns` columns are drawn. */
function createMask(columns: number): Promise<Buffer> {
  const pixels = Buffer.alloc(160 * 120);
  for (let row = 0; row < 120; row++) pixels.fill(255, row * 160, row * 160 + columns);
  return sharp(pixels, { raw: { width: 160, height: 120, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
const sendMask = ({ id }: { id: string }, mask: Uint8Array, as = guest, field = 'image'): Promise<TestResponse> =>
  service.call('POST', cutOutsUrl(id), {
    as,
    body: createUploadForm(mask, { field, name: 'mask.png', type: 'image/png' }),
  });
const correct = async (photo: UploadedImage, columns: number): Promise<CutOut> =>
  cutOutSchema.parse((await sendMask(photo, await createMask(columns))).json());

describe('POST /api/uploads/:id/cut-outs', () => {
  it('stores the mask in the size of the automatic cut-out, which stays', async () => {
    const photo = await upload();
    const automatic = await getCutOut(photo);
    const answer = await sendMask(photo, await createMask(40));
    expect(answer.status).toBe(201);
    const cutOut = cutOutSchema.parse(answer.json());
    expect(cutOut).toEqual({
      ...automatic,
      id: cutOut.id,
      maskUrl: cutOutMaskUrl(photo.id, cutOut.id),
      source: 'customer',
      hasSubject: true,
    });
    const { bytes } = await getMask(cutOut.maskUrl);
    expect(await sharp(bytes).metadata()).toMatchObject({
      width: automatic.width,
      height: automatic.height,
      channels: 1,
    });
    expect(await getCutOut(photo)).toEqual(automatic);
  });

  it('returns the same cut-out for the same mask, also for simultaneous requests', async () => {
    const photo = await upload();
    const before = fixture.listFiles('cut-outs').length;
    const first = await Promise.all(Array.from({ length: 4 }, () => correct(photo, 40)));
    const all = [...first, await correct(photo, 40)];
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(fixture.listFiles('cut-outs')).toHaveLength(before + 2);
    const automatic = await getCutOut(photo);
    expect((await sendMask(photo, (await getMask(automatic.maskUrl)).bytes)).json()).toEqual(automatic);
  });

  it('replaces the oldest correction that no artwork was drawn from', async () => {
    const photo = await upload();
    const [drawn, oldest] = [await correct(photo, 1), await correct(photo, 2)];
    await generate(service, guest, { imageUrl: photo.url, cutOutId: drawn.id });
    await query(
      `INSERT INTO cut_outs (id, image_id, source, has_subject, width_px, height_px, size_bytes, sha256)
       SELECT gen_random_uuid(), $1, 'customer', true, 1, 1, 1, 'filler ' || n FROM generate_series(3, $2::int) n`,
      [photo.id, CUT_OUTS_MAX],
    );
    const newest = await correct(photo, 50);
    const ids = (await listRows(photo)).map(({ id }) => id);
    expect(ids).toHaveLength(CUT_OUTS_MAX + 1);
    expect(ids).toEqual(expect.arrayContaining([drawn.id, newest.id]));
    expect(ids).not.toContain(oldest.id);
    await fixture.removeScheduledFiles();
    expect(fixture.listFiles(oldest.id)).toEqual([]);
    expect(fixture.listFiles(drawn.id, newest.id)).toHaveLength(2);
  });

  it('responds with 409 when artworks were drawn from all corrections', async () => {
    const photo = await upload();
    await getCutOut(photo);
    await query(
      `WITH full_list AS (
         INSERT INTO cut_outs (id, image_id, source, has_subject, width_px, height_px, size_bytes, sha256)
         SELECT gen_random_uuid(), $1, 'customer', true, 1, 1, 1, 'filler ' || n FROM generate_series(1, $2::int) n RETURNING id)
       INSERT INTO ai_jobs (guest_id, input_image_id, cut_out_id, style_key, body_hash, deadline_at, status, failure_reason)
       SELECT $3, $1, id, 'modern', '', now(), 'failed', 'engine-failed' FROM full_list`,
      [photo.id, CUT_OUTS_MAX, guest.guestId],
    );
    const before = fixture.listFiles('cut-outs').length;
    expect(await sendMask(photo, await createMask(50))).toMatchObject({
      status: 409,
      text: 'This photo has 50 cut-outs that were drawn already. Please use one of them, or upload the photo again.',
    });
    expect(fixture.listFiles('cut-outs')).toHaveLength(before);
  });

  it.each<[number, string, () => Promise<Uint8Array>]>([
    [400, 'Please leave a part of your pet to draw.', () => createMask(0)],
    [400, 'The cut-out must have the same proportions as the photo.', () => petPhoto(120, 160).png().toBuffer()],
    [415, 'Please send the cut-out as a PNG image.', () => petJpeg(160, 120)],
    [
      413,
      'That cut-out is too large. Please send one of at most 2 MB.',
      () => Promise.resolve(Buffer.alloc(2_200_000)),
    ],
  ])('responds with %i "%s"', async (status, text, createFile) => {
    expect(await sendMask(await upload(), await createFile())).toMatchObject({ status, text });
  });

  it('responds with 400 without a mask, and 404 for a photo of another session', async () => {
    const photo = await upload();
    expect(await sendMask(photo, await createMask(40), guest, 'mask')).toMatchObject({
      status: 400,
      text: 'Please send the cut-out as an image.',
    });
    expect(await sendMask(photo, await createMask(40), asGuest())).toMatchObject({ status: 404, text: 'Not found' });
  });
});
