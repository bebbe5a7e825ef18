import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { clampPlacement, normalizeDegrees } from './placement.js';

/** A finger, a pen or the mouse, in pixels of the screen. */
export interface Touch {
  readonly x: number;
  readonly y: number;
}

/** The print area as it lies on the screen. */
export interface ScreenArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a gesture began: it is always counted from here, so that nothing adds up and the way back leads back. */
export interface GestureStart {
  readonly placement: DesignConfig;
  readonly area: ScreenArea;
  /** One or two; more do nothing. */
  readonly touches: readonly Touch[];
}

/** What was done with the artwork since: moved by this, then turned and enlarged about a point of the screen. */
interface Turn {
  readonly about: Touch;
  readonly movedX: number;
  readonly movedY: number;
  readonly factor: number;
  readonly degrees: number;
}

const middle = (touches: readonly Touch[]): Touch => ({
  x: touches.reduce((sum, { x }) => sum + x, 0) / touches.length,
  y: touches.reduce((sum, { y }) => sum + y, 0) / touches.length,
});

/** From the first finger to the second. Fingers on the very same pixel are taken as one pixel apart. */
function span(touches: readonly Touch[]): { length: number; degrees: number } | null {
  const [a, b] = touches;
  if (!a || !b) return null;
  return {
    length: Math.max(1, Math.hypot(b.x - a.x, b.y - a.y)),
    degrees: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  };
}

/** The point of the artwork under `about` stays there, also where the scale has come to its end. */
function turned({ placement, area }: GestureStart, { about, movedX, movedY, factor, degrees }: Turn): DesignConfig {
  const { min, max } = PLACEMENT_BOUNDS.scale;
  const scale = Math.min(max, Math.max(min, placement.scale * factor));
  const grown = scale / placement.scale;
  const angle = (degrees * Math.PI) / 180;
  const dx = area.left + (placement.x / 100) * area.width - about.x;
  const dy = area.top + (placement.y / 100) * area.height - about.y;
  const x = about.x + movedX + grown * (dx * Math.cos(angle) - dy * Math.sin(angle));
  const y = about.y + movedY + grown * (dx * Math.sin(angle) + dy * Math.cos(angle));
  return {
    x: ((x - area.left) / area.width) * 100,
    y: ((y - area.top) / area.height) * 100,
    scale,
    rotation: normalizeDegrees(placement.rotation + degrees),
  };
}

/** Where the artwork is now that the fingers are at `touches`: one moves it; two move, enlarge and turn it. */
export function applyGesture(start: GestureStart, touches: readonly Touch[]): DesignConfig {
  const from = middle(start.touches);
  const to = middle(touches);
  const before = span(start.touches);
  const now = span(touches);
  const pinch =
    before && now
      ? { factor: now.length / before.length, degrees: now.degrees - before.degrees }
      : { factor: 1, degrees: 0 };
  return clampPlacement(
    snapped(turned(start, { about: from, movedX: to.x - from.x, movedY: to.y - from.y, ...pinch }), touches.length),
  );
}

/** Enlarged about a point of the screen: the wheel, or two fingers on a trackpad. */
export const zoomAt = (placement: DesignConfig, area: ScreenArea, about: Touch, factor: number): DesignConfig =>
  clampPlacement(turned({ placement, area, touches: [about] }, { about, movedX: 0, movedY: 0, factor, degrees: 0 }));

/** Percent of the area and degrees from which the middle and the right angle draw the artwork in. */
const SNAP_PERCENT = 1.2;
const SNAP_DEGREES = 3;

const near = (value: number, goal: number, reach: number): number => (Math.abs(value - goal) <= reach ? goal : value);

function snapped({ x, y, scale, rotation }: DesignConfig, touchCount: number): DesignConfig {
  const right = Math.round(rotation / 90) * 90;
  return {
    x: near(x, 50, SNAP_PERCENT),
    y: near(y, 50, SNAP_PERCENT),
    scale,
    // One finger leaves the angle as it was chosen.
    rotation: touchCount > 1 ? normalizeDegrees(near(rotation, right, SNAP_DEGREES)) : rotation,
  };
}
