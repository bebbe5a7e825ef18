import type { Plane } from './plane.js';

export type Point = readonly [x: number, y: number];
export type Triangle = readonly [a: number, b: number, c: number];

/**
 * Random points with at least the local spacing between them (dart throwing, R. Cook 1986), plus the corners and edges
 * of the frame.
 *
 * @param spacing wanted distance in pixels, H × W
 */
export function scatter(spacing: Plane, closestPx: number, random: () => number): Point[] {
  const { width, height, values } = spacing;
  const points: Point[] = framePoints(width, height, closestPx * FRAME_STEP);
  const taken = new PointGrid(width, height, closestPx);
  const throws = Math.round((width * height) / (closestPx * closestPx)) * THROWS_PER_CELL;
  for (let n = 0; n < throws; n++) {
    const x = random() * (width - 1);
    const y = random() * (height - 1);
    if (taken.isNear(x, y, Math.max(closestPx, values[Math.floor(y) * width + Math.floor(x)]!))) continue;
    taken.add(x, y);
    points.push([x, y]);
  }
  return points;
}

/** Distance of the points along the frame, in closest distances. */
const FRAME_STEP = 12;

/** More attempts fill the gaps better; above six the difference is not visible. */
const THROWS_PER_CELL = 6;

/** Points in cells of 0.7 of the closest distance, so that each cell has at most one. */
class PointGrid {
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  /** x and y of the point in each cell; NaN in an empty cell. */
  private readonly points: Float64Array;

  constructor(width: number, height: number, closest: number) {
    this.cell = closest * 0.7;
    this.columns = Math.ceil(width / this.cell) + 1;
    this.rows = Math.ceil(height / this.cell) + 1;
    this.points = new Float64Array(this.columns * this.rows * 2).fill(Number.NaN);
  }

  add(x: number, y: number): void {
    const at = (Math.floor(y / this.cell) * this.columns + Math.floor(x / this.cell)) * 2;
    this.points[at] = x;
    this.points[at + 1] = y;
  }

  isNear(px: number, py: number, distance: number): boolean {
    const { cell, columns, points } = this;
    const limit = distance * distance;
    const left = Math.max(0, Math.floor((px - distance) / cell));
    const right = Math.min(columns - 1, Math.floor((px + distance) / cell));
    const bottom = Math.min(this.rows - 1, Math.floor((py + distance) / cell));
    for (let row = Math.max(0, Math.floor((py - distance) / cell)); row <= bottom; row++) {
      for (let at = (row * columns + left) * 2; at <= (row * columns + right) * 2; at += 2) {
        const dx = points[at]! - px;
        const dy = points[at + 1]! - py;
        if (dx * dx + dy * dy < limit) return true;
      }
    }
    return false;
  }
}

/** Points slightly outside the frame, so that facets cover its edge. */
function framePoints(width: number, height: number, step: number): Point[] {
  const points: Point[] = [];
  const [columns, rows] = [Math.max(2, Math.round(width / step)), Math.max(2, Math.round(height / step))];
  for (let n = 0; n <= columns; n++)
    points.push(
      [(n / columns) * (width + 8) - 4, -4 - (n % 2)],
      [(n / columns) * (width + 8) - 4, height + 4 + (n % 2)],
    );
  for (let n = 1; n < rows; n++)
    points.push([-4 - (n % 2), (n / rows) * (height + 8) - 4], [width + 4 + (n % 2), (n / rows) * (height + 8) - 4]);
  return points;
}

interface Circle {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly x: number;
  readonly y: number;
  readonly radiusSquared: number;
}

/**
 * Delaunay triangulation by incremental insertion from left to right. A triangle is finished when its circumcircle is
 * left of the current point.
 * Sources: A. Bowyer and D. Watson, 1981; the left-to-right order is P. Bourke's, 1989.
 */
export function triangulate(points: readonly Point[]): Triangle[] {
  const order = points.map((_, index) => index).sort((one, other) => points[one]![0] - points[other]![0]);
  const count = points.length;
  const all = [...points, ...enclosing(points)];
  let open: Circle[] = [circumcircle(all, count, count + 1, count + 2)];
  const closed: Circle[] = [];
  for (const index of order) open = insert(all, index, open, closed);
  return [...closed, ...open]
    .filter(({ a, b, c }) => a < count && b < count && c < count)
    .map(({ a, b, c }) => [a, b, c]);
}

