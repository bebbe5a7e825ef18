/** The whole service with external providers: an S3 bucket and OpenAI. */
import { createHash, randomUUID } from 'node:crypto';
import {
  cutOutMaskUrl,
  stylePreviewUrl,
  progressSchema,
  type Design,
  type GenerateRequest,
  type Generation,
} from '@shop/contracts-art';
import { TestBucket } from '@shop/bucket/testing';
import { userErasureRequested } from '@shop/contracts-identity';
import { orderPaid, ordersAnonymised } from '@shop/contracts-order';
import {
  asAdmin,
  asGuest,
  asUser,
  waitFor,
  publishEvent,
  recordEvents,
  signIdentityToken,
  type TestResponse,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import sharp from 'sharp';
import { FileRemovalsService } from '../src/images/file-removals.service.js';
import { PartialPicturesRepository } from '../src/generation/partial-pictures.repository.js';
import { ArtFixture, createUploadForm, generate, uploadPhoto, uploadedPhoto } from './support/art-fixture.js';
import { openProgressOfRequest, readEvents, type ServerSentEvent } from './support/progress-client.js';
import { BUSY, draws, breaksOff, MODERATED, OpenAiServer, failsWith } from './support/openai-server.js';
import { createPaidItem, createPaidOrder } from './support/paid-order.js';
import { petJpeg } from '@shop/art-engine/testing';

const PLAIN = {
  areaPx: { widthPx: 300, heightPx: 360, shape: 'rectangle' as const },
  pictureArea: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
  pictureUrl: null,
  overlayUrl: null,
};

let bucket: TestBucket;
let openAi: OpenAiServer;
let fixture: ArtFixture;
let service: TestService;
let events: EventRecorder;
let photo: Buffer;

beforeAll(async () => {
  [bucket, openAi] = await Promise.all([TestBucket.open(), OpenAiServer.open()]);
  fixture = await ArtFixture.open({ ...bucket.env, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openAi.url });
  ({ service } = fixture);
  events = await recordEvents(fixture.transport, ['artwork.failed', 'artworks.erased', 'print-file.completed']);
  photo = await petJpeg(120, 160);
});
beforeEach(() => openAi.reset());
afterAll(async () => {
  await events.stop();
  await fixture.close();
  await Promise.all([bucket.close(), openAi.close()]);
});

describe('pictures in a bucket', () => {
  const get = async (path: string, as = asAdmin()): Promise<{ status: number; bytes: Buffer }> => {
    const headers = { accept: 'image/webp', 'x-identity-token': await signIdentityToken(as) };
    const answer = await fetch(new URL(path, service.url), { headers });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const formatOf = async (path: string, as = asAdmin()): Promise<string | undefined> =>
    (await sharp((await get(path, as)).bytes).metadata()).format;
  const keysOf = async (id: string): Promise<string[]> => (await bucket.listKeys()).filter((key) => key.includes(id));
  const requestErasure = async (userId: string): Promise<void> => {
    await publishEvent(fixture.transport, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
    await publishEvent(fixture.transport, userErasureRequested, {
      subject: `user/${userId}`,
      data: { userId, email: 'ada@example.com', firstName: 'Ada', requestedAt: new Date().toISOString() },
    });
  };
  const confirmations = (userId: string) =>
    events.list('artworks.erased').filter(({ data }) => (data as { userId: string }).userId === userId);
  const getState = async (): Promise<unknown> => (await service.call('GET', '/healthz/parts')).json();

  it('are uploaded, served, drawn from, printed and erased there, with no file on this machine', async () => {
    const before = await bucket.listKeys();
    const user = asUser();
    const userId = user.userId!;
    const product = await service.call('POST', '/api/admin/product-pictures', {
      as: asAdmin(),
      body: createUploadForm(photo),
    });
    const { id: productId, url: pictureUrl } = product.json<{ id: string; url: string }>();
    const { id: photoId, url: photoUrl } = await uploadedPhoto(service, user, photo);
    expect(await formatOf(photoUrl)).toBe('jpeg');
    expect(await formatOf(`${photoUrl}?w=320`)).toBe('webp');
    expect(await formatOf(stylePreviewUrl(photoId, 'modern'), user)).toBe('webp');
    const generation = await generate(service, user, { imageUrl: photoUrl });
    expect(generation.status).toBe(201);
    const { outputImageId, outputImage } = generation.json<Generation>();
    expect(await formatOf(outputImage.url)).toBe('png');

    const paidOrder = createPaidOrder([createPaidItem(outputImageId, { print: { ...PLAIN, pictureUrl } })], userId);
    await publishEvent(fixture.transport, orderPaid, { subject: `order/${paidOrder.order.id}`, data: paidOrder });
    const { data } = await events.waitForEvent('print-file.completed');
    const { printFile, mockup, view } = data as {
      printFile: { url: string; sha256: string };
      mockup: { id: string; url: string };
      view: { id: string };
    };
    const printed = (await get(printFile.url)).bytes;
    expect(createHash('sha256').update(printed).digest('hex')).toBe(printFile.sha256);
    expect((await get(mockup.url)).status).toBe(200);
    const tar = (await get('/internal/personal-data', user)).bytes;
    for (const name of [`photos/${photoId}.jpg`, `artworks/${outputImageId}.png`, `mockups/${mockup.id}.jpg`])
      expect(tar.includes(name)).toBe(true);

    const toKey = (folder: string, file: string): string => `${folder}/${file.slice(0, 2)}/${file}`;
    const productKey = toKey('originals', `${productId}.jpg`);
    const [cutOut] = await fixture.database.query<{ id: string }>('SELECT id FROM cut_outs WHERE image_id = $1', [
      photoId,
    ]);
    expect(await formatOf(cutOutMaskUrl(photoId, cutOut!.id), user)).toBe('png');
    expect(await bucket.listKeys()).toEqual(
      [
        ...before,
        productKey,
        toKey('originals', `${photoId}.jpg`),
        toKey('originals', `${outputImageId}.png`),
        toKey('originals', `${mockup.id}.jpg`),
        toKey('originals', `${view.id}.png`),
        toKey('cut-outs', `${cutOut!.id}.png`),
        toKey('copies', `${photoId}-320.webp`),
        toKey('previews', `${photoId}-modern.webp`),
        toKey('prints', `${printFile.sha256}.png`),
      ].sort(),
    );
    expect(fixture.listFiles('')).toEqual([]);

    await requestErasure(userId);
    await waitFor(() => expect(confirmations(userId)).toHaveLength(1));
    expect(await bucket.listKeys()).toEqual([...before, productKey].sort());
    expect((await get(photoUrl)).status).toBe(404);
  });

  it('respond with 503 while the store is unavailable, and nothing is stored in part', async () => {
    const user = asUser();
    const { id, url } = await uploadedPhoto(service, user, photo);
    expect(await getState()).toMatchObject({ state: 'up', parts: { pictures: 'up' } });
    await bucket.stop();
    const answers = [
      await uploadPhoto(service, user, photo),
      await service.call('GET', url, { as: user }),
      await service.call('GET', `${url}?w=320`, { as: user }),
      await service.call('GET', stylePreviewUrl(id, 'modern'), { as: user }),
    ];
    for (const { status, text, headers } of answers)
      expect([status, text, headers.get('cache-control'), Number(headers.get('retry-after')) > 0]).toEqual([
        503,
        'The picture store is not reachable right now. Please try again in a moment.',
        'no-store',
        true,
      ]);
    // The response had started, so it must break off instead of looking complete.
    await expect(service.call('GET', '/internal/personal-data', { as: user })).rejects.toThrow();
    expect(await fixture.database.query('SELECT id FROM images WHERE user_id = $1', [user.userId])).toEqual([{ id }]);
    expect(fixture.listFiles('')).toEqual([]);
    expect(await getState()).toMatchObject({ state: 'degraded', parts: { pictures: 'down', database: 'up' } });
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    expect((await service.call('GET', '/api/styles')).status).toBe(200);
    await bucket.resume();
    expect((await service.call('GET', url, { as: user })).status).toBe(200);
    expect(await getState()).toMatchObject({ state: 'up' });
  });

  it('are erased once the store is available again, and only then is the erasure confirmed', async () => {
    const user = asUser();
    const userId = user.userId!;
    const { id } = await uploadedPhoto(service, user, photo);
    await bucket.stop();
    await requestErasure(userId);
    await waitFor(async () =>
      expect(await fixture.database.query('SELECT id FROM images WHERE id = $1', [id])).toEqual([]),
    );
    expect(confirmations(userId)).toEqual([]);
    await bucket.resume();
    await service.get(FileRemovalsService).removeForUser(userId);
    expect(await keysOf(id)).toEqual([]);
    // The event may be a dead letter now; a second request confirms the erasure.
    await requestErasure(userId);
    await waitFor(() => expect(confirmations(userId).length).toBeGreaterThan(0));
  });

  it('are drawn once the store is available again', async () => {
    const guest = asGuest();
    const { url: imageUrl } = await uploadedPhoto(service, guest, photo);
    await bucket.stop();
    const key = randomUUID();
    const drawing = generate(service, guest, { imageUrl }, key);
    await waitFor(async () =>
      expect(
        await fixture.database.query(
          'SELECT status, attempts FROM ai_jobs WHERE idempotency_key = $1 AND claimed_at IS NULL',
          [key],
        ),
      ).toEqual([{ status: 'processing', attempts: 0 }]),
    );
    await bucket.resume();
    expect((await drawing).status).toBe(201);
  });
});

describe('POST /api/generate with OpenAI', () => {
  const guest = asGuest();
  let imageUrl: string;
  beforeAll(async () => {
    imageUrl = (await uploadedPhoto(service, guest, photo)).url;
  });

  const draw = (key: string, change: Partial<GenerateRequest> = {}): Promise<TestResponse> =>
    generate(service, guest, { imageUrl, styleKey: 'minimalistic', ...change }, key);
  const metadataOf = async (answer: TestResponse): Promise<unknown> =>
    (
      await fixture.database.query<{ metadata: unknown }>('SELECT metadata FROM images WHERE id = $1', [
        answer.json<Generation>().outputImageId,
      ])
    )[0]?.metadata;
  const jobOf = async (key: string): Promise<unknown> =>
    (
      await fixture.database.query(
        `SELECT status, failure_reason AS "failureReason", usage FROM ai_jobs WHERE idempotency_key = $1`,
        [key],
      )
    )[0];

  it('stores the artwork, the request and its cost', async () => {
    const key = randomUUID();
    const answer = await draw(key, { petName: 'Rex', prompt: 'warm light' });
    expect(answer.status).toBe(201);
    const metadata = await metadataOf(answer);
    expect(metadata).toMatchObject({
      engine: 'openai',
      engineVersion: 'gpt-image-2.5-flare',
      style: 'minimalistic',
      seed: expect.any(Number),
      sourceSha256: expect.any(String),
      parameters: {
        model: 'gpt-image-2.5-flare',
        quality: 'medium',
        size: '1280x1536',
        background: 'opaque',
        promptTemplateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(metadata).not.toHaveProperty('fallbackFrom');
    expect(await jobOf(key)).toMatchObject({
      status: 'completed',
      usage: [{ provider: 'openai', outcome: 'drawn', outputTokens: 2_000, costMicroUsd: 69_500 }],
    });
    const { fields } = openAi.calls[0]!;
    expect(fields.prompt).toMatch(/minimalistic illustration[^]*<name>Rex<\/name>[^]*<wish>warm light<\/wish>/);
    expect(fields.safety_identifier).toBe(createHash('sha256').update(`customer ${guest.guestId}`).digest('hex'));
  });

  it('has the shape of the product’s print area, which is part of the request', async () => {
    const [key, printArea] = [randomUUID(), { widthPx: 879, heightPx: 1830 }];
    const answer = await draw(key, { printArea: { ...printArea, shape: 'rectangle' } as never });
    expect([answer.status, openAi.calls[0]?.fields.size]).toEqual([201, '736x1536']);
    const repeated = [await draw(key, { printArea }), await draw(key, { printArea: { widthPx: 300, heightPx: 300 } })];
    repeated.push(await draw(key));
    expect(repeated.map(({ status }) => status)).toEqual([201, 409, 409]);
    expect([repeated[0]!.text === answer.text, openAi.calls.length]).toEqual([true, 1]);
  });

  it('shows partial pictures to the caller alone, for an hour', async () => {
    const key = randomUUID();
    const partials = `/api/generate/${key}/partials`;
    const previews = [undefined, `${partials}/1`, `${partials}/2`];
    const received = new Set<string | undefined>();
    const receive = ({ event, data }: ServerSentEvent): void => {
      if (event === 'progress') received.add(progressSchema.parse(data).preview);
    };
    // The stream sends the newest state, so the next picture waits until the one before has arrived.
    const beforePicture = (sent: number): Promise<void> =>
      waitFor(() => expect([...received]).toEqual(previews.slice(0, sent + 1)));
    openAi.replies.push(draws({ beforePicture }));
    const stream = openProgressOfRequest(service.url, key, guest);
    const [answer] = await Promise.all([draw(key), stream.then((response) => readEvents(response, receive))]);
    expect([answer.status, [...received]]).toEqual([201, previews]);
    const read = async (path: string, as = guest): Promise<TestResponse> => service.call('GET', path, { as });
    const own = await read(`${partials}/2`, asUser({ guestId: guest.guestId }));
    expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    expect((await read(`${partials}/2`, asGuest())).status).toBe(404);
    for (const path of [`${partials}/3`, `${partials}/x`, `/api/generate/${randomUUID()}/partials/1`])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
    await fixture.database.query(`UPDATE ai_job_partials SET created_at = now() - interval '2 hours'`);
    await service.get(PartialPicturesRepository).deleteExpired();
    expect(await fixture.database.query('SELECT FROM ai_job_partials')).toEqual([]);
  });

  it('responds with 422 when OpenAI declines, without a fallback or a retry', async () => {
    openAi.replies.push(failsWith(400, MODERATED));
    const key = randomUUID();
    const declined = 'This photo or prompt was declined by the image service. Please try another.';
    expect(await draw(key, { prompt: 'a fight' })).toMatchObject({ status: 422, text: declined });
    expect(await jobOf(key)).toMatchObject({
      status: 'failed',
      failureReason: 'moderated',
      usage: [{ outcome: 'declined' }],
    });
    expect([(await draw(key, { prompt: 'a fight' })).status, openAi.calls.length]).toEqual([422, 1]);
    await events.waitForEvent('artwork.failed', ({ data }) => (data as { reason: string }).reason === 'moderated');
    const designs = (await service.call('GET', '/api/designs', { as: asUser({ guestId: guest.guestId }) })).json<
      Design[]
    >();
    expect(designs.find(({ status }) => status === 'failed')?.errorMessage).toBe(declined);
  });

  it('falls back to the built-in engine after two failures, and withdraws the partial picture', async () => {
    openAi.replies.push(failsWith(429, BUSY), breaksOff);
    const key = randomUUID();
    const stream = openProgressOfRequest(service.url, key, guest);
    const [answer, sent] = await Promise.all([draw(key), stream.then((response) => readEvents(response))]);
    expect([answer.status, openAi.calls.length]).toEqual([201, 2]);
    expect(await metadataOf(answer)).toMatchObject({
      engine: 'built-in',
      fallbackFrom: 'openai',
      fallbackReason: 'broken-answer',
    });
    expect(await jobOf(key)).toMatchObject({ usage: [{ outcome: 'rate-limited' }, { outcome: 'broken-answer' }] });
    expect(sent.filter(({ event }) => event === 'progress').at(-1)?.data).not.toHaveProperty('preview');
  });
});
