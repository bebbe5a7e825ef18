import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import type { PointerEvent as ReactPointerEvent } from 'react';

const within = (axis: 'x' | 'y', percent: number): number => {
  const { min, max } = PLACEMENT_BOUNDS[axis];
  return Math.min(max, Math.max(min, Math.round(percent)));
};

/** Moves the artwork with finger or mouse, in percent of the element that is pressed: the print area. */
export function useDrag(placement: DesignConfig, onMove: (moved: Pick<DesignConfig, 'x' | 'y'>) => void): (event: ReactPointerEvent<HTMLElement>) => void {
  return (press) => {
    if (press.button !== 0) return;
    // Else the browser selects what it passes over, or drags the picture itself.
    press.preventDefault();
    const { width, height } = press.currentTarget.getBoundingClientRect();
    const follow = ({ clientX, clientY }: PointerEvent): void =>
      onMove({
        x: within('x', placement.x + ((clientX - press.clientX) / width) * 100),
        y: within('y', placement.y + ((clientY - press.clientY) / height) * 100),
      });
    const stop = (): void => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
  };
}
