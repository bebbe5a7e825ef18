import { createHash } from 'node:crypto';
import { isDomainError } from '@shop/contracts/common';
import { eventually } from '@shop/testing';
import { pino, type Logger } from 'pino';
import sharp from 'sharp';
import { EngineOutage } from '../src/engines/engine-outage.js';
import type { Commission, EngineArtwork, ProviderCall } from '../src/engines/image-engine.js';
import { OpenAiEngine } from '../src/engines/openai/openai.engine.js';
import {
  answersHalf,
  BROKEN,
  BUSY,
  draws,
  drawsTruncated,
  hangsUp,
  isCutOff,
  isSilent,
  MODERATED,
  OpenAiServer,
  refuses,
  refusesMidway,
  UNKNOWN_MODEL,
  UNPAID,
  WRONG_KEY,
  type Reply,
} from './openai-server.js';
import { petJpeg } from './pet-photo.js';

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
  let commission: Commission;
  let said: { level: number; msg: string }[];
  let logger: Logger;

  beforeAll(async () => {
    server = await OpenAiServer.open();
    commission = {
      photo: await petJpeg(1_200, 1_600),
      styleKey: 'modern',
      promptTemplate: 'A poster of a pet {petName}. {prompt}',
      prompt: 'autumn colours',
      petName: 'Rex',
      printShape: null,
      seed: 3,
    };
  });
  beforeEach(() => {
    server.forget();
    said = [];
    logger = pino({ level: 'info' }, { write: (line) => void said.push(JSON.parse(line) as (typeof said)[number]) });
  });
  afterAll(() => server.close());

  const engineWith = (settings = {}): OpenAiEngine =>
    new OpenAiEngine(
      {
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: server.url,
        OPENAI_IMAGE_MODEL: MODEL,
        OPENAI_IMAGE_QUALITY: 'medium',
        OPENAI_PARTIAL_IMAGES: 2,
        ...settings,
      },
      logger,
    );

  async function draw({
    replies = [] as Reply[],
    settings = {},
    withinMs = 20_000,
    signal = new AbortController().signal,
    of = commission,
  } = {}): Promise<Drawing> {
    server.replies.push(...replies);
    const drawing: Drawing = { artwork: null, error: null, calls: [], previews: [], stages: [], tookMs: 0 };
    const begun = performance.now();
    const terms = {
      deadlineAt: new Date(Date.now() + withinMs),
      customer: 'f00d',
      onCall: (call: ProviderCall) => void drawing.calls.push(call),
    };
    const onProgress = (_: number, stage: string, preview?: Uint8Array | null): void => {
      drawing.stages.push(stage);
      if (preview !== undefined) drawing.previews.push(preview);
    };
    await engineWith(settings)
      .draw(of, onProgress, signal, terms)
      .then((artwork) => (drawing.artwork = artwork))
      .catch((error: unknown) => (drawing.error = error));
    return { ...drawing, tookMs: performance.now() - begun };
  }

  const outageOf = ({ error }: Drawing): unknown =>
    error instanceof EngineOutage ? [error.reason, error.cure] : error;
  const outcomesOf = ({ calls }: Drawing): string[] => calls.map(({ outcome }) => outcome);

  it('draws, shows two pictures on the way, and says what it cost', async () => {
    const { artwork, error, previews, calls, stages } = await draw();
    expect(error).toBeNull();
    expect(artwork).toMatchObject({ engine: 'openai', engineVersion: MODEL, width: 1280, height: 1536 });
    const promptTemplateSha256 = createHash('sha256').update(commission.promptTemplate).digest('hex');
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

  it('sends the photo as a PNG of 1536 px at most, the prompt, a size and a name that tells nobody', async () => {
    await draw({ of: { ...commission, photo: await petJpeg(3_000, 2_000) } });
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

  it('asks for the shape of the print area that it is meant for, whatever the photo’s', async () => {
    const { artwork } = await draw({ of: { ...commission, photo: await petJpeg(1_600, 1_200), printShape: 46 / 96 } });
    expect([server.calls[0]?.fields.size, artwork?.width, artwork?.height]).toEqual(['736x1536', 736, 1536]);
  });

  it('takes one plain answer where no pictures on the way are wanted', async () => {
    const { artwork, previews, calls } = await draw({ settings: { OPENAI_PARTIAL_IMAGES: 0 } });
    expect([artwork?.width, previews, server.calls[0]?.fields.stream]).toEqual([1280, [], 'false']);
    expect(calls[0]).toMatchObject({ outcome: 'drawn', outputTokens: 2_000 });
  });

  it('asks an older model for a size it knows, and does not guess its price', async () => {
    const { artwork, calls } = await draw({ settings: { OPENAI_IMAGE_MODEL: 'gpt-image-1.5' } });
    expect([artwork?.width, artwork?.height, calls[0]?.outputTokens, calls[0]?.costMicroUsd]).toEqual([
      1024,
      1536,
      2_000,
      null,
    ]);
  });

  it.each([
    ['at once', refuses(400, MODERATED)],
    ['when it sees what was drawn', refusesMidway(MODERATED)],
    ['as the API said it before', refuses(400, { ...MODERATED, type: 'user_error' })],
  ])('declines what the safety system declines %s, and never asks twice', async (_, reply) => {
    const drawing = await draw({ replies: [reply] });
    expect(isDomainError(drawing.error) && drawing.error.kind).toBe('impossible');
    expect([server.calls.length, outcomesOf(drawing)]).toEqual([1, ['declined']]);
    expect(drawing.calls[0]?.requestId).toBe('req_1');
  });

  it.each([
    ['429', refuses(429, BUSY), 'rate-limited'],
    ['500', refuses(500, BROKEN), 'provider-error'],
    ['503 without a body', refuses(503, {} as typeof BROKEN), 'provider-error'],
    ['a connection that breaks before the answer', hangsUp, 'unreachable'],
    ['a connection that breaks within the answer', isCutOff, 'broken-answer'],
    ['half an answer', answersHalf, 'broken-answer'],
    ['half a picture', drawsTruncated(), 'broken-answer'],
    ['an error within the stream', refusesMidway(BROKEN), 'provider-error'],
    ['a rate limit within the stream', refusesMidway(BUSY), 'rate-limited'],
  ])('tries once more after %s, and then says why it gave up', async (_, reply, reason) => {
    const again = await draw({ replies: [reply] });
    expect([again.artwork?.engine, outcomesOf(again)]).toEqual(['openai', [reason, 'drawn']]);
    server.forget();
    const gaveUp = await draw({ replies: [reply, reply] });
    expect([outageOf(gaveUp), server.calls.length]).toEqual([[reason, 'again'], 2]);
  });

  it.each([
    ['cut off', isCutOff],
    ['half', answersHalf],
    ['truncated', drawsTruncated()],
  ])('sees through a plain answer that is %s', async (_, reply) => {
    const drawing = await draw({ replies: [reply, reply], settings: { OPENAI_PARTIAL_IMAGES: 0 } });
    expect(outageOf(drawing)).toEqual(['broken-answer', 'again']);
  });

  it('takes back what it showed before it tries once more', async () => {
    const { previews } = await draw({ replies: [isCutOff] });
    expect(previews.map((preview) => preview !== null)).toEqual([true, false, true, true]);
  });

  it('waits as long as it is told to before it tries once more', async () => {
    const inSeconds = await draw({ replies: [refuses(429, BUSY, { 'retry-after': '2' })] });
    expect([inSeconds.artwork?.engine, inSeconds.tookMs >= 2_000]).toEqual(['openai', true]);
    const inMs = await draw({ replies: [refuses(429, BUSY, { 'retry-after-ms': '40', 'retry-after': '9' })] });
    expect([inMs.artwork?.engine, inMs.tookMs < 5_000]).toEqual(['openai', true]);
  });

  it('does not wait longer than it has time', async () => {
    const drawing = await draw({ replies: [refuses(429, BUSY, { 'retry-after': '30' })] });
    expect([outageOf(drawing), server.calls.length, drawing.tookMs < 5_000]).toEqual([
      ['rate-limited', 'again'],
      1,
      true,
    ]);
  });

  it.each([
    ['a key that is not known', refuses(401, WRONG_KEY), 'key-refused'],
    [
      'a key without the right',
      refuses(403, { ...WRONG_KEY, code: 'unsupported_country_region_territory' }),
      'key-refused',
    ],
    ['a model that is gone', refuses(404, UNKNOWN_MODEL), 'model-unknown'],
    ['a quota that is spent', refuses(429, UNPAID), 'quota-spent'],
    ['a limit of the bill', refuses(400, { ...UNPAID, code: 'billing_hard_limit_reached' }), 'quota-spent'],
  ])('does not try again with %s, and repeats nothing of the answer', async (_, reply, reason) => {
    const drawing = await draw({ replies: [reply] });
    expect([outageOf(drawing), server.calls.length, outcomesOf(drawing)]).toEqual([[reason, 'nobody'], 1, [reason]]);
    expect(String(drawing.error)).not.toMatch(/sk-ab|exceeded your/);
  });

  it('takes a call that is refused for something else for this call’s fault', async () => {
    const drawing = await draw({
      replies: [refuses(400, { message: 'Invalid size', type: 'invalid_request_error', code: null, param: 'size' })],
    });
    expect([outageOf(drawing), server.calls.length]).toEqual([['request-refused', 'another'], 1]);
  });

  it('leaves an answer that does not come in time, and lets the connection go', async () => {
    for (const settings of [{ OPENAI_PARTIAL_IMAGES: 0 }, {}]) {
      server.forget();
      // The plain answer comes after 15 seconds, the artwork of the stream after 24: waited for, it would be drawn.
      const late = draws({ betweenMs: settings.OPENAI_PARTIAL_IMAGES === 0 ? 15_000 : 8_000 });
      const drawing = await draw({ replies: [late], withinMs: 10_000, settings });
      expect([outageOf(drawing), server.calls.length, drawing.tookMs < 11_000, outcomesOf(drawing)]).toEqual([
        ['timed-out', 'again'],
        1,
        true,
        ['timed-out'],
      ]);
      await eventually(() => expect(server.left).toBe(1));
    }
  });

  it('asks for nothing that can’t be drawn in time', async () => {
    expect([outageOf(await draw({ withinMs: 1_000 })), server.calls.length]).toEqual([['timed-out', 'again'], 0]);
  });

  it('ends with the drawing’s own end, while it waits for an answer and while it waits to ask again', async () => {
    for (const [reply, left] of [
      [isSilent, 1],
      [refuses(429, BUSY, { 'retry-after': '9' }), 0],
    ] as const) {
      server.forget();
      const end = new AbortController();
      const drawing = draw({ replies: [reply], signal: end.signal });
      await eventually(() => expect(server.calls).toHaveLength(1));
      setTimeout(() => end.abort(new Error('no longer ours')), 200);
      const { error, tookMs } = await drawing;
      expect([error, tookMs < 4_000, server.calls.length]).toEqual([end.signal.reason, true, 1]);
      await eventually(() => expect(server.left).toBe(left));
    }
  });

  it('fails for a photo that is none without asking anybody', async () => {
    const drawing = await draw({ of: { ...commission, photo: Buffer.from('no photo') } });
    expect([drawing.error instanceof EngineOutage, drawing.error instanceof Error, server.calls.length]).toEqual([
      false,
      true,
      0,
    ]);
  });

  it('never writes prompt or key into the log', async () => {
    await draw({ replies: [refuses(500, { ...BROKEN, message: 'autumn colours' }), refuses(401, WRONG_KEY)] });
    expect(JSON.stringify(said)).not.toMatch(/autumn|sk-/);
  });

  describe('at the start', () => {
    it.each([
      ['keeps quiet about a model that is there', {}, null],
      [
        'names the day a model will be gone',
        { shutdown_date: '2999-04-01' },
        /will shut the model gpt-image-2.5-flare down on 2999-04-01.*OPENAI_IMAGE_MODEL/,
      ],
      [
        'says that a model is gone',
        { shutdown_date: '2026-05-12' },
        /shut the model gpt-image-2.5-flare down on 2026-05-12.*OPENAI_IMAGE_MODEL/,
      ],
      [
        'says that a model is unknown',
        UNKNOWN_MODEL,
        /does not know the model gpt-image-2.5-flare.*OPENAI_IMAGE_MODEL/,
      ],
      ['says that the key is not taken', WRONG_KEY, /does not take the key in OPENAI_API_KEY/],
    ])('%s', async (_, model, sentence) => {
      server.model = model;
      engineWith().onApplicationBootstrap();
      if (sentence)
        await eventually(() =>
          expect(said).toEqual([expect.objectContaining({ level: 40, msg: expect.stringMatching(sentence) })]),
        );
      else await new Promise((resolve) => setTimeout(resolve, 500));
      expect(said).toHaveLength(sentence ? 1 : 0);
    });

    it('does not mind a server that is away', async () => {
      engineWith({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }).onApplicationBootstrap();
      await eventually(() => expect(said.map(({ msg }) => msg)).toEqual(['Could not ask OpenAI about its model']));
    });
  });
});