/** The open triangles after the insertion of the point; finished ones are moved to the result. */
function insert(all: readonly Point[], index: number, open: readonly Circle[], closed: Circle[]): Circle[] {
  const [x, y] = all[index]!;
  const edges = new Map<number, [number, number]>();
  const remaining: Circle[] = [];
  for (const circle of open) {
    const dx = x - circle.x;
    const dy = y - circle.y;
    if (dx > 0 && dx * dx > circle.radiusSquared) closed.push(circle);
    else if (dx * dx + dy * dy > circle.radiusSquared) remaining.push(circle);
    else toggleEdges(edges, circle, all.length);
  }
  for (const [one, other] of edges.values()) remaining.push(circumcircle(all, one, other, index));
  return remaining;
}

/** Three points far outside, whose triangle contains all other points. */
function enclosing(points: readonly Point[]): Point[] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const span = 20 * Math.max(right - left, bottom - top, 1);
  const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [midX - span, midY - span],
    [midX, midY + span],
    [midX + span, midY - span],
  ];
}

/** An edge that two removed triangles share is inside the hole and is dropped. */
function toggleEdges(edges: Map<number, [number, number]>, { a, b, c }: Circle, count: number): void {
  for (const [one, other] of [
    [a, b],
    [b, c],
    [c, a],
  ] as [number, number][]) {
    const key = Math.min(one, other) * count + Math.max(one, other);
    if (!edges.delete(key)) edges.set(key, [one, other]);
  }
}

function circumcircle(points: readonly Point[], a: number, b: number, c: number): Circle {
  const [ax, ay] = points[a]!;
  const [bx, by] = [points[b]![0] - ax, points[b]![1] - ay];
  const [cx, cy] = [points[c]![0] - ax, points[c]![1] - ay];
  const twice = 2 * (bx * cy - by * cx) || 1e-12;
  const x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / twice;
  const y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / twice;
  return { a, b, c, x: ax + x, y: ay + y, radiusSquared: x * x + y * y };
}

/** The index of the triangle that covers each pixel's centre, H × W. */
export interface Owners {
  readonly width: number;
  readonly height: number;
  readonly triangles: Int32Array;
}

/** −1 where no triangle covers the pixel. */
export function coverage(
  points: readonly Point[],
  triangles: readonly Triangle[],
  width: number,
  height: number,
): Int32Array {
  const owner: Owners = { width, height, triangles: new Int32Array(width * height).fill(-1) };
  for (let index = 0; index < triangles.length; index++) ownCovered(owner, points, triangles[index]!, index);
  return owner.triangles;
}

/** Assigns the triangle to all pixels whose centre it covers. */
export function ownCovered(owner: Owners, points: readonly Point[], [a, b, c]: Triangle, index: number): void {
  const { width, height, triangles } = owner;
  const [high, middle, low] = downwards(points[a]!, points[b]!, points[c]!);
  const from = Math.max(0, Math.ceil(high[1] - 0.5));
  const to = Math.min(height - 1, Math.floor(low[1] - 0.5));
  for (let y = from; y <= to; y++) {
    const line = y + 0.5;
    const long = crossing(high, low, line);
    const short = line < middle[1] ? crossing(high, middle, line) : crossing(middle, low, line);
    const end = y * width + Math.min(width - 1, Math.floor(Math.max(long, short) - 0.5));
    // Most runs are a few pixels long: a call of fill() would cost more.
    for (let i = y * width + Math.max(0, Math.ceil(Math.min(long, short) - 0.5)); i <= end; i++) triangles[i] = index;
  }
}

/** Sorts from the highest to the lowest; points at the same height keep their order. */
function downwards(a: Point, b: Point, c: Point): readonly [high: Point, middle: Point, low: Point] {
  const [first, second] = b[1] < a[1] ? [b, a] : [a, b];
  if (c[1] < first[1]) return [c, first, second];
  return c[1] < second[1] ? [first, c, second] : [first, second, c];
}

const crossing = (from: Point, to: Point, y: number): number =>
  to[1] === from[1] ? from[0] : from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]);
