import type { PrintAreaSize } from '@shop/contracts/catalog';
import { safeInsetOf } from '@shop/placement';
import { cn } from '@shop/web-ui';
import { useEffect, useRef } from 'react';
import type { PlacementStore } from '../placement-store.js';

/** Seen on light and dark products alike. */
const LINE = 'pointer-events-none absolute mix-blend-difference';

/** Written only where it changes: even the same value again would have the browser work out the page's styles anew. */
function show(line: HTMLElement | null, isShown: boolean): void {
  if (line && line.hidden === isShown) line.hidden = !isShown;
}

/** Where the print ends, where it is safe from the knife, and, while the artwork is moved, that it lies in the middle. */
export function PlacementGuides({ printArea, store }: { printArea: PrintAreaSize; store: PlacementStore }) {
  const across = useRef<HTMLDivElement>(null);
  const down = useRef<HTMLDivElement>(null);

  useEffect(() => {
    return store.subscribeToFrames(({ x, y }, isMoving) => {
      show(across.current, isMoving && x === 50);
      show(down.current, isMoving && y === 50);
    });
  }, [store]);

  const inset = safeInsetOf(printArea);
  const round = printArea.shape === 'round' && 'rounded-full';
  return (
    <>
      <div className={cn(LINE, 'inset-0 border border-dashed border-white/50', round)} />
      {inset > 0 && (
        <div
          className={cn(LINE, 'border border-dotted border-white/40', round)}
          style={{ inset: `${(inset / printArea.heightPx) * 100}% ${(inset / printArea.widthPx) * 100}%` }}
        />
      )}
      <div ref={across} hidden className={cn(LINE, 'inset-y-0 left-1/2 w-px bg-white')} />
      <div ref={down} hidden className={cn(LINE, 'inset-x-0 top-1/2 h-px bg-white')} />
    </>
  );
}
