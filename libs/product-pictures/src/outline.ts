/** Side of the square canvas of every picture, in picture units; y points down. */
export const CANVAS = 1000;
const MIDDLE = CANVAS / 2;

/** In picture units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A cubic curve to (x, y): both control points first, as in an SVG path; or a straight line to [x, y]. */
export type Segment = readonly [number, number, number, number, number, number] | readonly [number, number];

const round = (value: number): number => Math.round(value * 10) / 10;
const command = (segment: Segment): string => `${segment.length === 2 ? 'L' : 'C'}${segment.map(round).join(' ')}`;

/** An open path. */
export const line = (from: readonly [number, number], ...segments: Segment[]): string =>
  `M${from.map(round).join(' ')}${segments.map(command).join('')}`;

/** A closed path. */
export const shape = (from: readonly [number, number], ...segments: Segment[]): string => `${line(from, ...segments)}Z`;

const mirrorX = (x: number): number => 2 * MIDDLE - x;

/** Mirrors a path of `line` or `shape` at the vertical middle of the picture. */
export function mirror(path: string): string {
  let isX = false;
  return path.replace(/[MLCZ]|-?\d+(?:\.\d+)?/g, (token) => {
    if (/[MLCZ]/.test(token)) {
      isX = true;
      return token;
    }
    const written = isX ? round(mirrorX(Number(token))) : Number(token);
    isX = !isX;
    return String(written);
  });
}

/**
 * A closed symmetric outline. The segments describe its right half, from the middle of the top to the middle of the bottom.
 */
export function symmetric(top: readonly [number, number], ...right: Segment[]): string {
  const ends = [top, ...right.map((segment) => segment.slice(-2) as [number, number])];
  const left = right
    .map((segment, index): Segment => {
      const [x, y] = ends[index] ?? top;
      if (segment.length === 2) return [mirrorX(x), y];
      const [ax, ay, bx, by] = segment;
      return [mirrorX(bx), by, mirrorX(ax), ay, mirrorX(x), y];
    })
    .reverse();
  return shape(top, ...right, ...left);
}

/** A lens-shaped crease between two points. At its middle it is `bend` off the straight line and `width` wide. */
export function crease(x0: number, y0: number, x1: number, y1: number, bend: number, width: number): string {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const acrossX = -(y1 - y0) / length;
  const acrossY = (x1 - x0) / length;
  const middle = (off: number): readonly [number, number] => [
    (x0 + x1) / 2 + acrossX * off,
    (y0 + y1) / 2 + acrossY * off,
  ];
  const through = (off: number, fromX: number, fromY: number, toX: number, toY: number): Segment => {
    const [mx, my] = middle(off * 2);
    return [
      fromX + ((mx - fromX) * 2) / 3,
      fromY + ((my - fromY) * 2) / 3,
      toX + ((mx - toX) * 2) / 3,
      toY + ((my - toY) * 2) / 3,
      toX,
      toY,
    ];
  };
  return shape([x0, y0], through(bend + width / 2, x0, y0, x1, y1), through(bend - width / 2, x1, y1, x0, y0));
}
