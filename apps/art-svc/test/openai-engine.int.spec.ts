import { createHash } from 'node:crypto';
import { petJpeg } from '@shop/art-engine/testing';
import { isDomainError } from '@shop/contracts-common';
import { waitFor } from '@shop/testing';
import OpenAI from 'openai';
import { type Logger, pino } from 'pino';
import sharp from 'sharp';
import { type EngineArtwork, type GenerationInput, type ProviderCall } from '../src/engines/image-engine.js';
import { EngineOutage } from '../src/engines/engine-outage.js';
import { checkModel } from '../src/engines/openai/check-model.js';
import { OpenAiEngine } from '../src/engines/openai/openai.engine.js';
import {
  breaksOff,
  BROKEN,
  BUSY,
  cutOutPicture,
  draws,
  drawsTruncated,
  failsMidway,
  failsWith,
  hangsUp,
  MODERATED,
  neverAnswers,
  omitsPicture,
  OpenAiServer,
  type Reply,
  UNKNOWN_MODEL,
  WRONG_KEY,
} from './support/openai-server.js';

const MODEL = 'gpt-image-2.5-flare';

interface Drawing {
  artwork: EngineArtwork | null;
  error: unknown;
  calls: ProviderCall[];
  previews: (Uint8Array | null)[];
  stages: string[];
  tookMs: number;
}

