import type { DesignConfig } from '@shop/contracts-order';
import { useSyncExternalStore } from 'react';
import type { PrintableProduct } from '../catalogue/product-choice.js';
import { clampPlacement, isSamePlacement, type PlacementPart } from './placement.js';
import { type Artwork, computePrintDetails, type PrintDetails } from './print-details.js';

type DrawFrame = (placement: DesignConfig, isMoving: boolean) => void;
type Unsubscribe = () => void;

/**
 * Holds the placement outside of React: a finger moves it up to 120 times a second, too often to render the page on a
 * phone. The picture is updated each frame, live listeners a few times a second, and subscribers when the finger pauses.
 */
export interface PlacementStore {
  get: () => DesignConfig;
  /** Applies a change by a slider, key or button and notifies all listeners at once. */
  move: (change: Partial<DesignConfig>) => void;
  /** Applies a step of a gesture, which lasts until `endDrag`. */
  drag: (placement: DesignConfig) => void;
  endDrag: () => void;
  /** Notified when the artwork is at rest, even for a moment. */
  subscribe: (listener: () => void) => Unsubscribe;
  /** Also notified while the artwork moves. Keep such listeners cheap: they compete with the frame on a slow phone. */
  subscribeLive: (listener: () => void) => Unsubscribe;
  /** Called at most once per frame, after a change. */
  subscribeToFrames: (draw: DrawFrame) => Unsubscribe;
}

/** Numbers that change faster are unreadable. */
const LIVE_INTERVAL_MS = 200;
const PAUSE_MS = 150;

function createListeners<Listener>() {
  const all = new Set<Listener>();
  const add = (listener: Listener): Unsubscribe => {
    all.add(listener);
    return () => all.delete(listener);
  };
  return { all, add };
}

/** Returns a function that runs `callback` once in the next frame, however often it is called. */
function throttleToFrame(callback: () => void): () => void {
  let frame: number | null = null;
  return () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      callback();
    });
  };
}

export function createPlacementStore(initial: DesignConfig): PlacementStore {
  let current = initial;
  let isMoving = false;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let liveTimer: ReturnType<typeof setTimeout> | null = null;
  const listeners = createListeners<() => void>();
  const liveListeners = createListeners<() => void>();
  const frameListeners = createListeners<DrawFrame>();

  const scheduleFrame = throttleToFrame(() => {
    for (const drawFrame of frameListeners.all) drawFrame(current, isMoving);
  });
  const notifyLiveListeners = (): void => {
    if (liveTimer !== null) clearTimeout(liveTimer);
    liveTimer = null;
    for (const listener of liveListeners.all) listener();
  };
  const notifyAll = (): void => {
    clearTimeout(pauseTimer);
    notifyLiveListeners();
    for (const listener of listeners.all) listener();
  };

  return {
    get: () => current,
    move: (change) => {
      const next = clampPlacement({ ...current, ...change });
      if (isSamePlacement(next, current)) return;
      current = next;
      scheduleFrame();
      notifyAll();
    },
    drag: (placement) => {
      isMoving = true;
      if (isSamePlacement(placement, current)) return;
      current = placement;
      scheduleFrame();
      liveTimer ??= setTimeout(notifyLiveListeners, LIVE_INTERVAL_MS);
      clearTimeout(pauseTimer);
      pauseTimer = setTimeout(notifyAll, PAUSE_MS);
    },
    endDrag: () => {
      if (!isMoving) return;
      isMoving = false;
      scheduleFrame();
      notifyAll();
    },
    subscribe: listeners.add,
    subscribeLive: liveListeners.add,
    subscribeToFrames: frameListeners.add,
  };
}

/** One number of the placement, for display. To draw the artwork, use `store.subscribeToFrames`. */
export const usePlacementPart = (store: PlacementStore, part: PlacementPart): number =>
  useSyncExternalStore(store.subscribe, () => store.get()[part]);

const getSerializedDetails =
  (store: PlacementStore, chosen: PrintableProduct | null, artwork: Artwork | null) => (): string =>
    JSON.stringify(chosen && artwork && computePrintDetails(chosen, artwork, store.get()));

/**
 * The print details of the artwork at rest; null before a product and an artwork are known. Renders only if a detail
 * changes.
 */
export const usePrintDetails = (
  store: PlacementStore,
  chosen: PrintableProduct | null,
  artwork: Artwork | null,
): PrintDetails | null =>
  JSON.parse(
    useSyncExternalStore(store.subscribe, getSerializedDetails(store, chosen, artwork)),
  ) as PrintDetails | null;

/** The print details, also updated while the artwork moves. */
export const useLivePrintDetails = (store: PlacementStore, chosen: PrintableProduct, artwork: Artwork): PrintDetails =>
  JSON.parse(useSyncExternalStore(store.subscribeLive, getSerializedDetails(store, chosen, artwork))) as PrintDetails;
