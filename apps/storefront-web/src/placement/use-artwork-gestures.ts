import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { applyGesture, zoomAt, type GestureStart, type Touch } from './gesture.js';
import { applyKey } from './keys.js';
import type { PlacementStore } from './placement-store.js';

/** Two fingers are all that can say something about one picture. */
const TOUCHES_MAX = 2;
/** A turn of the wheel is over when nothing has come for so long. */
const WHEEL_END_MS = 160;
/** Of the scale for each pixel a wheel reports; a notch of a mouse is about 100. */
const WHEEL_FACTOR = 0.0025;

/** With Ctrl, which is also what browsers report for two fingers on a trackpad; the bare wheel scrolls the page. */
function useWheelZoom(
  area: RefObject<HTMLElement | null>,
  surface: RefObject<HTMLElement | null>,
  store: PlacementStore,
): void {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const zoom = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      // Else the browser enlarges the whole page. React listens passively, where this can't be said.
      event.preventDefault();
      const box = area.current?.getBoundingClientRect();
      if (!box) return;
      store.drag(
        zoomAt(store.get(), box, { x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY * WHEEL_FACTOR)),
      );
      clearTimeout(resting);
      resting = setTimeout(store.rest, WHEEL_END_MS);
    };
    element.addEventListener('wheel', zoom, { passive: false });
    return () => {
      clearTimeout(resting);
      store.rest();
      element.removeEventListener('wheel', zoom);
    };
  }, [area, surface, store]);
}

/** Moves the artwork with mouse, pen, fingers, wheel and keys. `area` is the print area's box on the screen. */
export function useArtworkGestures(
  area: RefObject<HTMLElement | null>,
  surface: RefObject<HTMLElement | null>,
  store: PlacementStore,
) {
  const touches = useRef(new Map<number, Touch>());
  const start = useRef<GestureStart | null>(null);
  useWheelZoom(area, surface, store);

  /** Whenever a finger comes or goes: the others go on from where they are. */
  const begin = (): void => {
    const held = [...touches.current.values()];
    start.current =
      area.current && held.length > 0
        ? { placement: store.get(), area: area.current.getBoundingClientRect(), touches: held }
        : null;
  };
  const release = ({ pointerId }: PointerEvent): void => {
    if (!touches.current.delete(pointerId)) return;
    begin();
    if (touches.current.size === 0) store.rest();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || touches.current.size >= TOUCHES_MAX) return;
      // Else the browser selects what it passes over, or drags the picture itself; it would not focus by itself then.
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
      touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      begin();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current || !touches.current.has(event.pointerId)) return;
      touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      store.drag(applyGesture(start.current, [...touches.current.values()]));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const placement = applyKey(store.get(), event.key, event.shiftKey);
      if (!placement) return;
      event.preventDefault();
      store.move(placement);
    },
  };
}
