import { jest } from '@jest/globals';
import { DEFAULT_PLACEMENT } from './placement.js';
import { createPlacementStore } from './placement-store.js';

function createWatchedStore() {
  const store = createPlacementStore(DEFAULT_PLACEMENT);
  const onRest = jest.fn();
  const onFrame = jest.fn();
  store.subscribe(onRest);
  store.subscribeToFrames(onFrame);
  return { store, onRest, onFrame };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('createPlacementStore', () => {
  it('notifies subscribers of a slider at once and draws in the next frame', () => {
    const { store, onRest, onFrame } = createWatchedStore();
    store.move({ scale: 80 });
    expect(onRest).toHaveBeenCalledTimes(1);
    expect(onFrame).not.toHaveBeenCalled();
    jest.advanceTimersToNextFrame();
    expect(onFrame.mock.calls).toEqual([[{ ...DEFAULT_PLACEMENT, scale: 80 }, false]]);
  });

  it('draws a drag once per frame, notifies live listeners a few times a second and subscribers not at all', () => {
    const { store, onRest, onFrame } = createWatchedStore();
    const onLive = jest.fn();
    store.subscribeLive(onLive);
    for (let frame = 0; frame < 60; frame += 1) {
      for (const part of [0, 0.1, 0.2]) store.drag({ ...DEFAULT_PLACEMENT, x: 20 + frame + part });
      jest.advanceTimersToNextFrame();
    }
    expect(onFrame).toHaveBeenCalledTimes(60);
    expect(onFrame).toHaveBeenLastCalledWith({ ...DEFAULT_PLACEMENT, x: 79.2 }, true);
    expect(onLive.mock.calls.length).toBeGreaterThan(2);
    expect(onLive.mock.calls.length).toBeLessThanOrEqual(5);
    expect(onRest).not.toHaveBeenCalled();
  });

  it('notifies all listeners when the finger pauses', () => {
    const { store, onRest } = createWatchedStore();
    const onLive = jest.fn();
    store.subscribeLive(onLive);
    store.drag({ ...DEFAULT_PLACEMENT, x: 20 });
    jest.advanceTimersByTime(140);
    store.drag({ ...DEFAULT_PLACEMENT, x: 21 });
    jest.advanceTimersByTime(140);
    expect(onRest).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(onRest).toHaveBeenCalledTimes(1);
    expect(onLive).toHaveBeenCalled();
  });

  it('notifies and draws once when a drag ends, and only if there was one', () => {
    const { store, onRest, onFrame } = createWatchedStore();
    store.endDrag();
    store.drag({ ...DEFAULT_PLACEMENT, x: 20 });
    store.endDrag();
    store.endDrag();
    jest.runAllTimers();
    expect(onRest).toHaveBeenCalledTimes(1);
    expect(onFrame.mock.calls).toEqual([[{ ...DEFAULT_PLACEMENT, x: 20 }, false]]);
  });

  it('stays within the bounds and ignores a move that changes nothing', () => {
    const { store, onRest } = createWatchedStore();
    store.move({ x: 50, scale: 100 });
    expect(onRest).not.toHaveBeenCalled();
    store.move({ x: 400, scale: 1, rotation: -5 });
    expect(store.get()).toEqual({ x: 100, y: 50, scale: 20, rotation: 0 });
  });

  it('does not notify listeners that have unsubscribed', () => {
    const store = createPlacementStore(DEFAULT_PLACEMENT);
    const onRest = jest.fn();
    store.subscribe(onRest)();
    store.subscribeToFrames(onRest)();
    store.move({ x: 10 });
    jest.runAllTimers();
    expect(onRest).not.toHaveBeenCalled();
  });
});
