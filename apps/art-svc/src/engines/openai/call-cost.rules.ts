/**
 * Computes the cost of a call: tokens by kind times the model's price. Unit: integer millionths of a US dollar, so a
 * price of $8 for a million tokens is 8 for each. A model without a listed price has an unknown cost, never 0.
 */
export interface TokenUsage {
  readonly inputTextTokens: number;
  readonly inputImageTokens: number;
  readonly outputTokens: number;
}

interface TokenPrices {
  readonly inputText: number;
  readonly inputImage: number;
  readonly output: number;
}

/**
 * Price list of the GPT Image 2.5 models, September 2026: $5 text in, $8 image in, $30 image out, each for a million
 * tokens.
 */
const GPT_IMAGE_2_5: TokenPrices = { inputText: 5, inputImage: 8, output: 30 };

const PRICES: readonly (readonly [model: RegExp, prices: TokenPrices])[] = [
  [/^gpt-image-2\.5-(flare|sunburst)(-\d{4}-\d{2}-\d{2})?$/, GPT_IMAGE_2_5],
];

export function computeCostMicroUsd(
  model: string,
  { inputTextTokens, inputImageTokens, outputTokens }: TokenUsage,
): number | null {
  const prices = PRICES.find(([models]) => models.test(model))?.[1];
  if (!prices) return null;
  return inputTextTokens * prices.inputText + inputImageTokens * prices.inputImage + outputTokens * prices.output;
}
