import { useId, useRef } from 'react';
import { useArtworkGestures } from '../use-artwork-gestures.js';
import type { PlacementStore } from '../placement-store.js';

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
