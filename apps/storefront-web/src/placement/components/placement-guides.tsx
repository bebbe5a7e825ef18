import type { PrintArea } from '@shop/contracts/catalog';
import { getSafeInsetPx } from '@shop/placement';
import { cn } from '@shop/web-ui';
import { useEffect, useRef } from 'react';
import type { PlacementStore } from '../placement-store.js';

/** Visible on light and dark products; with forced colours, too, as pictures keep their colours. */
const LINE = 'pointer-events-none absolute forced-color-adjust-none mix-blend-difference';

/** Writes only changes: setting even the same value makes the browser recalculate the page's styles. */
function setVisible(line: HTMLElement | null, isVisible: boolean): void {
  if (line && line.hidden === isVisible) line.hidden = !isVisible;
}

/** Lines for the print area, its safe area, and the centre while the artwork is moved there. */
export function PlacementGuides({ printArea, store }: { printArea: PrintArea; store: PlacementStore }) {
  const vertical = useRef<HTMLDivElement>(null);
  const horizontal = useRef<HTMLDivElement>(null);

  useEffect(() => {
    return store.subscribeToFrames(({ x, y }, isMoving) => {
      setVisible(vertical.current, isMoving && x === 50);
      setVisible(horizontal.current, isMoving && y === 50);
    });
  }, [store]);

  const inset = getSafeInsetPx(printArea);
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
      <div ref={vertical} hidden className={cn(LINE, 'inset-y-0 left-1/2 w-px bg-white')} />
      <div ref={horizontal} hidden className={cn(LINE, 'inset-x-0 top-1/2 h-px bg-white')} />
    </>
  );
}
