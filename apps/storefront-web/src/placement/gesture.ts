import { type DesignConfig, PLACEMENT_BOUNDS } from '@shop/contracts-order';
import { clampPlacement, normalizeDegrees } from './placement.js';

/** Position of a finger, pen or mouse, in screen pixels. */
export interface Touch {
  readonly x: number;
  readonly y: number;
}

/** The print area's box on the screen. */
export interface ScreenArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The state at the start of a gesture. Every step is computed from here, so rounding errors do not add up. */
export interface GestureStart {
  readonly placement: DesignConfig;
  readonly area: ScreenArea;
  /** One or two touches; further ones are ignored. */
  readonly touches: readonly Touch[];
}

/** A change of the artwork: a move, then a rotation and scaling about a point of the screen. */
interface Transform {
  readonly about: Touch;
  readonly movedX: number;
  readonly movedY: number;
  readonly factor: number;
  readonly degrees: number;
}

const getMidpoint = (touches: readonly Touch[]): Touch => ({
  x: touches.reduce((sum, { x }) => sum + x, 0) / touches.length,
  y: touches.reduce((sum, { y }) => sum + y, 0) / touches.length,
});

/** The vector from the first finger to the second. Fingers on the same pixel count as one pixel apart. */
function getSpan(touches: readonly Touch[]): { length: number; degrees: number } | null {
  const [first, second] = touches;
  if (!first || !second) return null;
  return {
    length: Math.max(1, Math.hypot(second.x - first.x, second.y - first.y)),
    degrees: (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI,
  };
}

/** Applies a transform. The point of the artwork under `about` stays there, even if the scale reaches its limit. */
function transformPlacement(
  { placement, area }: GestureStart,
  { about, movedX, movedY, factor, degrees }: Transform,
): DesignConfig {
  const { min, max } = PLACEMENT_BOUNDS.scale;
  const scale = Math.min(max, Math.max(min, placement.scale * factor));
  const scaleRatio = scale / placement.scale;
  const angle = (degrees * Math.PI) / 180;
  const dx = area.left + (placement.x / 100) * area.width - about.x;
  const dy = area.top + (placement.y / 100) * area.height - about.y;
  const x = about.x + movedX + scaleRatio * (dx * Math.cos(angle) - dy * Math.sin(angle));
  const y = about.y + movedY + scaleRatio * (dx * Math.sin(angle) + dy * Math.cos(angle));
  return {
    x: ((x - area.left) / area.width) * 100,
    y: ((y - area.top) / area.height) * 100,
    scale,
    rotation: normalizeDegrees(placement.rotation + degrees),
  };
}

/** The placement with the fingers at `touches`: one finger moves the artwork; two move, scale and rotate it. */
export function applyGesture(start: GestureStart, touches: readonly Touch[]): DesignConfig {
  const from = getMidpoint(start.touches);
  const to = getMidpoint(touches);
  const initial = getSpan(start.touches);
  const current = getSpan(touches);
  const pinch =
    initial && current
      ? { factor: current.length / initial.length, degrees: current.degrees - initial.degrees }
      : { factor: 1, degrees: 0 };
  return clampPlacement(
    snapPlacement(
      transformPlacement(start, { about: from, movedX: to.x - from.x, movedY: to.y - from.y, ...pinch }),
      start.area,
      touches.length,
    ),
  );
}

/** Scales about a point of the screen, for the wheel or two fingers on a trackpad. */
export const zoomAt = (placement: DesignConfig, area: ScreenArea, about: Touch, factor: number): DesignConfig =>
  clampPlacement(
    transformPlacement({ placement, area, touches: [about] }, { about, movedX: 0, movedY: 0, factor, degrees: 0 }),
  );

/**
 * Distance within which the artwork snaps to the centre and to right angles. On the screen, not on the product: a finger
 * is as imprecise on a pet tag as on a hoodie.
 */
const SNAP_PX = 6;
const SNAP_DEGREES = 3;

const snapTo = (value: number, target: number, tolerance: number): number =>
  Math.abs(value - target) <= tolerance ? target : value;

function snapPlacement({ x, y, scale, rotation }: DesignConfig, area: ScreenArea, touchCount: number): DesignConfig {
  const nearestRightAngle = Math.round(rotation / 90) * 90;
  return {
    x: snapTo(x, 50, (SNAP_PX / area.width) * 100),
    y: snapTo(y, 50, (SNAP_PX / area.height) * 100),
    scale,
    // One finger does not change the rotation.
    rotation: touchCount > 1 ? normalizeDegrees(snapTo(rotation, nearestRightAngle, SNAP_DEGREES)) : rotation,
  };
}

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
