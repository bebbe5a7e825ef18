import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

export const ZOOM = { min: 1, max: 5, step: 1.5 };
const clampZoom = (zoom: number): number => Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));

/** Pixels of the frame that stay visible around a revealed point. */
const REVEAL_MARGIN_PX = 40;

/** In pixels from the corner of the frame, or of the window. */
interface Point {
  readonly x: number;
  readonly y: number;
}

interface ScrollPosition {
  readonly left: number;
  readonly top: number;
}

function scroll(frame: HTMLElement, { left, top }: ScrollPosition): void {
  frame.scrollLeft = left;
  frame.scrollTop = top;
}

type ZoomTo = (zoom: number, from: Point, to?: Point) => void;

const toFrame = (frame: HTMLElement, { x, y }: Point): Point => {
  const { left, top } = frame.getBoundingClientRect();
  return { x: x - left, y: y - top };
};

/** The zoom of the content, which is moved by scrolling its frame. */
function useScrolledZoom(frame: RefObject<HTMLDivElement | null>) {
  const [zoom, setZoom] = useState(1);
  /** Where to scroll once the content has its new size. */
  const scrollTarget = useRef<ScrollPosition | null>(null);
  useLayoutEffect(() => {
    if (scrollTarget.current && frame.current) scroll(frame.current, scrollTarget.current);
    scrollTarget.current = null;
  }, [zoom, frame]);

  /** The content at `from` is at `to` afterwards. */
  const zoomTo: ZoomTo = (wanted, from, to = from) => {
    const element = frame.current;
    if (!element) return;
    const next = clampZoom(wanted);
    const ratio = next / zoom;
    const target = {
      left: (element.scrollLeft + from.x) * ratio - to.x,
      top: (element.scrollTop + from.y) * ratio - to.y,
    };
    if (next === zoom) return scroll(element, target);
    scrollTarget.current = target;
    setZoom(next);
  };
  return { zoom, zoomTo };
}

/** Zooms by the wheel with Ctrl. React's wheel listeners are passive and can't prevent the zoom of the whole page. */
function useWheelZoom(frame: RefObject<HTMLDivElement | null>, zoom: number, zoomTo: ZoomTo): void {
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useLayoutEffect(() => {
    onWheel.current = (event) => {
      if (!event.ctrlKey || !frame.current) return;
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY * 0.0025), toFrame(frame.current, { x: event.clientX, y: event.clientY }));
    };
  });
  useLayoutEffect(() => {
    const element = frame.current;
    const handleWheel = (event: WheelEvent): void => onWheel.current(event);
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  }, [frame]);
}

const getDistance = ([first, second]: readonly Point[]): number =>
  first && second ? Math.max(1, Math.hypot(second.x - first.x, second.y - first.y)) : 1;
const getMiddle = ([first, second]: readonly Point[]): Point => ({
  x: ((first?.x ?? 0) + (second?.x ?? 0)) / 2,
  y: ((first?.y ?? 0) + (second?.y ?? 0)) / 2,
});

interface Pinch {
  /** The zoom when the second finger touched, and the distance of the fingers. */
  readonly zoom: number;
  readonly distance: number;
  /** Between the fingers at the last move, in pixels of the window. */
  readonly middle: Point;
}

/** Zooms and moves the content by two fingers. Returns listeners for the frame. */
function usePinch(frame: RefObject<HTMLDivElement | null>, zoom: number, zoomTo: ZoomTo) {
  const fingers = useRef(new Map<number, Point>());
  const pinch = useRef<Pinch | null>(null);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const touches = [...fingers.current.values()];
    pinch.current = touches.length === 2 ? { zoom, distance: getDistance(touches), middle: getMiddle(touches) } : null;
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const touches = [...fingers.current.values()];
    if (!pinch.current || !frame.current || touches.length !== 2) return;
    const middle = getMiddle(touches);
    zoomTo(
      (pinch.current.zoom * getDistance(touches)) / pinch.current.distance,
      toFrame(frame.current, pinch.current.middle),
      toFrame(frame.current, middle),
    );
    pinch.current = { ...pinch.current, middle };
  };
  const onPointerEnd = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    pinch.current = null;
  };
  return { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd };
}

/**
 * Zooms the content of a scrolling frame by buttons, the keys + - 0, two fingers, or the wheel with Ctrl. The content is `zoom` times as large as
 * the frame.
 */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const { zoom, zoomTo } = useScrolledZoom(frame);
  useWheelZoom(frame, zoom, zoomTo);
  const pointerHandlers = usePinch(frame, zoom, zoomTo);

  const zoomAtCenter = (wanted: number): void =>
    zoomTo(wanted, { x: (frame.current?.clientWidth ?? 0) / 2, y: (frame.current?.clientHeight ?? 0) / 2 });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomAtCenter(zoom * ZOOM.step);
    else if (event.key === '-') zoomAtCenter(zoom / ZOOM.step);
    else if (event.key === '0') zoomAtCenter(1);
    else return;
    event.preventDefault();
  };
  /** Scrolls the enlarged content, so that a point is visible. In shares of the content. */
  const reveal = ({ x, y }: Point): void => {
    const element = frame.current;
    if (!element) return;
    const scrollFor = (at: number, from: number, length: number): number =>
      Math.min(at - REVEAL_MARGIN_PX, Math.max(at + REVEAL_MARGIN_PX - length, from));
    scroll(element, {
      left: scrollFor(x * element.scrollWidth, element.scrollLeft, element.clientWidth),
      top: scrollFor(y * element.scrollHeight, element.scrollTop, element.clientHeight),
    });
  };
  return { frame, zoom, zoomAtCenter, onKeyDown, reveal, pointerHandlers };
}
