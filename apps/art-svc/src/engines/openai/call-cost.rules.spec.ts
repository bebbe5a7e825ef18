import { costMicroUsdOf } from './call-cost.rules.js';

describe('the cost of a call', () => {
  const usage = { inputTextTokens: 300, inputImageTokens: 1_000, outputTokens: 2_000 };

  it.each(['gpt-image-2.5-flare', 'gpt-image-2.5-sunburst-2026-09-08'])(
    'is counted in millionths of a dollar with %s',
    (model) => {
      expect(costMicroUsdOf(model, usage)).toBe(69_500);
    },
  );

  it('is nothing for nothing', () => {
    expect(costMicroUsdOf('gpt-image-2.5-flare', { inputTextTokens: 0, inputImageTokens: 0, outputTokens: 0 })).toBe(0);
  });

  it.each(['gpt-image-2.6-flare', 'gpt-image-1.5', ''])('is unknown with %j', (model) => {
    expect(costMicroUsdOf(model, usage)).toBeNull();
  });
});
