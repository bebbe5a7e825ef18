import { jest } from '@jest/globals';
import { pino } from 'pino';
import { petPhoto } from '@shop/art-engine/testing';
import type { Config } from '../../config.js';
import type { GenerationInput } from '../image-engine.js';
import { BuiltInEngine } from './built-in.engine.js';
import { BUILT_IN_VERSION } from '@shop/art-engine/version';

jest.setTimeout(30_000);

describe('BuiltInEngine', () => {
  let engine: BuiltInEngine;
  let input: GenerationInput;

  beforeAll(async () => {
    engine = new BuiltInEngine({ ART_CONCURRENCY: 1 } as Config, pino({ level: 'silent' }));
    const photo = await petPhoto(160, 120).jpeg().toBuffer();
    input = {
      pets: [{ photo, cutOut: null }],
      background: 'style',
      styleKey: 'modern',
      promptTemplate: '',
      prompt: null,
      petName: 'Rex',
      printShape: null,
      seed: 3,
    };
  });
  afterAll(() => engine.onApplicationShutdown());

  const never = new AbortController().signal;

  it('draws in a worker thread and leaves the event loop free', async () => {
    const begun = performance.eventLoopUtilization();
    const artwork = await engine.draw(input, () => undefined, never);
    // Drawn on the event loop itself, this timer would not fire in time.
    expect(performance.eventLoopUtilization(begun).utilization).toBeLessThan(0.5);
    expect(artwork).toMatchObject({ engine: 'built-in', engineVersion: BUILT_IN_VERSION });
    expect(Math.max(artwork.width, artwork.height)).toBe(1024);
  });

  it('stops when it is aborted, and draws the next picture', async () => {
    const deadline = new AbortController();
    const drawing = engine.draw(input, () => deadline.abort(new Error('time is up')), deadline.signal);
    await expect(drawing).rejects.toThrow();
    expect((await engine.draw(input, () => undefined, never)).width).toBeGreaterThan(0);
  });
});
