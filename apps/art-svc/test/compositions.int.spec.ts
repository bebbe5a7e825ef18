import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { petJpeg } from '@shop/art-engine/testing';
import { BUILT_IN, BUILT_IN_VERSION } from '@shop/art-engine/version';
import {
  type ArtworkDetails,
  type CutOut,
  cutOutsUrl,
  cutOutUrl,
  type GenerateRequest,
  type Generation,
  type PreviewComposition,
  stylePreviewUrl,
  type UploadedImage,
} from '@shop/contracts-art';
import type { IdentityClaims } from '@shop/contracts-common';
import { asGuest, asUser, type TestResponse, type TestService } from '@shop/testing';
import sharp from 'sharp';
import { CustomerErasureService } from '../src/customer-data/customer-erasure.service.js';
import { UnusedUploadsService } from '../src/customer-data/unused-uploads.service.js';
import { CutOutWorkerPool } from '../src/cut-outs/cut-out-worker-pool.js';
import { type GenerationInput, ImageEngine } from '../src/engines/image-engine.js';
import { cutOutKey, originalKey } from '../src/images/image-keys.js';
import { ImageStore } from '../src/images/image-store.js';
import { ImagesRepository } from '../src/images/images.repository.js';
import { PreviewWorkerPool } from '../src/previews/preview-worker-pool.js';
import { PrintDrawingService, type PrintOrderItem } from '../src/printing/print-drawing.service.js';
import { RenderWorkerPool } from '../src/printing/render-worker-pool.js';
import type { PrintInput } from '../src/printing/rendering/render-print-file.js';
import { ArtFixture, createUploadForm, generate, uploadedPhoto } from './support/art-fixture.js';
import { markerArtwork } from './support/marker-artwork.js';
import { createPaidItem, PRINT } from './support/paid-order.js';

let fixture: ArtFixture;
let service: TestService;
let jpeg: Buffer;
let artwork: Buffer;
const guest = asGuest();

