import { DEFAULT_PLACEMENT } from './placement.js';
import { isSharperDrawnAgain } from './enlarged-print.rules.js';

const TEE = { printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' }, scaleSense: 'whole-artwork' } as const;
const TAG = { printArea: { widthPx: 300, heightPx: 300, shape: 'round' }, scaleSense: 'whole-artwork' } as const;
const earlier = { isOfEarlierVersion: true, width: 1024, height: 1024 };

describe('isSharperDrawnAgain', () => {
  it.each([
    ['an artwork of an earlier version on a shirt', earlier, TEE, 100, true],
    ['so small on the shirt that its file has enough pixels', earlier, TEE, 20, false],
    ['on a tag', earlier, TAG, 100, false],
    ['an artwork of this version', { width: 1024, height: 1024 }, TEE, 100, false],
  ])('of %s', (_, details, target, scale, expected) =>
    expect(isSharperDrawnAgain(details, target, { ...DEFAULT_PLACEMENT, scale })).toBe(expected),
  );
});
