import type { DesignConfig } from '@shop/contracts/order';
import { allowed, isSamePlacement } from './placement.js';

type Draw = (placement: DesignConfig, isMoving: boolean) => void;

/**
 * Where the artwork lies, outside of React: a finger moves it up to 120 times a second, and a phone has no time to render a page as often.
 * The picture follows in the next frame; the numbers and words beside it follow at a reader's pace.
 */
export interface PlacementStore {
  get: () => DesignConfig;
  /** What sliders, keys and buttons do. Who reads hears of it at once. */
  move: (change: Partial<DesignConfig>) => void;
  /** What fingers do, until they `rest`. Who reads hears of it now and then. */
  drag: (placement: DesignConfig) => void;
  rest: () => void;
  subscribe: (read: () => void) => () => void;
  /** Called at most once a frame, after a change. */
  onFrame: (draw: Draw) => () => void;
}

/** Numbers that change faster can't be read. */
const READ_EVERY_MS = 120;

export function createPlacementStore(initial: DesignConfig): PlacementStore {
  let current = initial;
  let isMoving = false;
  let frame: number | null = null;
  let nextRead: ReturnType<typeof setTimeout> | null = null;
  const readers = new Set<() => void>();
  const drawers = new Set<Draw>();

  const tell = (): void => {
    if (nextRead !== null) clearTimeout(nextRead);
    nextRead = null;
    for (const read of readers) read();
  };
  const draw = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      for (const each of drawers) each(current, isMoving);
    });
  };

  return {
    get: () => current,
    move: (change) => {
      const next = allowed({ ...current, ...change });
      if (isSamePlacement(next, current)) return;
      current = next;
      draw();
      tell();
    },
    drag: (placement) => {
      isMoving = true;
      if (isSamePlacement(placement, current)) return;
      current = placement;
      draw();
      nextRead ??= setTimeout(tell, READ_EVERY_MS);
    },
    rest: () => {
      if (!isMoving) return;
      isMoving = false;
      draw();
      tell();
    },
    subscribe: (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    onFrame: (each) => {
      drawers.add(each);
      return () => drawers.delete(each);
    },
  };
}