describe('OpenAiEngine', () => {
  let server: OpenAiServer;
  let input: GenerationInput;
  let logged: { level: number; msg: string }[];
  let logger: Logger;

  beforeAll(async () => {
    server = await OpenAiServer.open();
    input = {
      pets: [{ photo: await petJpeg(120, 160), cutOut: null }],
      background: 'style',
      styleKey: 'modern',
      promptTemplate: 'A poster of a pet {petName}. {prompt}',
      prompt: 'autumn colours',
      petName: 'Rex',
      printShape: null,
      seed: 3,
    };
  });
  let reservedCents: number[];
  beforeEach(() => {
    server.reset();
    logged = [];
    reservedCents = [];
    logger = pino(
      { level: 'info' },
      { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) },
    );
  });
  afterAll(() => server.close());

  const createEngine = (settings = {}): OpenAiEngine =>
    new OpenAiEngine(
      {
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: server.url,
        OPENAI_CALL_CENTS: undefined,
        OPENAI_IMAGE_MODEL: MODEL,
        OPENAI_IMAGE_QUALITY: 'medium',
        OPENAI_PARTIAL_IMAGES: 2,
        ...settings,
      },
      {
        reserveCall: async (_, cents) => {
          reservedCents.push(cents);
          return { day: '2026-11-28', cents, accounts: [] };
        },
        settleCall: async () => undefined,
      },
      logger,
    );

  async function draw({
    replies = [] as Reply[],
    settings = {},
    withinMs = 20_000,
    signal = new AbortController().signal,
    withInput = input,
  } = {}): Promise<Drawing> {
    server.replies.push(...replies);
    const drawing: Drawing = { artwork: null, error: null, calls: [], previews: [], stages: [], tookMs: 0 };
    const startedAt = performance.now();
    const context = {
      deadlineAt: new Date(Date.now() + withinMs),
      customerHash: 'f00d',
      network: null,
      onCall: (call: ProviderCall) => void drawing.calls.push(call),
    };
    const onProgress = (_: number, stage: string, preview?: Uint8Array | null): void => {
      drawing.stages.push(stage);
      if (preview !== undefined) drawing.previews.push(preview);
    };
    await createEngine(settings)
      .draw(withInput, onProgress, signal, context)
      .then((artwork) => (drawing.artwork = artwork))
      .catch((error: unknown) => (drawing.error = error));
    return { ...drawing, tookMs: performance.now() - startedAt };
  }

  const outageOf = ({ error }: Drawing): unknown =>
    error instanceof EngineOutage ? [error.reason, error.response] : error;
  const outcomesOf = ({ calls }: Drawing): string[] => calls.map(({ outcome }) => outcome);

  it('draws with two partial pictures, and reports the cost', async () => {
    const { artwork, error, previews, calls, stages } = await draw();
    expect(error).toBeNull();
    expect(artwork).toMatchObject({ engine: 'openai', engineVersion: MODEL, width: 1280, height: 1536 });
    const promptTemplateSha256 = createHash('sha256').update(input.promptTemplate).digest('hex');
    expect(artwork?.parameters).toEqual({
      model: MODEL,
      quality: 'medium',
      size: '1280x1536',
      background: 'opaque',
      promptTemplateSha256,
    });
    expect(await sharp(artwork!.png).metadata()).toMatchObject({
      format: 'png',
      width: 1280,
      height: 1536,
      space: 'srgb',
    });
    expect(previews).toHaveLength(2);
    expect((await sharp(previews[0]!).metadata()).width).toBe(1280);
    expect(new Set(stages).size).toBe(3);
    const cost = 300 * 5 + 1_000 * 8 + 2_000 * 30;
    expect(calls).toEqual([
      {
        provider: 'openai',
        model: MODEL,
        outcome: 'drawn',
        tookMs: expect.any(Number),
        requestId: 'req_1',
        inputTextTokens: 300,
        inputImageTokens: 1_000,
        outputTokens: 2_000,
        costMicroUsd: cost,
      },
    ]);
  });

  it('sends the photo as a PNG of 1536 px at most, the prompt, a size and a pseudonym', async () => {
    await draw({ withInput: { ...input, pets: [{ photo: await petJpeg(3_000, 2_000), cutOut: null }] } });
    const { fields, image, headers } = server.calls[0]!;
    expect(fields).toEqual({
      model: MODEL,
      quality: 'medium',
      size: '1536x1280',
      background: 'opaque',
      output_format: 'png',
      n: '1',
      safety_identifier: 'f00d',
      stream: 'true',
      partial_images: '2',
      prompt: expect.stringContaining('<wish>autumn colours</wish>'),
    });
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1536, height: 1024, hasAlpha: false });
    expect(headers.authorization).toBe('Bearer sk-test');
  });

  it('asks for a transparent picture where no background is wished, and returns its alpha', async () => {
    const { artwork, calls } = await draw({
      replies: [draws({ base64: cutOutPicture })],
      withInput: { ...input, background: 'none' },
    });
    const { fields, files } = server.calls[0]!;
    expect([fields.background, fields.output_format]).toEqual(['transparent', 'png']);
    expect(fields.prompt).toContain('Background: none.');
    // The whole photo: the model finds the pet in it.
    expect(files.map(([field, name]) => [field, name])).toEqual([['image', 'pet.png']]);
    expect(artwork?.parameters).toMatchObject({ background: 'transparent' });
    expect((await sharp(artwork!.png).stats()).isOpaque).toBe(false);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['drawn']);
  });

  it.each([0, 2])(
    'lets another engine draw where the model ignores the background, with %i partial images',
    async (n) => {
      const drawing = await draw({
        settings: { OPENAI_PARTIAL_IMAGES: n },
        withInput: { ...input, background: 'none' },
      });
      expect(outageOf(drawing)).toEqual(['background-ignored', 'use-other-engine']);
      expect([server.calls.length, outcomesOf(drawing)]).toEqual([1, ['background-ignored']]);
    },
  );

  it('asks for an opaque picture with a plain colour', async () => {
    const { artwork } = await draw({ withInput: { ...input, background: '#19b5a5' } });
    expect(server.calls[0]?.fields.background).toBe('opaque');
    expect(server.calls[0]?.fields.prompt).toContain('one plain, even color, #19b5a5');
    expect(artwork?.parameters).toMatchObject({ background: 'opaque', plainColour: '#19b5a5' });
  });

  it('sends the photos of several pets as several files, in their order', async () => {
    const photos = await Promise.all([petJpeg(120, 160), petJpeg(200, 100), petJpeg(90, 90)]);
    const [first, ...others] = photos.map((photo) => ({ photo, cutOut: null }));
    const { artwork } = await draw({ withInput: { ...input, pets: [first!, ...others] } });
    const { fields, files } = server.calls[0]!;
    expect(files.map(([field, name]) => [field, name])).toEqual([
      ['image[]', 'pet.png'],
      ['image[]', 'pet-2.png'],
      ['image[]', 'pet-3.png'],
    ]);
    const widths = await Promise.all(files.map(async ([, , content]) => (await sharp(content).metadata()).width));
    expect(widths).toEqual([120, 200, 90]);
    expect(fields.prompt).toContain('from the 3 attached photos');
    expect(artwork?.parameters).toMatchObject({ photos: '3' });
  });

  it('reads one response without partial images', async () => {
    const { artwork, previews, calls } = await draw({ settings: { OPENAI_PARTIAL_IMAGES: 0 } });
    expect([artwork?.width, previews, server.calls[0]?.fields.stream]).toEqual([1280, [], 'false']);
    expect(calls[0]).toMatchObject({ outcome: 'drawn', outputTokens: 2_000 });
  });

  it.each([
    ['at once', failsWith(400, MODERATED)],
    ['after the drawing', failsMidway(MODERATED)],
  ])('declines what the safety system declines %s, without a retry', async (_, reply) => {
    const drawing = await draw({ replies: [reply] });
    expect(isDomainError(drawing.error) && drawing.error.kind).toBe('impossible');
    expect([server.calls.length, outcomesOf(drawing)]).toEqual([1, ['declined']]);
    expect(drawing.calls[0]?.requestId).toBe('req_1');
  });

  it.each([
    ['429', failsWith(429, BUSY), 'rate-limited'],
    ['a connection that breaks before the response', hangsUp, 'unreachable'],
    ['a connection that breaks within the response', breaksOff, 'broken-answer'],
    ['a response without a picture', omitsPicture, 'broken-answer'],
    ['a truncated picture', drawsTruncated(), 'broken-answer'],
    ['an error within the stream', failsMidway(BROKEN), 'provider-error'],
  ])('retries once after %s, and then fails with the reason', async (_, reply, reason) => {
    const retried = await draw({ replies: [reply] });
    expect([retried.artwork?.engine, outcomesOf(retried)]).toEqual(['openai', [reason, 'drawn']]);
    server.reset();
    const gaveUp = await draw({ replies: [reply, reply] });
    expect([outageOf(gaveUp), server.calls.length]).toEqual([[reason, 'retry'], 2]);
  });

  it.each([
    ['cut off', breaksOff],
    ['without a picture', omitsPicture],
    ['truncated', drawsTruncated()],
  ])('detects a single response that is %s', async (_, reply) => {
    const drawing = await draw({ replies: [reply, reply], settings: { OPENAI_PARTIAL_IMAGES: 0 } });
    expect(outageOf(drawing)).toEqual(['broken-answer', 'retry']);
  });

  it('withdraws its partial picture before it retries', async () => {
    const { previews } = await draw({ replies: [breaksOff] });
    expect(previews.map((preview) => preview !== null)).toEqual([true, false, true, true]);
  });

  it('waits as long as OpenAI requests before it retries', async () => {
    const drawing = await draw({ replies: [failsWith(429, BUSY, { 'retry-after-ms': '400', 'retry-after': '9' })] });
    expect([drawing.artwork?.engine, drawing.tookMs >= 400]).toEqual(['openai', true]);
    expect(drawing.tookMs).toBeLessThan(8_000);
  });

  it('does not wait beyond its deadline', async () => {
    const drawing = await draw({ replies: [failsWith(429, BUSY, { 'retry-after': '30' })] });
    expect([outageOf(drawing), server.calls.length, drawing.tookMs < 5_000]).toEqual([
      ['rate-limited', 'retry'],
      1,
      true,
    ]);
  });

  it('does not retry with a rejected key, and repeats nothing of the response', async () => {
    const drawing = await draw({ replies: [failsWith(401, WRONG_KEY)] });
    expect([outageOf(drawing), server.calls.length, outcomesOf(drawing)]).toEqual([
      ['key-refused', 'pause-provider'],
      1,
      ['key-refused'],
    ]);
    expect(String(drawing.error)).not.toMatch(/sk-ab/);
  });

  it.each([0, 2])('times out without a response, with %i partial images', async (partials) => {
    const settings = { OPENAI_PARTIAL_IMAGES: partials };
    const drawing = await draw({ replies: [neverAnswers], withinMs: 5_500, settings });
    expect([outageOf(drawing), server.calls.length, outcomesOf(drawing)]).toEqual([
      ['timed-out', 'retry'],
      1,
      ['timed-out'],
    ]);
    await waitFor(() => expect(server.abandonedCalls).toBe(1));
  });

  it('reserves what its price list says for model, quality and size, or what the configuration says', async () => {
    await draw({ replies: [draws()], settings: { OPENAI_IMAGE_QUALITY: 'max' } });
    await draw({ replies: [draws()], settings: { OPENAI_IMAGE_QUALITY: 'max', OPENAI_CALL_CENTS: 7 } });
    expect(reservedCents).toEqual([expect.any(Number), 7]);
    expect(reservedCents[0]).toBeGreaterThan(39);
  });

  it('makes no call without enough time', async () => {
    expect([outageOf(await draw({ withinMs: 1_000 })), server.calls.length]).toEqual([['timed-out', 'retry'], 0]);
  });

  it('stops when the drawing is aborted, during a call and before a retry', async () => {
    for (const [reply, left] of [
      [neverAnswers, 1],
      [failsWith(429, BUSY, { 'retry-after': '9' }), 0],
    ] as const) {
      server.reset();
      const end = new AbortController();
      const drawing = draw({ replies: [reply], signal: end.signal });
      await waitFor(() => expect(server.calls).toHaveLength(1));
      setTimeout(() => end.abort(new Error('no longer ours')), 200);
      const { error, tookMs } = await drawing;
      expect([error, tookMs < 4_000, server.calls.length]).toEqual([end.signal.reason, true, 1]);
      await waitFor(() => expect(server.abandonedCalls).toBe(left));
    }
  });

  it('fails without a call for a photo that can’t be read', async () => {
    const drawing = await draw({ withInput: { ...input, pets: [{ photo: Buffer.from('no photo'), cutOut: null }] } });
    expect([drawing.error instanceof EngineOutage, drawing.error instanceof Error, server.calls.length]).toEqual([
      false,
      true,
      0,
    ]);
  });

  it('never writes prompt or key into the log', async () => {
    await draw({ replies: [failsWith(500, { ...BROKEN, message: 'autumn colours' }), failsWith(401, WRONG_KEY)] });
    expect(JSON.stringify(logged)).not.toMatch(/autumn|sk-/);
  });

  describe('checkModel', () => {
    it.each([
      ['nothing about an available model', {}, []],
      [
        'the day on which a model will be shut down',
        { shutdown_date: '2999-04-01' },
        [/will shut the model gpt-image-2.5-flare down on 2999-04-01.*OPENAI_IMAGE_MODEL/],
      ],
      [
        'that a model is shut down',
        { shutdown_date: '2026-05-12' },
        [/shut the model gpt-image-2.5-flare down on 2026-05-12.*OPENAI_IMAGE_MODEL/],
      ],
      ['that a model is unknown', UNKNOWN_MODEL, [/does not know the model gpt-image-2.5-flare.*OPENAI_IMAGE_MODEL/]],
      ['that the key is refused', WRONG_KEY, [/does not take the key in OPENAI_API_KEY/]],
    ])('logs %s', async (_, model, messages) => {
      server.model = model;
      const reason = await checkModel(new OpenAI({ apiKey: 'sk-test', baseURL: server.url }), MODEL, logger);
      expect(reason).toBe(model === UNKNOWN_MODEL ? 'model-unknown' : model === WRONG_KEY ? 'key-refused' : null);
      const expected: unknown[] = messages.map((msg) => ({ level: 40, msg: expect.stringMatching(msg) as string }));
      expect(logged).toMatchObject(expected);
      expect(logged).toHaveLength(expected.length);
    });

    it('logs that OpenAI is unreachable', async () => {
      await checkModel(new OpenAI({ apiKey: 'sk-test', baseURL: 'http://127.0.0.1:9/v1' }), MODEL, logger);
      expect(logged.map(({ msg }) => msg)).toEqual(['Could not ask OpenAI about its model']);
    });
  });
});
