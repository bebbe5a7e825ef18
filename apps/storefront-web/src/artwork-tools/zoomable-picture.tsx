import { Button } from '@shop/web-ui';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

const ZOOM = { min: 1, max: 5, step: 1.5 };
const clampZoom = (zoom: number): number => Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));

interface Finger {
  readonly x: number;
  readonly y: number;
}
const getDistance = ([first, second]: readonly Finger[]): number =>
  first && second ? Math.max(1, Math.hypot(second.x - first.x, second.y - first.y)) : 1;

/** A change of the zoom about a point of the frame, in pixels from its corner. */
interface ZoomChange {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Button variant="outline" size="sm" disabledFocusable={zoom <= ZOOM.min} onClick={() => onZoom(zoom / ZOOM.step)}>
        <ZoomOut aria-hidden />
        Smaller
      </Button>
      <output aria-live="polite" className="w-14 text-center tabular-nums">
        {Math.round(zoom * 100)}%
      </output>
      <Button variant="outline" size="sm" disabledFocusable={zoom >= ZOOM.max} onClick={() => onZoom(zoom * ZOOM.step)}>
        <ZoomIn aria-hidden />
        Larger
      </Button>
    </div>
  );
}

interface Props {
  src: string;
  alt: string;
}

/**
 * A picture that is enlarged by buttons, the keys + and -, two fingers, or the wheel with Ctrl. The enlarged picture is moved by scrolling: by one
 * finger, the wheel or the arrow keys.
 */
export function ZoomablePicture({ src, alt }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const fingers = useRef(new Map<number, Finger>());
  const pinch = useRef<{ zoom: number; distance: number } | null>(null);
  /** Where to scroll once the picture has its new size. */
  const scrollTarget = useRef<{ left: number; top: number } | null>(null);

  const zoomTo = ({ zoom: wanted, x, y }: ZoomChange): void => {
    const next = clampZoom(wanted);
    const element = frame.current;
    if (!element || next === zoom) return;
    const ratio = next / zoom;
    scrollTarget.current = {
      left: (element.scrollLeft + x) * ratio - x,
      top: (element.scrollTop + y) * ratio - y,
    };
    setZoom(next);
  };
  const zoomAtCenter = (wanted: number): void =>
    zoomTo({ zoom: wanted, x: (frame.current?.clientWidth ?? 0) / 2, y: (frame.current?.clientHeight ?? 0) / 2 });

  useLayoutEffect(() => {
    if (scrollTarget.current && frame.current) {
      frame.current.scrollLeft = scrollTarget.current.left;
      frame.current.scrollTop = scrollTarget.current.top;
    }
    scrollTarget.current = null;
  }, [zoom]);

  // React's wheel listeners are passive and can't prevent the zoom of the whole page.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useLayoutEffect(() => {
    onWheel.current = (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = frame.current?.getBoundingClientRect();
      if (box)
        zoomTo({
          zoom: zoom * Math.exp(-event.deltaY * 0.0025),
          x: event.clientX - box.left,
          y: event.clientY - box.top,
        });
    };
  });
  useLayoutEffect(() => {
    const element = frame.current;
    const handleWheel = (event: WheelEvent): void => onWheel.current(event);
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  }, []);

  const handlePointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pinch.current = fingers.current.size === 2 ? { zoom, distance: getDistance([...fingers.current.values()]) } : null;
  };
  const handlePointerMove = (event: PointerEvent): void => {
    if (!fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const touches = [...fingers.current.values()];
    const box = frame.current?.getBoundingClientRect();
    if (!pinch.current || !box || touches.length !== 2) return;
    zoomTo({
      zoom: (pinch.current.zoom * getDistance(touches)) / pinch.current.distance,
      x: (touches[0]!.x + touches[1]!.x) / 2 - box.left,
      y: (touches[0]!.y + touches[1]!.y) / 2 - box.top,
    });
  };
  const handlePointerEnd = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    pinch.current = null;
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomAtCenter(zoom * ZOOM.step);
    else if (event.key === '-') zoomAtCenter(zoom / ZOOM.step);
    else if (event.key === '0') zoomAtCenter(1);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 flex-col gap-3" onKeyDown={handleKeyDown}>
      <div
        ref={frame}
        role="region"
        aria-label={`${alt}, ${Math.round(zoom * 100)}%`}
        tabIndex={0}
        data-strip=""
        // Two fingers are left to the listeners below.
        className="checkered h-[min(60dvh,40rem)] touch-pan-x touch-pan-y overflow-auto overscroll-contain rounded-card border border-border"
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerEnd}
        onPointerCancel={handlePointerEnd}
        onDoubleClick={() => zoomAtCenter(zoom > 1 ? 1 : 2.5)}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          className="block max-w-none object-contain select-none"
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        />
      </div>
      <ZoomButtons zoom={zoom} onZoom={zoomAtCenter} />
    </div>
  );
}
