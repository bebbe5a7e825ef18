import { DomainError } from '@shop/contracts-common';
import { withSpan } from '@shop/tracing';
import OpenAI from 'openai';
import type { ImageEditParamsBase, ImagesResponse } from 'openai/resources/images';
import { EngineOutage } from '../engine-outage.js';
import { type ProviderCall } from '../image-engine.js';
import { computeCostMicroUsd, type TokenUsage } from './price-list.rules.js';

const NO_TOKENS: TokenUsage = { inputTextTokens: 0, inputImageTokens: 0, outputTokens: 0 };

/** What the body of an error may carry; not in the package's types. */
interface DeclinedDetails {
  readonly moderation_details?: { readonly moderation_stage?: string };
  readonly usage?: Parameters<typeof toTokenUsage>[0];
}

/** Collects the data of one call for the drawing's row. A failed call may be charged for too. */
export class ApiCall {
  private readonly startedAt = performance.now();
  private requestId: string | null = null;
  private usage: TokenUsage | null = null;

  constructor(private readonly model: string) {}

  setRequestId(requestId: string | null): void {
    this.requestId = requestId;
  }

  setUsage(usage: TokenUsage | null): void {
    this.usage = usage;
  }

  /**
   * `failure` is the converted error; null where the drawing itself was aborted. A call that was declined by its photo and prompt cost
   * nothing, because no picture was drawn. One whose finished picture was declined costs what the answer reports, else it is unknown.
   */
  toFailedCall(error: unknown, failure: DomainError | EngineOutage | null): ProviderCall {
    if (error instanceof OpenAI.APIError) {
      this.requestId ??= error.requestID ?? null;
      const details = error.error as DeclinedDetails | undefined;
      if (details?.usage) this.usage ??= toTokenUsage(details.usage);
      else if (failure instanceof DomainError && details?.moderation_details?.moderation_stage === 'input')
        this.usage ??= NO_TOKENS;
    }
    if (!failure) return this.toProviderCall('aborted');
    return this.toProviderCall(failure instanceof DomainError ? 'declined' : failure.reason);
  }

  toProviderCall(outcome: string): ProviderCall {
    const { model, requestId, usage } = this;
    return {
      provider: 'openai',
      model,
      outcome,
      tookMs: Math.round(performance.now() - this.startedAt),
      requestId,
      inputTextTokens: usage?.inputTextTokens ?? null,
      inputImageTokens: usage?.inputImageTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      costMicroUsd: usage && computeCostMicroUsd(usage),
    };
  }
}

export type EditRequest = Omit<ImageEditParamsBase, 'stream' | 'partial_images'>;

export interface EditOptions {
  /** 0 to 3; each costs a little, and 0 requests one response instead of a stream. */
  readonly partialImages: number;
  readonly signal: AbortSignal;
  readonly onAccepted: (requestId: string | null) => void;
  /** Receives the unfinished artwork as an image file. */
  readonly onPartial: (picture: Buffer) => void;
}

export interface EditResult {
  readonly base64: string;
  readonly usage: TokenUsage | null;
}

/**
 * Makes one call of POST /images/edits, without retries. Rejects with the package's errors, or with an EngineOutage
 * for a response without a picture.
 */
export function editImage(client: OpenAI, request: EditRequest, options: EditOptions): Promise<EditResult> {
  const edit = options.partialImages > 0 ? editWithStream : editInOneResponse;
  const attributes = { 'peer.service': 'openai', 'gen_ai.request.model': String(request.model) };
  return withSpan('openai images.edit', { kind: 'client', attributes }, () => edit(client, request, options));
}

async function editInOneResponse(
  client: OpenAI,
  request: EditRequest,
  { signal, onAccepted }: EditOptions,
): Promise<EditResult> {
  const { data, request_id } = await client.images
    .edit({ ...request, stream: false }, { signal, maxRetries: 0 })
    .withResponse();
  onAccepted(request_id);
  const base64 = data.data?.[0]?.b64_json;
  if (!base64) throw pictureMissing();
  return { base64, usage: toTokenUsage(data.usage) };
}

async function editWithStream(
  client: OpenAI,
  request: EditRequest,
  { partialImages, signal, onAccepted, onPartial }: EditOptions,
): Promise<EditResult> {
  const { data: events, request_id } = await client.images
    .edit({ ...request, stream: true, partial_images: partialImages }, { signal, maxRetries: 0 })
    .withResponse();
  onAccepted(request_id);
  for await (const event of events) {
    if (event.type === 'image_edit.completed' && event.b64_json)
      return { base64: event.b64_json, usage: toTokenUsage(event.usage) };
    if (event.type === 'image_edit.partial_image' && event.b64_json) onPartial(Buffer.from(event.b64_json, 'base64'));
  }
  // An aborted stream ends without an error, like one that was cut short.
  signal.throwIfAborted();
  throw pictureMissing();
}

const pictureMissing = (): EngineOutage => new EngineOutage('broken-answer', 'OpenAI responded without a picture');

function toTokenUsage(
  usage: Pick<ImagesResponse.Usage, 'input_tokens' | 'input_tokens_details' | 'output_tokens'> | undefined,
): TokenUsage | null {
  if (!usage) return null;
  const inputImageTokens = usage.input_tokens_details?.image_tokens ?? 0;
  return {
    inputImageTokens,
    inputTextTokens: usage.input_tokens_details?.text_tokens ?? usage.input_tokens - inputImageTokens,
    outputTokens: usage.output_tokens,
  };
}
