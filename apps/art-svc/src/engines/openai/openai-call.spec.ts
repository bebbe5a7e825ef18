import { computeCostMicroUsd } from './openai-call.js';

describe('computeCostMicroUsd', () => {
  const usage = { inputTextTokens: 300, inputImageTokens: 1_000, outputTokens: 2_000 };

  it.each(['gpt-image-2.5-flare', 'gpt-image-2.5-sunburst-2026-09-08'])(
    'returns millionths of a dollar for %s',
    (model) => {
      expect(computeCostMicroUsd(model, usage)).toBe(69_500);
    },
  );

  it.each(['gpt-image-2.6-flare', 'gpt-image-1.5', ''])('is null for the unknown model %j', (model) => {
    expect(computeCostMicroUsd(model, usage)).toBeNull();
  });
});
