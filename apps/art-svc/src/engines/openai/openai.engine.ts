import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OnApplicationBootstrap } from '@nestjs/common';
import OpenAI from 'openai';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { EngineOutage } from '../engine-outage.js';
import {
  ImageEngine,
  type Commission,
  type DrawingTerms,
  type EngineArtwork,
  type OnProgress,
} from '../image-engine.js';
import { CallRecord } from './call-record.js';
import { checkArtwork } from './check-artwork.js';
import { checkModel } from './check-model.js';
import { chooseSize } from './choose-size.rules.js';
import { editImage, type EditOrder } from './edit-image.js';
import { preparePhoto } from './prepare-photo.js';
import { readFailure } from './read-failure.js';
import { SteadyProgress } from './steady-progress.js';
import { writePrompt } from './write-prompt.rules.js';

/** D17a: an outage is retried once. */
const ATTEMPTS = 2;

/** Before a retry, where the provider names no time of its own. */
const PAUSE_MS = 500;

/** In less than this no artwork was ever made: a call would only be paid for. */
const WORTHWHILE_MS = 3_000;

type OpenAiConfig = Pick<
  Config,
  'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_IMAGE_MODEL' | 'OPENAI_IMAGE_QUALITY' | 'OPENAI_PARTIAL_IMAGES'
>;

/** Has the artwork made by OpenAI's image edit. Rejects with an EngineOutage where OpenAI fails, so that another engine may draw. */
export class OpenAiEngine extends ImageEngine implements OnApplicationBootstrap {
  private readonly client: OpenAI;

  constructor(
    private readonly config: OpenAiConfig,
    private readonly logger: Logger,
  ) {
    super();
    // Retries are ours, within the job's deadline; and the package's log would hold the customer's words.
    this.client = new OpenAI({
      apiKey: config.OPENAI_API_KEY,
      baseURL: config.OPENAI_BASE_URL,
      maxRetries: 0,
      logLevel: 'off',
    });
  }

  onApplicationBootstrap(): void {
    void checkModel(this.client, this.config.OPENAI_IMAGE_MODEL, this.logger);
  }

  async draw(
    commission: Commission,
    onProgress: OnProgress,
    signal: AbortSignal,
    terms: DrawingTerms,
  ): Promise<EngineArtwork> {
    const order = await this.orderOf(commission, terms);
    const progress = new SteadyProgress(onProgress);
    try {
      const artwork = await this.retrying(
        () => this.attempt(order, progress, signal, terms),
        signal,
        terms.deadlineAt.getTime(),
      );
      return { ...artwork, parameters: parametersOf(order, commission) };
    } finally {
      progress.end();
    }
  }

  private async orderOf(commission: Commission, { customer }: DrawingTerms): Promise<EditOrder> {
    const { OPENAI_IMAGE_MODEL: model, OPENAI_IMAGE_QUALITY: quality } = this.config;
    const photo = await preparePhoto(commission.photo);
    const { width, height } = chooseSize(model, photo, commission.printShape);
    return {
      model,
      quality,
      image: new File([Uint8Array.from(photo.png)], 'pet.png', { type: 'image/png' }),
      prompt: writePrompt(commission),
      size: `${width}x${height}`,
      background: 'opaque',
      output_format: 'png',
      n: 1,
      safety_identifier: customer,
    };
  }

  private async retrying(
    attempt: () => Promise<EngineArtwork>,
    signal: AbortSignal,
    untilMs: number,
  ): Promise<EngineArtwork> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        const pauseMs =
          error instanceof EngineOutage && error.cure === 'again' ? (error.retryAfterMs ?? PAUSE_MS) : null;
        if (signal.aborted || pauseMs === null || tries === ATTEMPTS || Date.now() + pauseMs + WORTHWHILE_MS > untilMs)
          throw error;
        this.logger.warn(
          { reason: (error as EngineOutage).reason, pauseMs },
          'OpenAI did not draw; it is asked once more',
        );
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        signal.throwIfAborted();
      }
    }
  }

  private async attempt(
    order: EditOrder,
    progress: SteadyProgress,
    signal: AbortSignal,
    terms: DrawingTerms,
  ): Promise<EngineArtwork> {
    const leftMs = terms.deadlineAt.getTime() - Date.now();
    if (leftMs < WORTHWHILE_MS) throw outOfTime();
    const timeUp = AbortSignal.timeout(leftMs);
    const record = new CallRecord(this.config.OPENAI_IMAGE_MODEL);
    progress.begin();
    try {
      const { base64, usage } = await editImage(this.client, order, {
        partialImages: this.config.OPENAI_PARTIAL_IMAGES,
        signal: AbortSignal.any([signal, timeUp]),
        onAccepted: (requestId) => record.accepted(requestId),
        onPartial: (picture) => progress.partial(picture),
      });
      record.charged(usage);
      const artwork = await checkArtwork(base64);
      terms.onCall(record.ended('drawn'));
      return { ...artwork, engine: 'openai', engineVersion: this.config.OPENAI_IMAGE_MODEL };
    } catch (error) {
      const failure = timeUp.aborted ? outOfTime() : readFailure(error);
      terms.onCall(record.failed(error, signal.aborted ? null : failure));
      throw signal.aborted ? signal.reason : failure;
    }
  }
}

/** The template by its hash: the shop may change it later. */
const parametersOf = (
  { model, quality, size, background }: EditOrder,
  { promptTemplate }: Commission,
): Record<string, string> => ({
  model: String(model),
  quality: String(quality),
  size: String(size),
  background: String(background),
  promptTemplateSha256: createHash('sha256').update(promptTemplate).digest('hex'),
});

const outOfTime = (): EngineOutage => new EngineOutage('timed-out', 'OpenAI did not draw in time');
