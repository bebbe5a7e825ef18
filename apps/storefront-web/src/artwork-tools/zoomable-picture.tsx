import { useZoom } from '../zoom/use-zoom.js';
import { ZoomButtons } from '../zoom/zoom-buttons.js';

interface Props {
  src: string;
  alt: string;
}

/**
 * A picture that is enlarged by buttons, the keys + and -, two fingers, or the wheel with Ctrl. The enlarged picture is moved by scrolling: by one
 * finger, the wheel or the arrow keys.
 */
export function ZoomablePicture({ src, alt }: Props) {
  const { frame, zoom, zoomAtCenter, onKeyDown, pointerHandlers } = useZoom();

  return (
    <div className="flex min-h-0 flex-col gap-3" onKeyDown={onKeyDown}>
      <div
        ref={frame}
        role="region"
        aria-label={`${alt}, ${Math.round(zoom * 100)}%`}
        tabIndex={0}
        data-strip=""
        // Two fingers are left to the listeners below.
        className="checkered h-[min(60dvh,40rem)] touch-pan-x touch-pan-y overflow-auto overscroll-contain rounded-card border border-border"
        {...pointerHandlers}
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
