import { cn } from '@shop/web-ui';
import { type KeyboardEvent, type PointerEvent, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import type { MaskEditor } from '../cut-out/mask-editor.js';
import { type Area, type BrushLine, fitArea, getFullArea, type PhotoPixels, type Point } from '../cut-out/mask.js';
import { useZoom } from '../../zoom/use-zoom.js';
import { ZoomButtons } from '../../zoom/zoom-buttons.js';
import { drawOutline, shadeCutOut } from '../cut-out/shade-cut-out.js';

const DIRECTIONS: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Shares of the photo's long side. */
const STEP = 0.02;
const LARGE_STEP = 0.1;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The cursor after an arrow key, within the photo; null for another key. */
export function moveCursor(cursor: Point, key: string, isLarge: boolean, { width, height }: Size): Point | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const step = Math.max(width, height) * (isLarge ? LARGE_STEP : STEP);
  return {
    x: Math.min(width, Math.max(0, cursor.x + direction[0] * step)),
    y: Math.min(height, Math.max(0, cursor.y + direction[1] * step)),
  };
}

interface Props {
  photo: PhotoPixels;
  editor: MaskEditor;
  /** Increases with each change that was not made on the canvas. */
  revision: number;
  /** In pixels of the mask; null if the tool changes an area. */
  brushRadius: number | null;
  /** Paints a line and returns the changed area. */
  onLine: (line: BrushLine) => Area | null;
  onStrokeEnd: () => void;
  /** A second finger touched: the stroke was the start of a pinch. */
  onStrokeCancel: () => void;
  onAreaChosen: (point: Point) => void;
  onUndo: () => void;
}

/** Radius of the cursor of the tool for areas, as a share of the photo's long side. */
const TARGET_SIZE = 0.015;

/** Where the tool is applied, as large as the brush. */
const Cursor = ({ cursor, radius, width, height }: { cursor: Point; radius: number } & Size) => (
  <span
    aria-hidden
    data-cursor=""
    className={cn(
      'pointer-events-none absolute aspect-square -translate-1/2 rounded-full border-2 border-white opacity-0 outline-2 outline-black/70',
      'peer-hover:opacity-100 peer-focus-visible:opacity-100',
    )}
    style={{
      left: `${(cursor.x / width) * 100}%`,
      top: `${(cursor.y / height) * 100}%`,
      width: `${((radius * 2) / width) * 100}%`,
    }}
  />
);

/** Draws photo and mask on the canvas. `draw` draws a changed area. */
function useDrawnMask(photo: PhotoPixels, editor: MaskEditor, revision: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (area: Area): void => {
      const context = canvas.current?.getContext('2d');
      // The outline also changes beside the area.
      const drawn = fitArea(area, editor.mask, 1);
      if (!context || !drawn) return;
      const picture = context.createImageData(editor.mask.width, editor.mask.height);
      shadeCutOut(photo, editor.mask, picture.data, drawn);
      drawOutline(editor.mask, picture.data, drawn);
      context.putImageData(picture, 0, 0, drawn.left, drawn.top, drawn.width, drawn.height);
    },
    [photo, editor],
  );
  useLayoutEffect(() => {
    draw(getFullArea(editor.mask));
  }, [draw, editor, revision]);
  return { canvas, draw };
}

/** The photo as it is drawn. A pointer or the keyboard's cursor paints on it; two fingers zoom and move it. */
export function MaskCanvas({
  photo,
  editor,
  revision,
  brushRadius,
  onLine,
  onStrokeEnd,
  onStrokeCancel,
  onAreaChosen,
  onUndo,
}: Props) {
  const { width, height } = editor.mask;
  const { frame, zoom, zoomAtCenter, onKeyDown: onZoomKey, reveal, pointerHandlers } = useZoom();
  /** The pointer that paints. */
  const stroke = useRef<{ readonly pointerId: number; readonly point: Point } | null>(null);
  const [cursor, setCursor] = useState<Point>({ x: width / 2, y: height / 2 });
  const hintId = useId();

  const { canvas, draw } = useDrawnMask(photo, editor, revision);
  const paint = (from: Point, to: Point): void => {
    const area = brushRadius === null ? null : onLine({ from, to, radius: brushRadius });
    if (area) draw(area);
  };
  const toPoint = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const box = currentTarget.getBoundingClientRect();
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
  };
  const handlePointerDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (stroke.current && event.pointerType === 'touch') {
      stroke.current = null;
      if (brushRadius !== null) onStrokeCancel();
    }
    const isFurtherFinger = event.pointerType === 'touch' && !event.isPrimary;
    if (stroke.current || isFurtherFinger || event.button !== 0) return;
    const { pointerId } = event;
    const point = toPoint(event);
    setCursor(point);
    event.currentTarget.setPointerCapture(pointerId);
    stroke.current = { pointerId, point };
    paint(point, point);
  };
  const handlePointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { pointerId } = event;
    if (stroke.current && stroke.current.pointerId !== pointerId) return;
    const point = toPoint(event);
    setCursor(point);
    if (!stroke.current) return;
    paint(stroke.current.point, point);
    stroke.current = { pointerId, point };
  };
  const endStroke = ({ pointerId, type }: PointerEvent): void => {
    if (stroke.current?.pointerId !== pointerId) return;
    const { point } = stroke.current;
    stroke.current = null;
    if (brushRadius !== null) onStrokeEnd();
    else if (type === 'pointerup') onAreaChosen(point);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const moved = moveCursor(cursor, event.key, event.shiftKey, editor.mask);
    if (moved) {
      setCursor(moved);
      reveal({ x: moved.x / width, y: moved.y / height });
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) onUndo();
    else if (event.key !== ' ' && event.key !== 'Enter') return onZoomKey(event);
    else if (brushRadius === null) onAreaChosen(cursor);
    else {
      paint(cursor, cursor);
      onStrokeEnd();
    }
    event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-3">
      <div
        className="relative mx-auto w-full overflow-hidden rounded-control bg-muted"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(max(60dvh, 18rem) * ${width / height})` }}
      >
        <div
          ref={frame}
          data-strip=""
          className="absolute inset-0 overflow-auto overscroll-contain"
          {...pointerHandlers}
        >
          <div className="relative" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
            <canvas
              ref={canvas}
              width={width}
              height={height}
              tabIndex={0}
              // The keys are for the canvas, not for a screen reader's own navigation.
              role="application"
              aria-label="Photo with its cut-out"
              aria-describedby={hintId}
              className="peer block size-full cursor-crosshair touch-none"
              onPointerDown={handlePointerDown}
              onPointerMove={handlePointerMove}
              onPointerUp={endStroke}
              onPointerCancel={endStroke}
              onKeyDown={handleKeyDown}
            />
            <Cursor
              cursor={cursor}
              radius={brushRadius ?? Math.max(width, height) * TARGET_SIZE}
              width={width}
              height={height}
            />
          </div>
        </div>
        <p id={hintId} className="sr-only">
          Arrow keys move the cursor, with Shift in larger steps. Space or Enter applies the tool at the cursor. Plus
          and minus change the size of the photo.
        </p>
      </div>
      <ZoomButtons zoom={zoom} onZoom={zoomAtCenter} />
    </div>
  );
}