beforeAll(async () => {
  fixture = await ArtFixture.open();
  ({ service } = fixture);
  [jpeg, artwork] = await Promise.all([petJpeg(160, 120), markerArtwork(64, 80)]);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => fixture.close());

const query = <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  fixture.database.query<Row>(sql, values);
const upload = (as: IdentityClaims = guest): Promise<UploadedImage> => uploadedPhoto(service, as, jpeg);
const getCutOut = async ({ id }: UploadedImage, as = guest): Promise<CutOut> =>
  (await service.call('GET', cutOutUrl(id), { as })).json<CutOut>();
async function correct({ id }: UploadedImage, as = guest): Promise<CutOut> {
  const mask = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#ffffff' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return (await service.call('POST', cutOutsUrl(id), { as, body: createUploadForm(mask) })).json<CutOut>();
}
const readFile = async (key: string): Promise<Buffer> => (await service.get(ImageStore).read(key))!;
const readMask = ({ id }: CutOut): Promise<Buffer> => readFile(cutOutKey(id));
const readPhoto = ({ id }: UploadedImage): Promise<Buffer> => readFile(originalKey(id, 'image/jpeg'));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const getMetadata = async ({ outputImageId }: Generation): Promise<Record<string, unknown>> =>
  (await query<{ metadata: Record<string, unknown> }>('SELECT metadata FROM images WHERE id = $1', [outputImageId]))[0]!
    .metadata;
/** Draws the same small picture for each input, and returns the inputs. */
function mockEngine(): GenerationInput[] {
  const inputs: GenerationInput[] = [];
  jest.spyOn(service.get(ImageEngine), 'draw').mockImplementation((input) => {
    inputs.push(input);
    return Promise.resolve({
      png: artwork,
      width: 64,
      height: 80,
      detailWidthPx: 64,
      engine: BUILT_IN,
      engineVersion: BUILT_IN_VERSION,
    });
  });
  return inputs;
}
/** Of two photos: the first with a correction, the second with its automatic cut-out. */
async function drawPair(as: IdentityClaims = guest) {
  const [first, second] = [await upload(as), await upload(as)];
  const [correction, automatic] = [await correct(first, as), await getCutOut(second, as)];
  const answer = await generate(service, as, {
    imageUrl: first.url,
    cutOutId: correction.id,
    background: 'none',
    furtherPets: [{ imageUrl: second.url }],
  });
  return { first, second, correction, automatic, generation: answer.json<Generation>() };
}

describe('POST /api/generate', () => {
  it('draws the automatic cut-out where the request names none', async () => {
    const inputs = mockEngine();
    const photo = await upload();
    const cutOut = await getCutOut(photo);
    const generation = (await generate(service, guest, { imageUrl: photo.url })).json<Generation>();
    expect(inputs[0]).toMatchObject({
      pets: [{ photo: await readPhoto(photo), cutOut: await readMask(cutOut) }],
      background: 'style',
    });
    expect(generation).toMatchObject({ engine: 'built-in', background: 'style' });
    const metadata = await getMetadata(generation);
    expect(metadata).toMatchObject({ cutOutId: cutOut.id, cutOutSha256: sha256(await readMask(cutOut)) });
    expect(metadata).not.toHaveProperty('furtherPets');
  });

  it('draws the correction, the background and the further pets of the request', async () => {
    const inputs = mockEngine();
    const { first, second, correction, automatic, generation } = await drawPair();
    expect(inputs).toHaveLength(1);
    expect(inputs[0]!.background).toBe('none');
    expect(inputs[0]!.pets.map(({ photo, cutOut }) => [photo, cutOut])).toEqual([
      [await readPhoto(first), await readMask(correction)],
      [await readPhoto(second), await readMask(automatic)],
    ]);
    expect(generation).toMatchObject({ engine: 'built-in', background: 'none' });
    expect(await getMetadata(generation)).toMatchObject({
      sourceImageId: first.id,
      cutOutId: correction.id,
      background: 'none',
      furtherPets: [
        {
          imageId: second.id,
          sha256: sha256(await readPhoto(second)),
          cutOutId: automatic.id,
          cutOutSha256: sha256(await readMask(automatic)),
        },
      ],
    });
    const details = (await service.call('GET', `/api/artworks/${generation.outputImageId}`)).json<ArtworkDetails>();
    expect(details).toMatchObject({ engine: 'built-in', background: 'none', isRedrawnForPrint: true });
  });

  it('draws a photo without a cut-out where the pet can’t be found', async () => {
    const inputs = mockEngine();
    jest.spyOn(service.get(CutOutWorkerPool), 'cutOut').mockRejectedValue(new Error('out of memory'));
    const photo = await upload();
    expect((await generate(service, guest, { imageUrl: photo.url })).status).toBe(201);
    expect(inputs[0]!.pets.map(({ cutOut }) => cutOut)).toEqual([null]);
  });

  it('responds with 400 to a cut-out of another photo and to a further photo of another session', async () => {
    const [photo, other, foreign] = [await upload(), await upload(), await upload(asGuest())];
    const { id: cutOutId } = await getCutOut(other);
    const cutOutUnknown = 'The cut-out of your photo no longer exists. Please choose it again.';
    const changes: [Partial<GenerateRequest>, string][] = [
      [{ cutOutId }, cutOutUnknown],
      [{ cutOutId: randomUUID() }, cutOutUnknown],
      [{ furtherPets: [{ imageUrl: photo.url, cutOutId }] }, cutOutUnknown],
      [{ furtherPets: [{ imageUrl: foreign.url }] }, 'Please upload your photo again.'],
      [{ furtherPets: Array.from({ length: 4 }, () => ({ imageUrl: other.url })) }, 'Please choose at most 4 photos'],
      [{ background: 'sunset' }, 'Please choose one of the backgrounds'],
    ];
    for (const [change, text] of changes)
      expect(await generate(service, guest, { imageUrl: photo.url, ...change })).toMatchObject({ status: 400, text });
  });
});

describe('GET /api/uploads/:id/previews/:styleKey', () => {
  const preview = ({ id }: UploadedImage, composition: PreviewComposition = {}): Promise<TestResponse> =>
    service.call('GET', stylePreviewUrl(id, 'modern', composition), { as: guest });
  const mockPool = () => jest.spyOn(service.get(PreviewWorkerPool), 'draw').mockResolvedValue(jpeg);
  const countPreviews = ({ id }: UploadedImage): number =>
    fixture.listFiles(id).filter((path) => path.includes('previews')).length;

  it('draws each composition once, and the automatic cut-out as the default preview', async () => {
    const draw = mockPool();
    const photo = await upload();
    const [automatic, correction] = [await getCutOut(photo), await correct(photo)];
    const compositions = [{}, { cutOutId: correction.id }, { background: 'none' }];
    const etags = [];
    for (const composition of compositions) etags.push((await preview(photo, composition)).headers.get('etag'));
    for (const composition of [...compositions, { cutOutId: automatic.id }])
      expect((await preview(photo, composition)).status).toBe(200);
    expect(new Set(etags).size).toBe(3);
    expect(draw.mock.calls.map(([{ pets, background }]) => [pets[0]!.cutOut, background])).toEqual([
      [await readMask(automatic), 'style'],
      [await readMask(correction), 'style'],
      [await readMask(automatic), 'none'],
    ]);
  });

  it('draws further pets with the seed of their artwork', async () => {
    const draw = mockPool();
    mockEngine();
    const { first, second, automatic, generation } = await drawPair();
    expect((await preview(first, { furtherCutOutIds: [automatic.id] })).status).toBe(200);
    const [{ pets, seed }] = draw.mock.calls[0]!;
    expect(pets[1]).toMatchObject({ photo: await readPhoto(second), cutOut: await readMask(automatic) });
    expect(seed).toBe((await getMetadata(generation)).seed);
    expect((await preview(first)).status).toBe(200);
    expect(draw.mock.calls[1]![0].seed).not.toBe(seed);
  });

  it('responds with 404 to a cut-out of another photo or session, and 400 to an unknown background', async () => {
    const [photo, other] = [await upload(), await upload()];
    const visitor = asGuest();
    const [ofOther, foreign] = [await getCutOut(other), await getCutOut(await upload(visitor), visitor)];
    expect((await preview(photo, { cutOutId: ofOther.id })).status).toBe(404);
    expect((await preview(photo, { furtherCutOutIds: [foreign.id] })).status).toBe(404);
    expect(await preview(photo, { background: 'sunset' })).toMatchObject({
      status: 400,
      text: 'Please choose one of the backgrounds',
    });
  });

  it('stores the forty newest compositions, and removes them with the photo', async () => {
    const draw = mockPool();
    const photo = await upload();
    await getCutOut(photo);
    for (let n = 0; n < 42; n++) await preview(photo, { background: `#0000${String(n).padStart(2, '0')}` });
    await fixture.removeScheduledFiles();
    expect(countPreviews(photo)).toBe(40);
    await preview(photo, { background: '#000041' });
    expect(draw).toHaveBeenCalledTimes(42);
    await preview(photo, { background: '#000000' });
    expect(draw).toHaveBeenCalledTimes(43);
    await query(`UPDATE images SET created_at = now() - interval '31 days', review_at = now() WHERE id = $1`, [
      photo.id,
    ]);
    await service.get(UnusedUploadsService).deleteExpired();
    await fixture.removeScheduledFiles();
    expect(fixture.listFiles(photo.id)).toEqual([]);
  });
});

describe('the print file of several pets', () => {
  const draw = async ({ outputImageId }: Generation) => {
    const sources: PrintInput['source'][] = [];
    jest.spyOn(service.get(RenderWorkerPool), 'renderPrint').mockImplementation(({ source }) => {
      sources.push(source);
      return Promise.resolve({ png: artwork, sha256: 'hash', view: { png: artwork, width: 1, height: 1 } } as never);
    });
    const item: PrintOrderItem = {
      artwork: (await service.get(ImagesRepository).findActive(outputImageId))!,
      design: createPaidItem(outputImageId).designConfig,
      scaleSense: 'whole-artwork',
      print: PRINT,
    };
    await service.get(PrintDrawingService).drawPrintFile(item, new AbortController().signal, false);
    return sources[0]!;
  };

  it('is painted from all photos and cut-outs, and enlarged when one of them is missing', async () => {
    mockEngine();
    const { second, correction, automatic, generation } = await drawPair();
    expect(await draw(generation)).toMatchObject({
      kind: 'recipe',
      recipe: {
        background: 'none',
        pets: [
          { photo: expect.any(String), cutOut: await readMask(correction) },
          { photo: await readPhoto(second), cutOut: await readMask(automatic) },
        ],
      },
    });
    await rm(fixture.getPath(cutOutKey(automatic.id)));
    expect(await draw(generation)).toMatchObject({ kind: 'file' });
  });
});

describe('a photo that is only a further pet', () => {
  const listImages = async (...ids: string[]): Promise<string[]> =>
    (await query<{ id: string }>('SELECT id FROM images WHERE id = ANY($1) ORDER BY id', [ids])).map(({ id }) => id);

  it('stays after thirty days', async () => {
    mockEngine();
    const { second } = await drawPair();
    await query(`UPDATE images SET created_at = now() - interval '31 days', review_at = now() WHERE id = $1`, [
      second.id,
    ]);
    await service.get(UnusedUploadsService).deleteExpired();
    expect(await listImages(second.id)).toEqual([second.id]);
  });

  it('is erased with its customer, but stays until an open print file is painted', async () => {
    mockEngine();
    const user = asUser();
    const { first, second, correction, automatic, generation } = await drawPair(user);
    const [print] = await query<{ id: string }>(
      `INSERT INTO print_files (order_item_id, order_id, order_number, line, artwork_id, design, scale_sense, print)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'PA-0000000009', 1, $1, '{}', 'whole-artwork', '{}') RETURNING id`,
      [generation.outputImageId],
    );
    await service.get(CustomerErasureService).handleErasureRequest(user.userId!);
    expect(await query('SELECT FROM ai_job_pets WHERE image_id = $1', [second.id])).toEqual([]);
    expect(await listImages(first.id, second.id)).toEqual([first.id, second.id].sort());
    expect(fixture.listFiles(correction.id, automatic.id)).toHaveLength(2);
    await query(`UPDATE print_files SET file = '{}' WHERE id = $1`, [print!.id]);
    await service.get(CustomerErasureService).handleErasureRequest(user.userId!);
    expect(await listImages(first.id, second.id)).toEqual([]);
    expect(fixture.listFiles(first.id, second.id, correction.id, automatic.id)).toEqual([]);
  });
});
