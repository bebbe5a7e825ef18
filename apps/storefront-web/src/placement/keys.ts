import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { clampPlacement, normalizeDegrees } from './placement.js';

/** Percent of the print area for one press of an arrow; with Shift as far as a slider's step. */
const ARROW_STEP = 1;

/** Where a key moves the artwork to; null for a key that does nothing here. */
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
    // The same key without Shift on many keyboards.
    '=': { scale: scale + PLACEMENT_BOUNDS.scale.step },
    '-': { scale: scale - PLACEMENT_BOUNDS.scale.step },
    ']': { rotation: normalizeDegrees(rotation + PLACEMENT_BOUNDS.rotation.step) },
    '[': { rotation: normalizeDegrees(rotation - PLACEMENT_BOUNDS.rotation.step) },
  };
  const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
  return change ? clampPlacement({ ...placement, ...change }) : null;
}
