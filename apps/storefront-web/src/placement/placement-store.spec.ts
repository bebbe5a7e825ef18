import { jest } from '@jest/globals';
import { DEFAULT_PLACEMENT } from './placement.js';
import { createPlacementStore } from './placement-store.js';

function watched() {
  const store = createPlacementStore(DEFAULT_PLACEMENT);
  const read = jest.fn();
  const draw = jest.fn();
  store.subscribe(read);
  store.subscribeToFrames(draw);
  return { store, read, draw };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the placement', () => {
  it('is told to readers at once when a slider moves it, and drawn in the next frame', () => {
    const { store, read, draw } = watched();
    store.move({ scale: 80 });
    expect(read).toHaveBeenCalledTimes(1);
    expect(draw).not.toHaveBeenCalled();
    jest.advanceTimersToNextFrame();
    expect(draw.mock.calls).toEqual([[{ ...DEFAULT_PLACEMENT, scale: 80 }, false]]);
  });

  it('is drawn once a frame under a finger, however often that moves; who follows hears of it some times a second, who reads not at all', () => {
    const { store, read, draw } = watched();
    const follow = jest.fn();
    store.follow(follow);
    for (let frame = 0; frame < 60; frame += 1) {
      for (const part of [0, 0.1, 0.2]) store.drag({ ...DEFAULT_PLACEMENT, x: 20 + frame + part });
      jest.advanceTimersToNextFrame();
    }
    expect(draw).toHaveBeenCalledTimes(60);
    expect(draw).toHaveBeenLastCalledWith({ ...DEFAULT_PLACEMENT, x: 79.2 }, true);
    expect(follow.mock.calls.length).toBeGreaterThan(2);
    expect(follow.mock.calls.length).toBeLessThanOrEqual(5);
    expect(read).not.toHaveBeenCalled();
  });

  it('is told to everybody when the finger pauses', () => {
    const { store, read } = watched();
    const follow = jest.fn();
    store.follow(follow);
    store.drag({ ...DEFAULT_PLACEMENT, x: 20 });
    jest.advanceTimersByTime(140);
    store.drag({ ...DEFAULT_PLACEMENT, x: 21 });
    jest.advanceTimersByTime(140);
    expect(read).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(read).toHaveBeenCalledTimes(1);
    expect(follow).toHaveBeenCalled();
  });

  it('is told and drawn at rest when the finger is lifted, and only if there was one', () => {
    const { store, read, draw } = watched();
    store.rest();
    store.drag({ ...DEFAULT_PLACEMENT, x: 20 });
    store.rest();
    store.rest();
    jest.runAllTimers();
    expect(read).toHaveBeenCalledTimes(1);
    expect(draw.mock.calls).toEqual([[{ ...DEFAULT_PLACEMENT, x: 20 }, false]]);
  });

  it('stays within the bounds, and is silent about what changes nothing', () => {
    const { store, read } = watched();
    store.move({ x: 50, scale: 100 });
    expect(read).not.toHaveBeenCalled();
    store.move({ x: 400, scale: 1, rotation: -5 });
    expect(store.get()).toEqual({ x: 100, y: 50, scale: 20, rotation: 0 });
  });

  it('is no longer told to who has left', () => {
    const store = createPlacementStore(DEFAULT_PLACEMENT);
    const read = jest.fn();
    store.subscribe(read)();
    store.subscribeToFrames(read)();
    store.move({ x: 10 });
    jest.runAllTimers();
    expect(read).not.toHaveBeenCalled();
  });
});
