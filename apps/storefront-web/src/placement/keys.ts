import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { clampPlacement, normalizeDegrees } from './placement.js';

/** Percent of the print area per arrow key press; with Shift it is a slider step. */
const ARROW_STEP = 1;

/** The placement after a key press; null for a key that has no function here. */
export function applyKey(placement: DesignConfig, key: string, isShifted: boolean): DesignConfig | null {
  const { x, y, scale, rotation } = placement;
  const across = isShifted ? PLACEMENT_BOUNDS.x.step : ARROW_STEP;
  const down = isShifted ? PLACEMENT_BOUNDS.y.step : ARROW_STEP;
  const changes: Record<string, Partial<DesignConfig>> = {
    ArrowLeft: { x: x - across },
    ArrowRight: { x: x + across },
    ArrowUp: { y: y - down },
    ArrowDown: { y: y + down },
    '+': { scale: scale + PLACEMENT_BOUNDS.scale.step },
    // On many keyboards this is the plus key without Shift.
    '=': { scale: scale + PLACEMENT_BOUNDS.scale.step },
    '-': { scale: scale - PLACEMENT_BOUNDS.scale.step },
    ']': { rotation: normalizeDegrees(rotation + PLACEMENT_BOUNDS.rotation.step) },
    '[': { rotation: normalizeDegrees(rotation - PLACEMENT_BOUNDS.rotation.step) },
  };
  const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
  return change ? clampPlacement({ ...placement, ...change }) : null;
}
