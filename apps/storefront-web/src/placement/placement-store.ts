import type { DesignConfig } from '@shop/contracts/order';
import { clampPlacement, isSamePlacement } from './placement.js';

type Draw = (placement: DesignConfig, isMoving: boolean) => void;
type Leave = () => void;

/**
 * Where the artwork lies, outside of React: a finger moves it up to 120 times a second, and a phone has no time to render a page as often.
 * The picture follows in the next frame and the line under it some times a second; everything else hears of it when the finger pauses.
 */
export interface PlacementStore {
  get: () => DesignConfig;
  /** What sliders, keys and buttons do. Who reads hears of it at once. */
  move: (change: Partial<DesignConfig>) => void;
  /** What fingers do, until they `rest`. */
  drag: (placement: DesignConfig) => void;
  rest: () => void;
  /** Hears of it once the artwork rests, if only for a moment. */
  subscribe: (read: () => void) => Leave;
  /** Hears of it while it moves, too. For very little: each update costs a slow phone a part of the frame. */
  follow: (read: () => void) => Leave;
  /** Called at most once a frame, after a change. */
  subscribeToFrames: (draw: Draw) => Leave;
}

/** Numbers that change faster can't be read. */
const LIVE_INTERVAL_MS = 200;
const PAUSE_MS = 150;

function createListeners<Listener>() {
  const all = new Set<Listener>();
  const add = (listener: Listener): Leave => {
    all.add(listener);
    return () => all.delete(listener);
  };
  return { all, add };
}

/** Asked for any number of times, done once, in the next frame. */
function throttleToFrame(work: () => void): () => void {
  let frame: number | null = null;
  return () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      work();
    });
  };
}

export function createPlacementStore(initial: DesignConfig): PlacementStore {
  let current = initial;
  let isMoving = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let nextFollow: ReturnType<typeof setTimeout> | null = null;
  const readers = createListeners<() => void>();
  const followers = createListeners<() => void>();
  const drawers = createListeners<Draw>();

  const draw = throttleToFrame(() => {
    for (const each of drawers.all) each(current, isMoving);
  });
  const notifyLiveListeners = (): void => {
    if (nextFollow !== null) clearTimeout(nextFollow);
    nextFollow = null;
    for (const read of followers.all) read();
  };
  const notifyAll = (): void => {
    clearTimeout(pause);
    notifyLiveListeners();
    for (const read of readers.all) read();
  };

  return {
    get: () => current,
    move: (change) => {
      const next = clampPlacement({ ...current, ...change });
      if (isSamePlacement(next, current)) return;
      current = next;
      draw();
      notifyAll();
    },
    drag: (placement) => {
      isMoving = true;
      if (isSamePlacement(placement, current)) return;
      current = placement;
      draw();
      nextFollow ??= setTimeout(notifyLiveListeners, LIVE_INTERVAL_MS);
      clearTimeout(pause);
      pause = setTimeout(notifyAll, PAUSE_MS);
    },
    rest: () => {
      if (!isMoving) return;
      isMoving = false;
      draw();
      notifyAll();
    },
    subscribe: readers.add,
    follow: followers.add,
    subscribeToFrames: drawers.add,
  };
}
