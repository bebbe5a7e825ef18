import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Background, getPlainColour } from '@shop/contracts-art';
import OpenAI from 'openai';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { EngineOutage, type OutageReason } from '../engine-outage.js';
import {
  type DrawingContext,
  type EngineArtwork,
  type GenerationInput,
  ImageEngine,
  type OnProgress,
  type ProviderCall,
} from '../image-engine.js';
import type { CallBudgetsService } from './call-budgets.service.js';
import { checkModel } from './check-model.js';
import { chooseSize } from './choose-size.rules.js';
import { toEngineError } from './engine-error.js';
import { EstimatedProgress } from './estimated-progress.js';
import { checkArtwork, preparePhoto } from './model-pictures.js';
import { ApiCall, editImage, type EditRequest } from './openai-call.js';
import { computeReservedCents, hasListedPrice, type ImageQuality } from './price-list.rules.js';
import { writePrompt } from './write-prompt.rules.js';

/** An outage is retried once. */
const ATTEMPTS = 2;

/** Pause before a retry, unless the provider requests another. */
const RETRY_PAUSE_MS = 500;

/** No artwork was ever drawn in less time, so a call would only cost money. */
const MIN_CALL_MS = 3_000;

type OpenAiConfig = Pick<
  Config,
  | 'OPENAI_API_KEY'
  | 'OPENAI_BASE_URL'
  | 'OPENAI_CALL_CENTS'
  | 'OPENAI_IMAGE_MODEL'
  | 'OPENAI_IMAGE_QUALITY'
  | 'OPENAI_PARTIAL_IMAGES'
>;

interface CallContext {
  readonly progress: EstimatedProgress;
  readonly signal: AbortSignal;
  readonly context: DrawingContext;
}

/**
 * Draws artworks with OpenAI's image edit. Rejects with an EngineOutage where OpenAI fails or a budget is spent, so that another
 * engine may draw.
 */
export class OpenAiEngine extends ImageEngine {
  private readonly client: OpenAI;

  constructor(
    private readonly config: OpenAiConfig,
    private readonly budgets: Pick<CallBudgetsService, 'reserveCall' | 'settleCall'>,
    private readonly logger: Logger,
    /** Called if the model or the key is refused at the start. */
    private readonly onFault: (reason: OutageReason) => void = () => undefined,
  ) {
    super();
    // Retries happen here, within the drawing's deadline. The package's log would contain customers' texts.
    this.client = new OpenAI({
      apiKey: config.OPENAI_API_KEY,
      baseURL: config.OPENAI_BASE_URL,
      fetchOptions: { redirect: 'error' },
      maxRetries: 0,
      logLevel: 'off',
    });
  }

  /** Warns of a model that this version does not know, or that OpenAI refuses. Nothing waits for the answer. */
  checkModel(): void {
    const { OPENAI_IMAGE_MODEL: model } = this.config;
    if (!hasListedPrice(model))
      this.logger.warn(
        { model },
        'The price of this model is not known here: its calls count at the newest known prices',
      );
    void checkModel(this.client, model, this.logger).then((fault) => fault && this.onFault(fault));
  }

  async draw(
    input: GenerationInput,
    onProgress: OnProgress,
    signal: AbortSignal,
    context: DrawingContext,
  ): Promise<EngineArtwork> {
    const request = await this.createRequest(input, context);
    const progress = new EstimatedProgress(onProgress);
    try {
      const artwork = await this.withRetry(
        () => this.callApi(request, input.background, { progress, signal, context }),
        signal,
        context.deadlineAt.getTime(),
      );
      return { ...artwork, parameters: toParameters(request, input) };
    } finally {
      progress.stop();
    }
  }

