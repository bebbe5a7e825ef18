/**
 * What OpenAI's image models cost. Units: integer millionths of a US dollar (so $8 for a million tokens is 8 for each token), and
 * integer cents for reservations.
 */
export interface TokenUsage {
  readonly inputTextTokens: number;
  readonly inputImageTokens: number;
  readonly outputTokens: number;
}

/** GPT Image 2, 2.5 and 2.6 cost the same: OpenAI's price list of November 2026, for a million tokens $5 text in, $8 image in, $30 out. */
const PRICES = { inputText: 5, inputImage: 8, output: 30 };
const PRICED_MODELS = /^gpt-image-2(\.[56]-(flare|sunburst))?(-\d{4}-\d{2}-\d{2})?$/;

/** Models that accept three sizes only. Later ones take any side in multiples of 16 (`size` in the package's `ImageEditParams`). */
const FIXED_SIZE_MODELS = /^(gpt-image-1(\.5|-mini)?|chatgpt-image-latest|dall-e-\d)(-\d{4}-\d{2}-\d{2})?$/;

/** Whether this list has the model's price. A model that is not in it is taken for one of the newest kind. */
export const hasListedPrice = (model: string): boolean => PRICED_MODELS.test(model);

/** Whether the model accepts other sizes than three. True for an unknown model, which is newer than this list. */
export const acceptsAnySize = (model: string): boolean => !FIXED_SIZE_MODELS.test(model);

/** The cost of a call by its reported tokens. An unlisted model counts at the newest known prices. */
export const computeCostMicroUsd = ({ inputTextTokens, inputImageTokens, outputTokens }: TokenUsage): number =>
  inputTextTokens * PRICES.inputText + inputImageTokens * PRICES.inputImage + outputTokens * PRICES.output;

export type ImageQuality = 'auto' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Output tokens of a picture of 1024 × 1024 px, by OpenAI's calculator of September 2026. They grow with the area. */
const OUTPUT_TOKENS: Record<Exclude<ImageQuality, 'auto'>, number> = {
  low: 196,
  medium: 439,
  high: 1_756,
  xhigh: 3_122,
  max: 7_024,
};
/** GPT Image 2 has three qualities, and draws each with the tokens of a later model's better one. */
const OUTPUT_TOKENS_OF_2: Record<string, number> = { low: 196, medium: 1_767, high: 7_033 };
const AREA_PX = 1024 * 1024;

/** OpenAI's documentation of `partial_images`. */
const TOKENS_OF_PARTIAL_IMAGE = 100;
/** A photo of 1536 px, and a long prompt: generous, as they are a small part. */
const TOKENS_OF_PHOTO = 3_000;
const TOKENS_OF_PROMPT = 2_000;

const MICRO_USD_PER_CENT = 10_000;

export interface PlannedCall {
  readonly model: string;
  readonly quality: ImageQuality;
  readonly width: number;
  readonly height: number;
  readonly photos: number;
  readonly partialImages: number;
}

/** The highest expected cost of a call in cents, rounded up. `auto` may be drawn as `high`. */
export function computeReservedCents({ model, quality, width, height, photos, partialImages }: PlannedCall): number {
  const chosen = quality === 'auto' ? 'high' : quality;
  const ofGptImage2 = /^gpt-image-2(-\d|$)/.test(model) ? OUTPUT_TOKENS_OF_2[chosen] : undefined;
  const pictureTokens = Math.ceil(((ofGptImage2 ?? OUTPUT_TOKENS[chosen]) * width * height) / AREA_PX);
  const cost = computeCostMicroUsd({
    inputTextTokens: TOKENS_OF_PROMPT,
    inputImageTokens: photos * TOKENS_OF_PHOTO,
    outputTokens: pictureTokens + partialImages * TOKENS_OF_PARTIAL_IMAGE,
  });
  return Math.ceil(cost / MICRO_USD_PER_CENT);
}
