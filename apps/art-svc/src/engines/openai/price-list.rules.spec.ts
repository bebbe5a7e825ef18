import {
  acceptsAnySize,
  computeCostMicroUsd,
  computeReservedCents,
  hasListedPrice,
  type PlannedCall,
} from './price-list.rules.js';

it.each([
  ['gpt-image-2', true, true],
  ['gpt-image-2-2026-04-21', true, true],
  ['gpt-image-2.5-sunburst-2026-09-08', true, true],
  ['gpt-image-2.6-flare', true, true],
  ['gpt-image-3-flare', false, true],
  ['gpt-image-1.5', false, false],
  ['chatgpt-image-latest', false, false],
])('%s: listed price %s, any size %s', (model, listed, anySize) => {
  expect([hasListedPrice(model), acceptsAnySize(model)]).toEqual([listed, anySize]);
});

it('a call costs its tokens by kind', () => {
  expect(computeCostMicroUsd({ inputTextTokens: 300, inputImageTokens: 1_000, outputTokens: 2_000 })).toBe(69_500);
});

describe('computeReservedCents', () => {
  const call: PlannedCall = {
    model: 'gpt-image-2.5-flare',
    quality: 'medium',
    width: 1536,
    height: 1536,
    photos: 1,
    partialImages: 0,
  };

  it.each([
    [{ quality: 'max' }, 47],
    [{ quality: 'max', width: 1024, height: 1024 }, 21],
    [{ quality: 'medium' }, 3],
    [{ quality: 'medium', model: 'gpt-image-2' }, 12],
    [{ quality: 'high', model: 'gpt-image-3-flare' }, 12],
  ] as const)('of %j is the price list’s %i cents and at most four more for photo and prompt', (changes, listed) => {
    const cents = computeReservedCents({ ...call, ...changes });
    expect(cents).toBeGreaterThanOrEqual(listed);
    expect(cents).toBeLessThanOrEqual(listed + 4);
  });

  it('grows with photos and partial pictures', () => {
    const cents = [call, { ...call, photos: 4 }, { ...call, photos: 4, partialImages: 3 }].map(computeReservedCents);
    expect(cents).toEqual([...cents].sort((a, b) => a - b));
    expect(new Set(cents).size).toBe(3);
  });
});
