import { applyKey } from './keys.js';
import { DEFAULT_PLACEMENT } from './placement.js';

describe('applyKey', () => {
  it.each([
    ['ArrowLeft', false, { x: 49 }],
    ['ArrowRight', false, { x: 51 }],
    ['ArrowUp', false, { y: 49 }],
    ['ArrowDown', false, { y: 51 }],
    ['ArrowLeft', true, { x: 45 }],
    ['ArrowDown', true, { y: 55 }],
    ['+', true, { scale: 105 }],
    ['=', false, { scale: 105 }],
    ['-', false, { scale: 95 }],
    [']', false, { rotation: 15 }],
    ['[', false, { rotation: 345 }],
  ])('%s (Shift: %s) changes %j', (key, isShifted, change) => {
    expect(applyKey(DEFAULT_PLACEMENT, key, isShifted)).toEqual({ ...DEFAULT_PLACEMENT, ...change });
  });

  it('stops at the bounds', () => {
    expect(applyKey({ ...DEFAULT_PLACEMENT, x: 98 }, 'ArrowRight', true)?.x).toBe(100);
    expect(applyKey({ ...DEFAULT_PLACEMENT, scale: 20 }, '-', false)?.scale).toBe(20);
  });

  it.each(['Tab', 'Enter', 'a', 'constructor', 'toString'])('ignores %s', (key) => {
    expect(applyKey(DEFAULT_PLACEMENT, key, false)).toBeNull();
  });
});
