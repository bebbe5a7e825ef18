import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { applyGesture, applyKey, type GestureStart, type Touch, zoomAt } from '../gesture.js';
import type { PlacementStore } from '../placement-store.js';

/** Further fingers are ignored. */
const TOUCHES_MAX = 2;
/** A wheel gesture ends after this time without an event. */
const WHEEL_END_MS = 160;
/** Scale change per pixel that the wheel reports; a notch of a mouse wheel is about 100. */
const WHEEL_FACTOR = 0.0025;

/** Zooms with Ctrl and the wheel, which browsers also report for a trackpad pinch. The plain wheel scrolls the page. */
function useWheelZoom(
  area: RefObject<HTMLElement | null>,
  surface: RefObject<HTMLElement | null>,
  store: PlacementStore,
): void {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    let endTimer: ReturnType<typeof setTimeout> | undefined;
    const handleWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      // Prevents the zoom of the whole page. React's wheel listeners are passive and cannot do this.
      event.preventDefault();
      const box = area.current?.getBoundingClientRect();
      if (!box) return;
      store.drag(
        zoomAt(store.get(), box, { x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY * WHEEL_FACTOR)),
      );
      clearTimeout(endTimer);
      endTimer = setTimeout(store.endDrag, WHEEL_END_MS);
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => {
      clearTimeout(endTimer);
      store.endDrag();
      element.removeEventListener('wheel', handleWheel);
    };
  }, [area, surface, store]);
}

/** Moves the artwork by mouse, pen, fingers, wheel and keys. `area` is the print area's element. */
function useArtworkGestures(
  area: RefObject<HTMLElement | null>,
  surface: RefObject<HTMLElement | null>,
  store: PlacementStore,
) {
  const touches = useRef(new Map<number, Touch>());
  const start = useRef<GestureStart | null>(null);
  useWheelZoom(area, surface, store);

  /** Runs whenever a finger is added or removed; the remaining fingers continue from their positions. */
  const restartGesture = (): void => {
    const activeTouches = [...touches.current.values()];
    start.current =
      area.current && activeTouches.length > 0
        ? { placement: store.get(), area: area.current.getBoundingClientRect(), touches: activeTouches }
        : null;
  };
  const handlePointerEnd = ({ pointerId }: PointerEvent): void => {
    if (!touches.current.delete(pointerId)) return;
    restartGesture();
    if (touches.current.size === 0) store.endDrag();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || touches.current.size >= TOUCHES_MAX) return;
      // Prevents text selection and native image dragging; it also prevents the focus, which is set below.
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
      touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      restartGesture();
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current || !touches.current.has(event.pointerId)) return;
      touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      store.drag(applyGesture(start.current, [...touches.current.values()]));
    },
    onPointerUp: handlePointerEnd,
    onPointerCancel: handlePointerEnd,
    onLostPointerCapture: handlePointerEnd,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const placement = applyKey(store.get(), event.key, event.shiftKey);
      if (!placement) return;
      event.preventDefault();
      store.move(placement);
    },
  };
}

/**
 * The surface that receives pointer and key events. It extends beyond the print area to leave room for two fingers on a
 * phone, but not over the whole picture, where a finger scrolls the page.
 */
export function ArtworkHandle({ label, store }: { label: string; store: PlacementStore }) {
  const area = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const gestures = useArtworkGestures(area, surface, store);
  const hintId = useId();
  return (
    <div ref={area} className="pointer-events-none absolute inset-0">
      <div
        ref={surface}
        // In an application, screen readers pass the arrow keys on.
        role="application"
        tabIndex={0}
        aria-label={`Artwork on ${label}`}
        aria-roledescription="movable artwork"
        aria-describedby={hintId}
        className="group pointer-events-auto absolute -inset-x-[28%] -inset-y-[10%] cursor-grab touch-none select-none outline-none active:cursor-grabbing"
        {...gestures}
      >
        <span className="pointer-events-none absolute forced-color-adjust-none inset-x-[16%] inset-y-[7%] rounded-control outline-offset-3 group-focus-visible:shadow-[0_0_0_3px_#fff] group-focus-visible:outline-3 group-focus-visible:outline-ring" />
      </div>
      <p id={hintId} className="sr-only">
        Arrow keys move the artwork, with Shift in larger steps. Plus and minus change its size, square brackets turn
        it.
      </p>
    </div>
  );
}