  private async createRequest(
    input: GenerationInput,
    { customerHash: customer }: DrawingContext,
  ): Promise<EditRequest> {
    const { OPENAI_IMAGE_MODEL: model, OPENAI_IMAGE_QUALITY: quality } = this.config;
    const photos = await Promise.all(input.pets.map(({ photo }) => preparePhoto(photo)));
    const { width, height } = chooseSize(model, photos, input.printShape);
    const images = photos.map(
      ({ png }, n) => new File([Uint8Array.from(png)], n === 0 ? 'pet.png' : `pet-${n + 1}.png`, { type: 'image/png' }),
    );
    return {
      model,
      quality,
      image: images.length === 1 ? images[0]! : images,
      prompt: writePrompt({ ...input, pets: input.pets.length }),
      size: `${width}x${height}`,
      background: input.background === 'none' ? 'transparent' : 'opaque',
      output_format: 'png',
      n: 1,
      safety_identifier: customer,
    };
  }

  private computeReservedCents({ model, quality, size, image }: EditRequest): number {
    const { OPENAI_CALL_CENTS: configuredCents, OPENAI_PARTIAL_IMAGES: partialImages } = this.config;
    if (configuredCents !== undefined) return configuredCents;
    const [width = 0, height = 0] = String(size).split('x').map(Number);
    const photos = Array.isArray(image) ? image.length : 1;
    return computeReservedCents({
      model: String(model),
      quality: quality as ImageQuality,
      width,
      height,
      photos,
      partialImages,
    });
  }

  private async withRetry(
    attempt: () => Promise<EngineArtwork>,
    signal: AbortSignal,
    deadlineMs: number,
  ): Promise<EngineArtwork> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        const pauseMs =
          error instanceof EngineOutage && error.response === 'retry' ? (error.retryAfterMs ?? RETRY_PAUSE_MS) : null;
        if (signal.aborted || pauseMs === null || tries === ATTEMPTS || Date.now() + pauseMs + MIN_CALL_MS > deadlineMs)
          throw error;
        this.logger.warn({ reason: (error as EngineOutage).reason, pauseMs }, 'OpenAI failed; retrying once');
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        signal.throwIfAborted();
      }
    }
  }

  private async callApi(
    request: EditRequest,
    background: Background,
    { progress, signal, context }: CallContext,
  ): Promise<EngineArtwork> {
    const leftMs = context.deadlineAt.getTime() - Date.now();
    if (leftMs < MIN_CALL_MS) throw timedOut();
    const reservation = await this.budgets.reserveCall(context, this.computeReservedCents(request));
    const finishCall = async (ended: ProviderCall): Promise<void> => {
      context.onCall(ended);
      // The artwork is paid for, so a failure here must not lose it. The reservation counts then.
      await this.budgets
        .settleCall(reservation, ended)
        .catch((error: unknown) => this.logger.error({ err: error }, 'could not count the cost of a call of OpenAI'));
    };
    const timeout = AbortSignal.timeout(leftMs);
    const call = new ApiCall(this.config.OPENAI_IMAGE_MODEL);
    progress.start();
    try {
      const { base64, usage } = await editImage(this.client, request, {
        partialImages: this.config.OPENAI_PARTIAL_IMAGES,
        signal: AbortSignal.any([signal, timeout]),
        onAccepted: (requestId) => call.setRequestId(requestId),
        onPartial: (picture) => progress.addPartial(picture),
      });
      call.setUsage(usage);
      const artwork = await checkArtwork(base64, background);
      await finishCall(call.toProviderCall('drawn'));
      return {
        ...artwork,
        detailWidthPx: artwork.width,
        engine: 'openai',
        engineVersion: this.config.OPENAI_IMAGE_MODEL,
      };
    } catch (error) {
      const failure = timeout.aborted ? timedOut() : toEngineError(error);
      await finishCall(call.toFailedCall(error, signal.aborted ? null : failure));
      throw signal.aborted ? signal.reason : failure;
    }
  }
}

/** Contains the template's hash, because the shop may change the template later. */
const toParameters = (
  { model, quality, size, background }: EditRequest,
  { background: wished, pets, promptTemplate }: GenerationInput,
): Record<string, string> => ({
  model: String(model),
  quality: String(quality),
  size: String(size),
  background: String(background),
  ...(getPlainColour(wished) && { plainColour: wished }),
  ...(pets.length > 1 && { photos: String(pets.length) }),
  promptTemplateSha256: createHash('sha256').update(promptTemplate).digest('hex'),
});

const timedOut = (): EngineOutage => new EngineOutage('timed-out', 'OpenAI did not draw in time');
