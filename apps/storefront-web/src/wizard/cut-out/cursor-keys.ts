import type { Point } from './mask.js';

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
