import { jest } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { progressSchema, type Design, type Generation } from '@shop/contracts/art';
import {
  anyTransport,
  asGuest,
  asUser,
  eventually,
  recordEvents,
  type Answer,
  type EventRecorder,
  type TestService,
} from '@shop/testing';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { ArtFixture, uploaded } from './art-fixture.js';
import { eventsOf, openProgress } from './event-source.js';
import { BUSY, draws, isCutOff, isSilent, MODERATED, OpenAiServer, refuses, WRONG_KEY } from './openai-server.js';
import { petJpeg } from './pet-photo.js';

/** The whole service with a key of OpenAI's, and a server in OpenAI's place. */
describe('POST /api/generate with OpenAI', () => {
  const transport = anyTransport();
  let openAi: OpenAiServer;
  let fixture: ArtFixture;
  let service: TestService;
  let events: EventRecorder;
  let photoUrl: string;
  const guest = asGuest();

  beforeAll(async () => {
    openAi = await OpenAiServer.open();
    fixture = await ArtFixture.open(transport);
    events = await recordEvents(transport, ['artwork.failed', 'artwork.completed']);
    service = await start();
    photoUrl = (await uploaded(service, guest, await petJpeg(900, 1_200))).url;
  });
  beforeEach(() => openAi.forget());
  afterAll(async () => {
    await events.stop();
    await fixture.close();
    await openAi.close();
  });

  const start = (env = {}): Promise<TestService> =>
    fixture.start({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openAi.url, ART_CONCURRENCY: '1', ...env });

  const generate = (key = randomUUID(), wish = {}, at = service): Promise<Answer> =>
    at.call('POST', '/api/generate', {
      as: guest,
      body: { imageUrl: photoUrl, styleKey: 'minimalistic', ...wish },
      headers: { 'idempotency-key': key },
    });

  const metadataOf = async (answer: Answer): Promise<unknown> =>
    (
      await fixture.database.query<{ metadata: unknown }>('SELECT metadata FROM images WHERE id = $1', [
        answer.json<Generation>().outputImageId,
      ])
    )[0]?.metadata;

  const jobOf = async (
    key: string,
  ): Promise<{
    status: string;
    failureReason: string | null;
    usage: { outcome: string; costMicroUsd: number | null }[];
  }> =>
    (
      await fixture.database.query<never>(
        `SELECT status, failure_reason AS "failureReason", usage FROM ai_jobs WHERE idempotency_key = $1`,
        [key],
      )
    )[0]!;

  it('has OpenAI draw, keeps what it drew, and what it cost', async () => {
    const key = randomUUID();
    const answer = await generate(key, { petName: 'Rex', prompt: 'warm light' });
    expect(answer.status).toBe(201);
    expect(await metadataOf(answer)).toMatchObject({
      engine: 'openai',
      engineVersion: 'gpt-image-2.5-flare',
      style: 'minimalistic',
      sourceSha256: expect.any(String),
    });
    expect(await metadataOf(answer)).not.toHaveProperty('fallbackFrom');
    const picture = Buffer.from(
      await (await fetch(new URL(answer.json<Generation>().outputImage.url, service.url))).arrayBuffer(),
    );
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1280, height: 1536 });
    expect(await jobOf(key)).toMatchObject({
      status: 'completed',
      usage: [{ provider: 'openai', outcome: 'drawn', outputTokens: 2_000, costMicroUsd: 69_500 }],
    });
    const { fields } = openAi.calls[0]!;
    expect(fields.prompt).toMatch(/minimalistic illustration[^]*<name>Rex<\/name>[^]*<wish>warm light<\/wish>/);
    expect(fields.safety_identifier).toBe(createHash('sha256').update(`customer ${guest.guestId}`).digest('hex'));
  });

  it('has it drawn in the shape of the product’s print area, and keeps what it was asked for', async () => {
    const [key, printArea] = [randomUUID(), { widthPx: 879, heightPx: 1830 }];
    const answer = await generate(key, { printArea: { ...printArea, shape: 'rectangle' } });
    expect([answer.status, openAi.calls[0]?.fields.size]).toEqual([201, '736x1536']);
    expect(await metadataOf(answer)).toMatchObject({
      engine: 'openai',
      style: 'minimalistic',
      seed: expect.any(Number),
      sourceSha256: expect.any(String),
      parameters: {
        model: 'gpt-image-2.5-flare',
        quality: 'medium',
        size: '736x1536',
        background: 'opaque',
        promptTemplateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const again = [
      await generate(key, { printArea }),
      await generate(key, { printArea: { widthPx: 300, heightPx: 300 } }),
      await generate(key),
    ];
    expect([again.map(({ status }) => status), again[0]!.text === answer.text, openAi.calls.length]).toEqual([
      [201, 409, 409],
      true,
      1,
    ]);
  });

  it('shows the unfinished artwork to who asked for it, and to nobody else', async () => {
    openAi.replies.push(draws({ betweenMs: 700 }));
    const key = randomUUID();
    const stream = openProgress(service.url, key, guest);
    const [answer, told] = await Promise.all([generate(key), stream.then(eventsOf)]);
    expect(answer.status).toBe(201);
    const steps = told.filter(({ event }) => event === 'progress').map(({ data }) => progressSchema.parse(data));
    expect([...new Set(steps.map(({ preview }) => preview))]).toEqual([
      undefined,
      `/api/generate/${key}/partials/1`,
      `/api/generate/${key}/partials/2`,
    ]);
    expect(steps.map(({ percent }) => percent)).toEqual(
      steps.map(({ percent }) => percent).sort((one, other) => one - other),
    );

    const address = `/api/generate/${key}/partials/2`;
    const own = await service.call('GET', address, { as: asUser({ guestId: guest.guestId }) });
    expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, max-age=3600, immutable',
    ]);
    for (const [as, path] of [
      [asGuest(), address],
      [guest, `/api/generate/${key}/partials/3`],
      [guest, `/api/generate/${key}/partials/x`],
      [guest, `/api/generate/${randomUUID()}/partials/1`],
    ] as const) {
      expect([path, (await service.call('GET', path, { as })).status]).toEqual([path, 404]);
    }
    expect((await service.call('GET', address)).status).toBe(401);
    await fixture.database.query(`UPDATE ai_job_partials SET kept_at = now() - interval '2 hours'`);
    await eventually(async () => expect(await fixture.database.query('SELECT FROM ai_job_partials')).toEqual([]));
  });

  it('tells the customer that OpenAI declined, draws nothing instead, and asks for it once', async () => {
    openAi.replies.push(refuses(400, MODERATED));
    const key = randomUUID();
    const answer = await generate(key, { prompt: 'a fight' });
    expect([answer.status, answer.text]).toEqual([
      422,
      'This photo or prompt was declined by the image service. Please try another.',
    ]);
    expect(await jobOf(key)).toMatchObject({
      status: 'failed',
      failureReason: 'moderated',
      usage: [{ outcome: 'declined' }],
    });
    expect(openAi.calls).toHaveLength(1);
    const again = await generate(key, { prompt: 'a fight' });
    expect([again.status, openAi.calls.length]).toEqual([422, 1]);
    await events.next('artwork.failed', ({ data }) => (data as { reason: string }).reason === 'moderated');
  });

  it('draws by itself when OpenAI is out, once it was asked twice, and the picture says so', async () => {
    openAi.replies.push(refuses(429, BUSY), isCutOff);
    const key = randomUUID();
    const stream = openProgress(service.url, key, guest);
    const [answer, told] = await Promise.all([generate(key), stream.then(eventsOf)]);
    expect([answer.status, openAi.calls.length]).toEqual([201, 2]);
    expect(await metadataOf(answer)).toMatchObject({
      engine: 'built-in',
      fallbackFrom: 'openai',
      fallbackReason: 'broken-answer',
    });
    expect((await jobOf(key)).usage.map(({ outcome }) => outcome)).toEqual(['rate-limited', 'broken-answer']);
    // What OpenAI had begun is not what comes: it is taken back.
    expect(told.filter(({ event }) => event === 'progress').at(-1)?.data).not.toHaveProperty('preview');
  });

  it('draws one at a time, and once for two calls with one key', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    openAi.replies.push(
      draws({ betweenMs: 200 }),
      refuses(500, { message: '', type: 'server_error', code: null }),
      draws({ betweenMs: 200 }),
    );
    const answers = await Promise.all([generate(key), generate(key), generate(other)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([answers[0].text === answers[1].text, openAi.calls.length, openAi.busiest]).toEqual([true, 3, 1]);
  });

  it('has time left to draw by itself when OpenAI says nothing', async () => {
    const hurried = await start({ ART_DEADLINE_MS: '24000' });
    openAi.replies.push(isSilent);
    const key = randomUUID();
    const answer = await generate(key, {}, hurried);
    expect([answer.status, openAi.calls.length]).toEqual([201, 1]);
    expect(await metadataOf(answer)).toMatchObject({
      engine: 'built-in',
      fallbackFrom: 'openai',
      fallbackReason: 'timed-out',
    });
    await eventually(() => expect(openAi.left).toBe(1));
    await fixture.stop(hurried);
  });

  it('leaves OpenAI alone after a key was refused, and goes on drawing', async () => {
    openAi.replies.push(refuses(401, WRONG_KEY));
    const answers = [await generate(), await generate()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(openAi.calls).toHaveLength(1);
    for (const answer of answers)
      expect(await metadataOf(answer)).toMatchObject({
        engine: 'built-in',
        fallbackFrom: 'openai',
        fallbackReason: 'key-refused',
      });
  });

  it('asks at the start for the model that the environment names, says that it is gone, and has that one draw', async () => {
    let answer: () => void = () => undefined;
    openAi.describing = new Promise((resolve) => (answer = resolve));
    openAi.model = { shutdown_date: '2026-05-12' };
    const retired = await start({ OPENAI_IMAGE_MODEL: 'gpt-image-1' });
    const warned = jest.spyOn(retired.get<Logger>(LOGGER), 'warn');
    answer();
    await eventually(() =>
      expect(warned.mock.calls.map(([, sentence]) => sentence)).toEqual([
        'OpenAI shut the model gpt-image-1 down on 2026-05-12: name another in OPENAI_IMAGE_MODEL',
      ]),
    );
    await fixture.stop(service);
    const drawn = await generate(randomUUID(), {}, retired);
    expect([drawn.status, openAi.calls[0]?.fields.model]).toEqual([201, 'gpt-image-1']);
    expect(await metadataOf(drawn)).toMatchObject({ engine: 'openai', engineVersion: 'gpt-image-1' });
    await fixture.stop(retired);
    service = await start();
  });

  it('lists what OpenAI drew and what it declined among the designs', async () => {
    const user = asUser({ guestId: guest.guestId });
    const designs = (await service.call('GET', '/api/designs', { as: user })).json<Design[]>();
    expect(designs.filter(({ status }) => status === 'failed').map(({ errorMessage }) => errorMessage)).toEqual([
      'This photo or prompt was declined by the image service. Please try another.',
    ]);
    expect(designs.length).toBeGreaterThan(5);
  });
});
