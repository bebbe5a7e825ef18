import { jest } from '@jest/globals';
import { DomainError } from '@shop/contracts-common';
import { pino } from 'pino';
import { FallbackEngine } from './fallback.engine.js';
import { type DrawingContext, type EngineArtwork, type GenerationInput, ImageEngine } from './image-engine.js';
import { EngineOutage, type OutageReason } from './engine-outage.js';

const input: GenerationInput = {
  pets: [{ photo: new Uint8Array(), cutOut: null }],
  background: 'style',
  styleKey: 'modern',
  promptTemplate: '',
  prompt: null,
  petName: null,
  printShape: null,
  seed: 1,
};
const createArtwork = (engine: string): EngineArtwork => ({
  png: new Uint8Array(),
  width: 1024,
  height: 1024,
  detailWidthPx: 1024,
  engine,
  engineVersion: '1',
});

class FakeEngine extends ImageEngine {
  readonly deadlines: Date[] = [];
  constructor(
    readonly name: string,
    private readonly failures: Error[] = [],
  ) {
    super();
  }
  async draw(
    _: GenerationInput,
    __: unknown,
    ___: AbortSignal,
    { deadlineAt }: DrawingContext,
  ): Promise<EngineArtwork> {
    this.deadlines.push(deadlineAt);
    const failure = this.failures.shift();
    if (failure) throw failure;
    return createArtwork(this.name);
  }
}

describe('FallbackEngine', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const outage = (reason: OutageReason): EngineOutage => new EngineOutage(reason, 'the provider failed');

  function createEngine(...failures: Error[]) {
    const [primary, fallback, errors] = [new FakeEngine('provider', failures), new FakeEngine('own'), [] as string[]];
    const logger = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
    const engine = new FallbackEngine({ name: 'provider', primary, fallback, logger });
    const previews: unknown[] = [];
    const draw = (withinMs = 90_000, signal = new AbortController().signal): Promise<EngineArtwork> =>
      engine.draw(input, (_, __, preview) => previews.push(preview), signal, {
        deadlineAt: new Date(Date.now() + withinMs),
        customerHash: '',
        network: null,
        onCall: () => undefined,
      });
    return { draw, check: () => engine.checkPrimary(), first: primary, second: fallback, errors, previews };
  }

  it('draws with the primary engine', async () => {
    const { draw, second } = createEngine();
    expect([await draw(), second.deadlines]).toEqual([createArtwork('provider'), []]);
  });

  it('draws with the fallback after an outage, reports it, and withdraws the partial picture', async () => {
    const { draw, errors, previews } = createEngine(outage('rate-limited'));
    expect(await draw()).toEqual({ ...createArtwork('own'), fallback: { from: 'provider', reason: 'rate-limited' } });
    expect([errors, previews]).toEqual([[], [null]]);
  });

  it('does not fall back after a declined photo, an abort or an invalid photo', async () => {
    const aborted = new AbortController();
    aborted.abort();
    const declined = new DomainError('PHOTO_OR_PROMPT_DECLINED', 'impossible', 'No.');
    const { draw, second } = createEngine(declined, outage('unreachable'), new Error('no photo'));
    await expect(draw()).rejects.toBe(declined);
    await expect(draw(90_000, aborted.signal)).rejects.toThrow('the provider failed');
    await expect(draw()).rejects.toThrow('no photo');
    expect(second.deadlines).toEqual([]);
  });

  it('reserves fifteen seconds for the fallback, or half of the time', async () => {
    const { draw, first } = createEngine();
    const now = Date.now();
    for (const withinMs of [90_000, 10_000, -5_000]) await draw(withinMs);
    expect(first.deadlines.map((deadline) => deadline.getTime() - now)).toEqual([75_000, 5_000, -5_000]);
  });

  it.each([
    ['key-refused', 'key-refused'],
    ['model-unknown', 'model-unknown'],
    ['quota-spent', 'no-credit'],
  ] as const)(
    'skips the provider for five minutes after %s, logs it once, and is %s until the provider draws again',
    async (reason, state) => {
      const { draw, check, first, errors } = createEngine(outage(reason));
      await draw();
      expect(await draw()).toEqual({ ...createArtwork('own'), fallback: { from: 'provider', reason } });
      jest.advanceTimersByTime(4 * 60_000);
      await draw();
      expect([first.deadlines.length, errors.length]).toEqual([1, 1]);
      await expect(check()).rejects.toMatchObject({ state });
      jest.advanceTimersByTime(60_000);
      expect([(await draw()).engine, first.deadlines.length]).toEqual(['provider', 2]);
      await expect(check()).resolves.toBeUndefined();
    },
  );

  it('logs a pause once for simultaneous drawings', async () => {
    const { draw, errors } = createEngine(outage('quota-spent'), outage('quota-spent'));
    await Promise.all([draw(), draw()]);
    expect(errors).toHaveLength(1);
  });

  it('does not skip the provider after a temporary outage', async () => {
    const { draw, first } = createEngine(outage('provider-error'), outage('request-refused'));
    expect([(await draw()).engine, (await draw()).engine, (await draw()).engine, first.deadlines.length]).toEqual([
      'own',
      'own',
      'provider',
      3,
    ]);
  });
});
