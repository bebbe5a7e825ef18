import { createMaskHistory } from './mask-history.js';

const patch = (bytes: number, left = 0) => ({
  area: { left, top: 0, width: bytes, height: 1 },
  bytes: new Uint8Array(bytes),
});

describe('createMaskHistory', () => {
  it('returns the changes from the last to the first', () => {
    const history = createMaskHistory();
    history.push(patch(1, 1));
    history.push(patch(1, 2));
    expect([history.pop()?.area.left, history.pop()?.area.left, history.pop()]).toEqual([2, 1, null]);
  });

  it('forgets the oldest changes beyond its memory, but not the last one', () => {
    const history = createMaskHistory(10);
    for (const left of [1, 2, 3]) history.push(patch(4, left));
    expect([history.pop()?.area.left, history.pop()?.area.left, history.isEmpty()]).toEqual([3, 2, true]);
    history.push(patch(50, 4));
    expect(history.pop()?.area.left).toBe(4);
  });
});
