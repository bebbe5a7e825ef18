import type OpenAI from 'openai';
import type { ImageEditParamsBase, ImagesResponse } from 'openai/resources/images';
import { EngineOutage } from '../engine-outage.js';
import type { TokenUsage } from './call-cost.rules.js';

export type EditOrder = Omit<ImageEditParamsBase, 'stream' | 'partial_images'>;

export interface EditOptions {
  /** 0…3; each costs a little, and 0 asks for one plain answer instead of a stream. */
  readonly partialImages: number;
  readonly signal: AbortSignal;
  readonly onAccepted: (requestId: string | null) => void;
  /** An image file, the artwork so far. */
  readonly onPartial: (picture: Buffer) => void;
}

export interface EditAnswer {
  readonly base64: string;
  readonly usage: TokenUsage | null;
}

/** One call of POST /images/edits, without retries. Rejects with what the package throws, or with an EngineOutage for an answer without a picture. */
export function editImage(client: OpenAI, order: EditOrder, options: EditOptions): Promise<EditAnswer> {
  return options.partialImages > 0 ? streamed(client, order, options) : plain(client, order, options);
}

async function plain(client: OpenAI, order: EditOrder, { signal, onAccepted }: EditOptions): Promise<EditAnswer> {
  const { data, request_id } = await client.images
    .edit({ ...order, stream: false }, { signal, maxRetries: 0 })
    .withResponse();
  onAccepted(request_id);
  const base64 = data.data?.[0]?.b64_json;
  if (!base64) throw withoutPicture();
  return { base64, usage: usageOf(data.usage) };
}

async function streamed(
  client: OpenAI,
  order: EditOrder,
  { partialImages, signal, onAccepted, onPartial }: EditOptions,
): Promise<EditAnswer> {
  const { data: events, request_id } = await client.images
    .edit({ ...order, stream: true, partial_images: partialImages }, { signal, maxRetries: 0 })
    .withResponse();
  onAccepted(request_id);
  for await (const event of events) {
    if (event.type === 'image_edit.completed' && event.b64_json)
      return { base64: event.b64_json, usage: usageOf(event.usage) };
    if (event.type === 'image_edit.partial_image' && event.b64_json) onPartial(Buffer.from(event.b64_json, 'base64'));
  }
  // A stream that is aborted ends as quietly as one that was cut short.
  signal.throwIfAborted();
  throw withoutPicture();
}

const withoutPicture = (): EngineOutage => new EngineOutage('broken-answer', 'OpenAI answered without a picture');

function usageOf(
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
